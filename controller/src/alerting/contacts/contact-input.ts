import { z } from 'zod'
import { label, orNull } from '../../input/fields.ts'
import type { OfFields } from '../channels/index.ts'
import { CHANNEL_FIELDS, MAIN_FIELDS } from '../channels/index.ts'

type Sent = OfFields<'sent'>

const name = label(100).meta({
  description: 'For people; once in the workspace.',
  example: 'On call',
})

const fields = Object.fromEntries(
  Object.entries(CHANNEL_FIELDS).map(([field, { sent }]) => [field, orNull(sent)]),
) as { [F in keyof Sent]: z.ZodNullable<Sent[F]> }

/** Ways to reach a contact, as the end of a sentence. */
const MAIN_FIELDS_LISTED = `${MAIN_FIELDS.slice(0, -1).join(', ')} or ${MAIN_FIELDS.at(-1)}`

/** Body of POST /alerting/contacts. */
export const ContactCreation = z
  .strictObject({ name, ...fields })
  .partial()
  .extend({ name })
  .meta({ description: `A name and at least one way to reach the contact: ${MAIN_FIELDS_LISTED}.` })
export type ContactCreationInput = z.output<typeof ContactCreation>

/** Body of PATCH /alerting/contacts/{id}. */
export const ContactChange = z
  .strictObject({ name, ...fields })
  .partial()
  .meta({
    description:
      'Any subset of the fields; null takes a channel away, "***" leaves a secret as it is. At least one channel must be left.',
  })
export type ContactChangeInput = z.output<typeof ContactChange>
