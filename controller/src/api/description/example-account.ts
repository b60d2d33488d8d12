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
  readHealth: { answers: { 200: { example: { status: 'ok' } } } },
  readReadiness: { answers: { 200: { example: { status: 'ok' } } } },
}
