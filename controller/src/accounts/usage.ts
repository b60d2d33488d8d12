import { readUsageByDay, readUsageByEndpoint } from '../db/limits.ts'
import type { Queryable } from '../db/pool.ts'
import type { Caller } from './admission.ts'
import { isoDay, nextDayAt, secondsToNextDay } from './utc-day.ts'

/** Days that GET /usage shows. Source: decisions, section 2 */
const SHOWN_DAYS = 30
const DAY_MS = 86_400_000

/** What every successful answer tells of the account. Source: contract, "Common objects" */
export interface Usage {
  readonly used: number
  readonly dailyLimit: number | null
  readonly tier: string
}

export function usageOf(caller: Caller): Usage {
  return { used: caller.used, dailyLimit: caller.plan.dailyLimit, tier: caller.plan.tier }
}

/** The answer of GET /usage. */
export interface UsageReport extends Usage {
  readonly resetsInSeconds: number
  readonly resetsAt: Date
  /** Thirty days, today first, days without a call included. */
  readonly byDay: readonly { date: string; used: number }[]
  /** Today's calls by endpoint, most used first. */
  readonly byEndpoint: readonly { endpoint: string; used: number }[]
}

export async function reportUsage(db: Queryable, caller: Caller, now: Date): Promise<UsageReport> {
  // The same words as in the function admit_request.
  const subject =
    caller.workspaceId === null ? `key:${caller.keyId}` : `workspace:${caller.workspaceId}`
  const days = Array.from({ length: SHOWN_DAYS }, (_, ago) =>
    isoDay(new Date(now.getTime() - ago * DAY_MS)),
  )
  const today = isoDay(now)
  const counted = await readUsageByDay(db, subject, days.at(-1) ?? today, today)
  const usedOn = new Map(counted.map((row) => [row.date, row.used]))
  return {
    ...usageOf(caller),
    resetsInSeconds: secondsToNextDay(now),
    resetsAt: nextDayAt(now),
    byDay: days.map((date) => ({ date, used: usedOn.get(date) ?? 0 })),
    byEndpoint: await readUsageByEndpoint(db, subject, today),
  }
}
