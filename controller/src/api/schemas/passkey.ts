import { z } from 'zod'
import { IsoTime } from './time.ts'

/** What a browser's `navigator.credentials` gave, as JSON (`PublicKeyCredential.toJSON`). */
export const PasskeyAnswer = z
  .looseObject({
    id: z
      .string()
      .max(1_500)
      .meta({ description: 'Id of the credential.', example: 'AQIDBAUGBwg' }),
    response: z
      .record(z.string(), z.unknown())
      .meta({ description: 'What the device answered.', example: {} }),
  })
  .meta({ description: 'What navigator.credentials gave, by its toJSON().' })

/** What a browser's `navigator.credentials` is asked with. */
export const PasskeyOptions = z.object({
  options: z.record(z.string(), z.unknown()).meta({
    description:
      'For PublicKeyCredential.parseCreationOptionsFromJSON or parseRequestOptionsFromJSON.',
  }),
})

const PasskeyObject = z
  .object({
    id: z.string().meta({ description: 'Id.', example: 'pky_5f0c1a9be27d43806cb8f1d2' }),
    name: z.string().meta({ description: 'For you.', example: 'Laptop' }),
    createdAt: IsoTime.meta({ description: 'When it was made.' }),
    lastUsedAt: IsoTime.nullable().meta({
      description: 'When somebody signed in with it last; null: nobody did.',
      example: null,
    }),
    isSynced: z.boolean().meta({ description: 'Whether it is on other devices of yours too.' }),
  })
  .meta({ id: 'Passkey' })

/** Passkeys of a person. */
export const PasskeyList = z.object({
  passkeys: z.array(PasskeyObject).meta({ description: 'Newest first.' }),
})

/** A passkey just made. */
export const PasskeyAdded = z.object({ passkey: PasskeyObject })

/** A removed passkey. */
export const PasskeyDeleted = z.object({
  deleted: z.literal(true).meta({ description: 'Nobody signs in with it any more.' }),
  id: z.string().meta({ description: 'The passkey.', example: 'pky_5f0c1a9be27d43806cb8f1d2' }),
})
