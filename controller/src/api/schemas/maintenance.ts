import { z } from 'zod'
import { RECURRENCES } from '../../maintenance/rule.ts'
import { OCCURRENCE_STATUSES } from '../../maintenance/schedule.ts'
import { WINDOW_STATUSES } from '../../maintenance/window-view.ts'
import { UsageObject, pageOf } from './answers.ts'
import { IsoTime } from './time.ts'

const time = (description: string) => IsoTime.meta({ description })
/** Of the first occurrence. */
const begin = (description: string) =>
  IsoTime.meta({ description, example: '2026-02-01T21:00:00.000Z' })
const end = (description: string) =>
  IsoTime.meta({ description, example: '2026-02-01T22:30:00.000Z' })

/** One occurrence of a window. Source: decisions, section 7 */
export const OccurrenceObject = z
  .object({
    id: z.string().meta({
      description:
        'Id; it stays when the occurrence is moved, and as long as the schedule of the window.',
      example: 'occ_9bQw3Tz5Ld1Hs8Vk2XnR0mnhte71c0',
    }),
    maintenanceId: z.string().meta({
      description: 'Id of the window.',
      example: 'mw_9bQw3Tz5Ld1Hs8Vk2XnR',
    }),
    from: begin('When it begins, included.'),
    to: end('When it ends, not included; of one cancelled under way, when that was.'),
    originalFrom: begin('When it begins by the schedule.'),
    originalTo: end('When it ends by the schedule.'),
    status: z.enum(OCCURRENCE_STATUSES).meta({
      description: 'active: under way; done: over.',
      example: 'scheduled',
    }),
    moved: z.boolean().meta({
      description: 'from or to is not what the schedule says.',
      example: false,
    }),
  })
  .meta({ id: 'MaintenanceOccurrence' })

/** A maintenance window. Source: contract, "Maintenance window"; decisions, section 7 */
export const WindowObject = z
  .object({
    id: z.string().meta({ description: 'Id.', example: 'mw_9bQw3Tz5Ld1Hs8Vk2XnR' }),
    description: z.string().meta({ description: 'For people.', example: 'Database upgrade' }),
    from: begin('Start of the first occurrence.'),
    to: end('End of the first occurrence.'),
    recurrence: z.enum(RECURRENCES).meta({ description: 'How it repeats.', example: 'week' }),
    repeatEvery: z.int().meta({
      description: 'Days, weeks or months from one occurrence to the next.',
      example: 1,
    }),
    effectiveTo: IsoTime.nullable().meta({
      description: 'No occurrence begins after this time; null: it repeats for ever.',
      example: null,
    }),
    timezone: z.string().meta({
      description: 'IANA time zone whose clocks it follows.',
      example: 'Europe/Berlin',
    }),
    monitorIds: z.array(z.string()).meta({
      description: 'Monitors it covers, in the order they were sent; empty when it covers all.',
      example: ['mon_4fTq1Zb7Kx0Pq2Lr9sWd'],
    }),
    allMonitors: z.boolean().meta({
      description: 'It covers every monitor of the workspace, new ones too.',
      example: false,
    }),
    status: z.enum(WINDOW_STATUSES).meta({
      description:
        'active: an occurrence is under way; scheduled: one will come; finished: none will.',
      example: 'scheduled',
    }),
    nextOccurrence: OccurrenceObject.nullable().meta({
      description: 'The next that will begin and is not cancelled; null when there is none.',
    }),
    createdAt: time('When it was made.'),
    updatedAt: time('When it, or one of its occurrences, was last changed.'),
  })
  .meta({ id: 'MaintenanceWindow' })

/** One window. Source: contract, "POST /api/v1/maintenance" */
export const WindowAnswer = z.object({ maintenance: WindowObject, usage: UsageObject })

/** One window with its next occurrences. Source: decisions, section 7 */
export const WindowDetail = z.object({
  maintenance: WindowObject,
  occurrences: z.array(OccurrenceObject).meta({
    description:
      'The next 20 that are not over, in the order they begin: one under way, those to come, and cancelled ones among them.',
  }),
  usage: UsageObject,
})

/** A page of windows. Source: decisions, section 7 */
export const WindowList = z.object({
  ...pageOf('Windows of the workspace, on all pages.'),
  maintenance: z.array(WindowObject).meta({ description: 'Newest first.' }),
  usage: UsageObject,
})

/** One occurrence. Source: decisions, section 7 */
export const OccurrenceAnswer = z.object({ occurrence: OccurrenceObject, usage: UsageObject })
