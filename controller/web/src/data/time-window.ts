/** A time that is looked back at. */
export const PERIODS = {
  '24h': { text: '24 hours', days: 1 },
  '7d': { text: '7 days', days: 7 },
  '30d': { text: '30 days', days: 30 },
  '90d': { text: '90 days', days: 90 },
  '1y': { text: '1 year', days: 365 },
} as const
export type Period = keyof typeof PERIODS

const DAY_MS = 86_400_000
/** Windows end at whole minutes, so that what was asked a moment ago is asked for no second time. */
const MINUTE_MS = 60_000
const SECOND_MS = 1_000

export interface TimeWindow {
  readonly from: string
  readonly to: string
}

/** As long as the period, until the last whole minute: that of a monitor that was made since, and would never have been
 *  checked by then, until its last check. */
export function windowOf(
  period: Period,
  now: Date,
  {
    createdAt,
    lastCheckedAt,
  }: { readonly createdAt: string; readonly lastCheckedAt: string | null },
): TimeWindow {
  const wholeMs = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS
  const isNew = Date.parse(createdAt) >= wholeMs
  return windowUntil(period, isNew ? Date.parse(lastCheckedAt ?? createdAt) + SECOND_MS : wholeMs)
}

function windowUntil(period: Period, toMs: number): TimeWindow {
  const fromMs = toMs - PERIODS[period].days * DAY_MS
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() }
}

/** As long, right before it. */
export function windowBefore({ from, to }: TimeWindow): TimeWindow {
  const lengthMs = Date.parse(to) - Date.parse(from)
  return { from: new Date(Date.parse(from) - lengthMs).toISOString(), to: from }
}
