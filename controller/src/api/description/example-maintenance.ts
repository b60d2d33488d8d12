import type { ToldOperations } from './told.ts'

/** A night a week, in the time of Berlin. */
const creation = {
  description: 'Database upgrade',
  from: '2026-02-01T22:00:00+01:00',
  to: '2026-02-01T23:30:00+01:00',
  recurrence: 'week',
  timezone: 'Europe/Berlin',
  monitorIds: ['mon_4fTq1Zb7Kx0Pq2Lr9sWd'],
}

const occurrence = (from: string, to: string) => ({ from, to, originalFrom: from, originalTo: to })
const first = occurrence('2026-02-01T21:00:00.000Z', '2026-02-01T22:30:00.000Z')
const second = {
  ...occurrence('2026-02-08T21:00:00.000Z', '2026-02-08T22:30:00.000Z'),
  id: 'occ_9bQw3Tz5Ld1Hs8Vk2XnR0mni3ea000',
}
/** The second, an hour later and longer. */
const times = { from: '2026-02-08T22:00:00.000Z', to: '2026-02-09T00:30:00.000Z' }
const moved = { ...second, ...times, moved: true }

const { from, to } = first
const maintenance = { from, to, effectiveTo: null, nextOccurrence: first }
const changes = {
  request: { description: creation.description, effectiveTo: null },
  answer: { maintenance },
}

/** What is told of maintenance windows. */
export const MAINTENANCE_EXAMPLES: ToldOperations = {
  listMaintenance: { answer: { maintenance: [maintenance] } },
  createMaintenance: { request: creation, answer: { maintenance } },
  readMaintenance: { answer: { maintenance, occurrences: [first, moved] } },
  changeMaintenance: changes,
  changeMaintenanceByPut: changes,
  moveMaintenanceOccurrence: { request: times, answer: { occurrence: moved } },
  cancelMaintenanceOccurrence: { answer: { occurrence: { ...second, status: 'cancelled' } } },
}
