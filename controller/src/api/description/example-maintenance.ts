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

/** The second occurrence. */
const original = { from: '2026-02-08T21:00:00.000Z', to: '2026-02-08T22:30:00.000Z' }
const second = {
  id: 'occ_9bQw3Tz5Ld1Hs8Vk2XnR0mni3ea000',
  ...original,
  originalFrom: original.from,
  originalTo: original.to,
}
/** The same an hour later, and longer. */
const times = { from: '2026-02-08T22:00:00.000Z', to: '2026-02-09T00:30:00.000Z' }
const moved = { ...second, ...times, moved: true }

const changes = { request: { description: creation.description, effectiveTo: null } }

/** What is told of maintenance windows. */
export const MAINTENANCE_EXAMPLES: ToldOperations = {
  createMaintenance: { request: creation },
  readMaintenance: { answer: { occurrences: [{}, moved] } },
  changeMaintenance: changes,
  changeMaintenanceByPut: changes,
  moveMaintenanceOccurrence: { request: times, answer: { occurrence: moved } },
  cancelMaintenanceOccurrence: { answer: { occurrence: { ...second, status: 'cancelled' } } },
}
