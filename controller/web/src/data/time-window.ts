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

export interface TimeWindow {
  readonly from: string
  readonly to: string
}

/** As long as the period, until the last whole minute. Of a monitor that was made since, and would never have been checked
 *  by then, until the next one: what it finds meanwhile is read as it comes. */
export function windowOf(
  period: Period,
  now: Date,
  { createdAt }: { readonly createdAt: string },
): TimeWindow {
  const wholeMs = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS
  const toMs = Date.parse(createdAt) < wholeMs ? wholeMs : wholeMs + MINUTE_MS
  const fromMs = toMs - PERIODS[period].days * DAY_MS
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() }
}

/** As long, right before it. */
export function windowBefore({ from, to }: TimeWindow): TimeWindow {
  const lengthMs = Date.parse(to) - Date.parse(from)
  return { from: new Date(Date.parse(from) - lengthMs).toISOString(), to: from }
}
