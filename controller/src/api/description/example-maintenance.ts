import type { z } from 'zod'
import type {
  OccurrenceAnswer,
  OccurrenceObject,
  WindowAnswer,
  WindowDetail,
  WindowObject,
} from '../schemas/maintenance.ts'
import { UsageObject } from '../schemas/answers.ts'
import { WindowList } from '../schemas/maintenance.ts'
import { exampleOf } from './compose.ts'
import { MONITOR_ID } from './example-monitors.ts'

const WINDOW_ID = 'mw_9bQw3Tz5Ld1Hs8Vk2XnR'
const USAGE = exampleOf(UsageObject, { used: 15 })

/** A night a week, in the time of Berlin. */
const creation = {
  description: 'Database upgrade',
  from: '2026-02-01T22:00:00+01:00',
  to: '2026-02-01T23:30:00+01:00',
  recurrence: 'week',
  timezone: 'Europe/Berlin',
  monitorIds: [MONITOR_ID],
} as const

const first: z.input<typeof OccurrenceObject> = {
  id: 'occ_9bQw3Tz5Ld1Hs8Vk2XnR0mnhte71c0',
  maintenanceId: WINDOW_ID,
  from: '2026-02-01T21:00:00.000Z',
  to: '2026-02-01T22:30:00.000Z',
  originalFrom: '2026-02-01T21:00:00.000Z',
  originalTo: '2026-02-01T22:30:00.000Z',
  status: 'scheduled',
  moved: false,
}

const second: z.input<typeof OccurrenceObject> = {
  ...first,
  id: 'occ_9bQw3Tz5Ld1Hs8Vk2XnR0mni3ea000',
  from: '2026-02-08T21:00:00.000Z',
  to: '2026-02-08T22:30:00.000Z',
  originalFrom: '2026-02-08T21:00:00.000Z',
  originalTo: '2026-02-08T22:30:00.000Z',
}

/** The second, an hour later and longer. */
const moved: z.input<typeof OccurrenceObject> = {
  ...second,
  from: '2026-02-08T22:00:00.000Z',
  to: '2026-02-09T00:30:00.000Z',
  moved: true,
}

const window: z.input<typeof WindowObject> = {
  id: WINDOW_ID,
  description: creation.description,
  from: first.from,
  to: first.to,
  recurrence: creation.recurrence,
  repeatEvery: 1,
  effectiveTo: null,
  timezone: creation.timezone,
  monitorIds: [MONITOR_ID],
  allMonitors: false,
  status: 'scheduled',
  nextOccurrence: first,
  createdAt: '2026-01-31T12:00:00.000Z',
  updatedAt: '2026-01-31T12:00:00.000Z',
}

const created: z.input<typeof WindowAnswer> = { maintenance: window, usage: USAGE }

const detail: z.input<typeof WindowDetail> = {
  maintenance: window,
  occurrences: [first, moved],
  usage: USAGE,
}

const movedAnswer: z.input<typeof OccurrenceAnswer> = { occurrence: moved, usage: USAGE }

const cancelled: z.input<typeof OccurrenceAnswer> = {
  occurrence: { ...second, status: 'cancelled' },
  usage: USAGE,
}

const listing = exampleOf(WindowList, { maintenance: [window], usage: USAGE })

const changes = {
  request: { example: { description: creation.description, effectiveTo: null } },
  answers: { 200: { example: created } },
}

/** Whole bodies of the maintenance endpoints, by operation. */
export const MAINTENANCE_EXAMPLES = {
  listMaintenance: { answers: { 200: { example: listing } } },
  createMaintenance: { request: { example: creation }, answers: { 201: { example: created } } },
  readMaintenance: { answers: { 200: { example: detail } } },
  changeMaintenance: changes,
  changeMaintenanceByPut: changes,
  deleteMaintenance: {
    answers: { 200: { example: { deleted: true, id: WINDOW_ID, usage: USAGE } } },
  },
  moveMaintenanceOccurrence: {
    request: { example: { from: moved.from, to: moved.to } },
    answers: { 200: { example: movedAnswer } },
  },
  cancelMaintenanceOccurrence: { answers: { 200: { example: cancelled } } },
}
