import { z } from 'zod'
import { idList, label } from '../../input/fields.ts'

const MAX_STEPS = 20
const MAX_AFTER_MINUTES = 10_080

const memberIds = idList('People of the workspace.')
const contactIds = idList('Alert contacts of the workspace.')

const EscalationStep = z
  .strictObject({
    afterMinutes: z.int().min(1).max(MAX_AFTER_MINUTES).meta({
      description: 'Minutes after the outage began, if it is still open then.',
      example: 15,
    }),
    memberIds: memberIds.default([]),
    contactIds: contactIds.default([]),
  })
  .refine((step) => step.memberIds.length + step.contactIds.length > 0, {
    message: 'must name somebody in memberIds or contactIds',
  })

const fields = {
  name: label(100).meta({ description: 'For people; once in the workspace.', example: 'Shop' }),
  memberIds,
  contactIds,
  escalation: z
    .array(EscalationStep)
    .max(MAX_STEPS)
    .refine((steps) => new Set(steps.map((step) => step.afterMinutes)).size === steps.length, {
      message: 'must have steps with different afterMinutes',
    })
    .transform((steps) => steps.sort((a, b) => a.afterMinutes - b.afterMinutes))
    .meta({
      description: 'Who is alerted later when an outage lasts; the earliest step comes first.',
      example: [],
    }),
}

/** Body of POST /alerting/teams. */
export const TeamCreation = z
  .strictObject(fields)
  .partial()
  .extend({ name: fields.name })
  .meta({ description: 'Only name is required; lists default to empty.' })
export type TeamCreationInput = z.output<typeof TeamCreation>

/** Body of PATCH /alerting/teams/{id}. */
export const TeamChange = z
  .strictObject(fields)
  .partial()
  .meta({ description: 'Any subset of the fields; lists are replaced.' })
export type TeamChangeInput = z.output<typeof TeamChange>
