import { PLANS } from '../../accounts/plans.ts'
import type { ToldOperations } from './told.ts'

const WORKSPACE = { name: 'Main workspace' }
const GRACE = { id: 'psn_9sWd4fTq1Zb7Kx0Pq2Lr', name: 'Grace', email: 'grace@example.com' }

const account = {
  person: { zone: 'Europe/Berlin' },
  workspaces: [{}, { id: 'wsp_9sWd4fTq1Zb7Kx0Pq2Lr', name: 'Shop', role: 'viewer' }],
}

const usage = {
  resetsAt: '2026-02-01T00:00:00.000Z',
  byDay: [{}, { date: '2026-01-30', used: 431 }],
  byEndpoint: [{ used: 11 }, { endpoint: 'GET /api/v1/usage', used: 1 }],
}

const challenge = 'uZk3mYJ0m8Yx9nq4N1q7uQ0Vb3d8cJ2l'
const host = 'sightline.example'

const passkeyMade = {
  rp: { name: 'Sightline', id: host },
  user: { id: 'ZDhjMmowdmIz', name: 'ada@example.com', displayName: 'ada@example.com' },
  challenge,
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
}

const passkeyAsked = { rpId: host, challenge, timeout: 60_000, userVerification: 'preferred' }

/** What is told of the account and of signing in. */
export const ACCOUNT_EXAMPLES: ToldOperations = {
  readPlans: { answer: { plans: PLANS } },
  readUsage: { answers: { short: { summary: 'Two of the thirty days', value: usage } } },
  readAuditLog: { answer: { entries: [{ changes: [{ to: 5 }, { field: 'url' }] }] } },
  readMe: { answer: account },
  changeMe: { answer: account },
  deleteView: { answer: { views: [] } },
  listPeople: {
    answer: { total: 2, people: [{}, { ...GRACE, role: 'editor', secondFactor: false }] },
  },
  changePerson: { answer: { id: GRACE.id } },
  removePerson: { answer: { id: GRACE.id } },
  createWorkspace: { answer: { workspace: WORKSPACE } },
  renameWorkspace: { answer: { workspace: WORKSPACE } },
  beginPasskey: { answer: { options: passkeyMade } },
  beginPasskeySignIn: { answer: { options: passkeyAsked } },
  signOut: { answer: { signedIn: false } },
}
