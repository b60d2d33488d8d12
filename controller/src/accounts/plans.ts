/** What an account may do; every plan may call every endpoint. Source: decisions, section 2. */
export interface Plan {
  readonly tier: string
  /** Calls a day (UTC), null without limit. */
  readonly dailyLimit: number | null
  readonly maxMonitors: number | null
  readonly minIntervalMinutes: number
  /** Most pages of one crawl. */
  readonly maxCrawlPages: number
  /** How long single check results are kept, where the operator sets nothing else. */
  readonly retentionDays: number
}

export const PLANS = [
  {
    tier: 'free',
    dailyLimit: 100,
    maxMonitors: 10,
    minIntervalMinutes: 5,
    maxCrawlPages: 500,
    retentionDays: 400,
  },
  {
    tier: 'starter',
    dailyLimit: 1_000,
    maxMonitors: 50,
    minIntervalMinutes: 1,
    maxCrawlPages: 2_000,
    retentionDays: 400,
  },
  {
    tier: 'pro',
    dailyLimit: 10_000,
    maxMonitors: 200,
    minIntervalMinutes: 1,
    maxCrawlPages: 10_000,
    retentionDays: 400,
  },
  {
    tier: 'business',
    dailyLimit: 100_000,
    maxMonitors: 1_000,
    minIntervalMinutes: 1,
    maxCrawlPages: 50_000,
    retentionDays: 400,
  },
  {
    tier: 'unlimited',
    dailyLimit: null,
    maxMonitors: null,
    minIntervalMinutes: 1,
    maxCrawlPages: 100_000,
    retentionDays: 400,
  },
] as const satisfies readonly Plan[]

export type PlanTier = (typeof PLANS)[number]['tier']

const BY_TIER = new Map<string, Plan>(PLANS.map((plan) => [plan.tier, plan]))

/** The plan of a tier. A tier the database holds but this version does not know counts as free: it
 *  must never lift a limit. */
export function planOf(tier: string): Plan {
  return BY_TIER.get(tier) ?? PLANS[0]
}
