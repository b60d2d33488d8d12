import { z } from 'zod'
import { RECURRENCES } from '../../maintenance/rule.ts'
import type {
  OccurrenceChangeInput,
  WindowChangeInput,
  WindowCreationInput,
} from '../../maintenance/window-input.ts'
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_REPEAT_EVERY,
  MAX_WINDOW_DAYS,
} from '../../maintenance/window-input.ts'
import { TimeZone } from './time-zone.ts'
import { TimeField } from './time.ts'

const fields = {
  description: z
    .string()
    .trim()
    .min(1)
    // Code points, which is what the contract counts: length would count an emoji twice.
    .refine((text) => Array.from(text).length <= MAX_DESCRIPTION_LENGTH, {
      message: `must be at most ${MAX_DESCRIPTION_LENGTH} characters long`,
    })
    .meta({
      maxLength: MAX_DESCRIPTION_LENGTH,
      description: `What is done, for people; up to ${MAX_DESCRIPTION_LENGTH} characters (code points).`,
      example: 'Database upgrade',
    }),
  from: TimeField.meta({
    description: 'Start of the first occurrence: ISO 8601 (without a zone: UTC) or UNIX seconds.',
    example: '2026-02-01T22:00:00Z',
  }),
  to: TimeField.meta({
    description: `End of the first occurrence; after from, and at most ${MAX_WINDOW_DAYS} days later. Every occurrence lasts as long as the first.`,
    example: '2026-02-01T23:30:00Z',
  }),
  recurrence: z.enum(RECURRENCES).meta({
    description:
      'How it repeats: none (default), or every so many days, weeks or months. Monthly occurrences keep the day of the month, or take the last day of shorter months. Occurrences must not overlap.',
    example: 'week',
  }),
  repeatEvery: z
    .int()
    .min(1)
    .max(MAX_REPEAT_EVERY)
    .meta({
      description: `Days, weeks or months from one occurrence to the next, 1 to ${MAX_REPEAT_EVERY}; default 1.`,
      example: 1,
    }),
  effectiveTo: TimeField.nullable().meta({
    description:
      'No occurrence begins after this time (one that begins exactly then still does); not before from. null, the default: it repeats for ever.',
    example: null,
  }),
  timezone: TimeZone.meta({
    description:
      'IANA time zone whose clocks the occurrences follow, default UTC: over a clock change they begin at the same wall-clock time and last as long as ever. A time that the clocks skip (or a date that the zone leaves out) is taken as much later, and of a time that comes twice the first counts.',
    example: 'Europe/Berlin',
  }),
  monitorIds: z
    .array(z.string().max(64))
    .transform((ids) => [...new Set(ids)])
    .meta({
      description:
        'Monitors it covers, in place of those it covered. A monitor that is deleted leaves the list; a window whose list is empty by that stays and covers nothing.',
      example: ['mon_4fTq1Zb7Kx0Pq2Lr9sWd'],
    }),
  allMonitors: z.boolean().meta({
    description:
      'true: it covers every monitor of the workspace, now and in future, whatever monitorIds says. false needs monitorIds in the same request.',
    example: false,
  }),
}

/** Body of POST /maintenance. Source: contract, "POST /api/v1/maintenance" */
export const WindowCreation: z.ZodType<WindowCreationInput> = z
  .strictObject({ ...fields })
  .partial()
  .extend({ description: fields.description, from: fields.from, to: fields.to })
  .meta({
    description: 'description, from and to are required, and monitorIds or allMonitors: true.',
  })

/** Body of PATCH and PUT /maintenance/{id}. Source: contract, "PATCH or PUT /api/v1/maintenance/{id}" */
export const WindowChange: z.ZodType<WindowChangeInput> = z
  .strictObject({ ...fields })
  .partial()
  .meta({ description: 'Only the fields to change.' })

/** Body of PATCH /maintenance/occurrences/{id}. Source: decisions, section 7 */
export const OccurrenceChange: z.ZodType<OccurrenceChangeInput> = z
  .strictObject({
    from: TimeField.meta({
      description: 'When it begins; of one under way it cannot change.',
      example: '2026-02-08T23:00:00Z',
    }),
    to: TimeField.meta({
      description: `When it ends; after from, at most ${MAX_WINDOW_DAYS} days later, and later than now.`,
      example: '2026-02-09T00:30:00Z',
    }),
  })
  .partial()
  .meta({ description: 'What is not sent stays.' })
