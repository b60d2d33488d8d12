import type { ToldOperations } from './told.ts'

/** Ids of what is deleted, where one schema answers for things of any kind. */
const IDS = {
  deleteContact: 'ctc_4fTq1Zb7Kx0Pq2Lr9sWd',
  deleteMaintenance: 'mw_9bQw3Tz5Ld1Hs8Vk2XnR',
  deleteOutageNote: 'nte_2Lr9sWdT8Hq2Zb7Kx0Pq',
  deleteStatusPage: 'stp_4fTq1Zb7Kx0Pq2Lr9sWd',
  deleteStatusPageSubscriber: 'sub_7cMn5Rw2Xp8Yt4Zk1QvB',
  deleteTeam: 'team_4fTq1Zb7Kx0Pq2Lr9sWd',
  removeAgent: 'agt_4fTq1Zb7Kx0Pq2Lr9sWd',
  revokeAgentToken: 'tok_4fTq1Zb7Kx0Pq2Lr9sWd',
}

export const DELETED_EXAMPLES: ToldOperations = Object.fromEntries(
  Object.entries(IDS).map(([operation, id]) => [operation, { answer: { id } }]),
)
