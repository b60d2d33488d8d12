import { PLANS } from '../../accounts/plans.ts'

const usageReport = {
  used: 12,
  dailyLimit: 1000,
  tier: 'starter',
  resetsInSeconds: 43_200,
  resetsAt: '2026-02-01T00:00:00.000Z',
  byDay: [
    { date: '2026-01-31', used: 12 },
    { date: '2026-01-30', used: 431 },
  ],
  byEndpoint: [
    { endpoint: 'GET /api/v1/monitors', used: 11 },
    { endpoint: 'GET /api/v1/usage', used: 1 },
  ],
}

const WORKSPACE = { id: 'wsp_4fTq1Zb7Kx0Pq2Lr9sWd', name: 'Main workspace' }

const ownAccount = {
  person: {
    id: 'psn_4fTq1Zb7Kx0Pq2Lr9sWd',
    name: 'Ada',
    email: 'ada@example.com',
    zone: 'Europe/Berlin',
  },
  workspace: { ...WORKSPACE, tier: 'unlimited' },
  role: 'owner',
  permissions: { viewMonitoring: true, manageMonitoring: true, analyse: true, managePeople: true },
  workspaces: [
    { ...WORKSPACE, role: 'owner' },
    { id: 'wsp_9sWd4fTq1Zb7Kx0Pq2Lr', name: 'Shop', role: 'viewer' },
  ],
  secondFactor: false,
}

const session = {
  id: 'ses_5f0c1a9be27d43806cb8f1d2',
  createdAt: '2026-01-30T08:12:44.120Z',
  lastSeenAt: '2026-01-31T11:59:02.000Z',
  expiresAt: '2026-03-01T08:12:44.120Z',
  ipAddress: '192.0.2.1',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
  isCurrent: true,
}

const ownKey = {
  id: 'key_4fTq1Zb7Kx0Pq2Lr9sWd',
  name: 'Deploy script',
  lastFour: 'Kx0P',
  role: 'owner',
  createdAt: '2026-01-31T12:00:00.000Z',
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
  state: 'inForce',
}

const people = {
  total: 2,
  page: 1,
  per: 50,
  people: [
    { id: 'psn_4fTq1Zb7Kx0Pq2Lr9sWd', name: 'Ada', role: 'owner' },
    { id: 'psn_9sWd4fTq1Zb7Kx0Pq2Lr', name: 'Grace', role: 'editor' },
  ],
  usage: { used: 12, dailyLimit: 1000, tier: 'starter' },
}

/** Whole answers about the account and the program, by operation. */
export const ACCOUNT_EXAMPLES = {
  readPlans: { answers: { 200: { example: { plans: PLANS } } } },
  readUsage: {
    answers: {
      200: {
        examples: { short: { summary: 'Two of the thirty days', value: usageReport } },
      },
    },
  },
  readMe: { answers: { 200: { example: ownAccount } } },
  changeMe: { answers: { 200: { example: ownAccount } } },
  chooseWorkspace: { answers: { 200: { example: { workspaceId: WORKSPACE.id } } } },
  listSessions: { answers: { 200: { example: { sessions: [session] } } } },
  endSession: { answers: { 200: { example: { deleted: true, id: session.id } } } },
  endOtherSessions: { answers: { 200: { example: { deleted: 2 } } } },
  listKeys: { answers: { 200: { example: { keys: [ownKey] } } } },
  createKey: {
    answers: {
      201: { example: { key: ownKey, value: 'sl_live_4fTq1Zb7Kx0Pq2Lr9sWd4fTq1Zb7Kx0P' } },
    },
  },
  revokeKey: { answers: { 200: { example: { deleted: true, id: ownKey.id } } } },
  listPeople: { answers: { 200: { example: people } } },
  signIn: { answers: { 200: { example: { signedIn: true } } } },
  signOut: { answers: { 200: { example: { signedIn: false } } } },
  changePassword: { answers: { 200: { example: { signedIn: true } } } },
  readHealth: { answers: { 200: { example: { status: 'ok' } } } },
  readReadiness: { answers: { 200: { example: { status: 'ok' } } } },
}
