import type { UptimeRow } from '../db/monitor-reads.ts'

/** Percentage 0 to 100 of three windows; null when nothing in a window counts. */
export interface Uptimes {
  readonly uptime24h: number | null
  readonly uptime7d: number | null
  readonly uptime30d: number | null
}

const WINDOWS = { uptime24h: 1, uptime7d: 7, uptime30d: 30 } as const

/** 100 x good / counted, three decimals. One failing second of a month must not round to 100.
 *  Source: decisions, section 6 */
export function uptimePercent(goodSeconds: number, countedSeconds: number): number | null {
  if (countedSeconds <= 0) return null
  const percent = Math.round((100_000 * goodSeconds) / countedSeconds) / 1_000
  return percent === 100 && goodSeconds < countedSeconds ? 99.999 : percent
}

/** Groups the windows by monitor; monitors without a row have no uptime yet. */
export function uptimesByMonitor(rows: readonly UptimeRow[]): (monitorId: number) => Uptimes {
  const percents = new Map(
    rows.map((row) => [
      `${row.monitorId}/${row.windowDays}`,
      uptimePercent(row.goodSeconds, row.countedSeconds),
    ]),
  )
  const of = (monitorId: number, days: number) => percents.get(`${monitorId}/${days}`) ?? null
  return (monitorId) => ({
    uptime24h: of(monitorId, WINDOWS.uptime24h),
    uptime7d: of(monitorId, WINDOWS.uptime7d),
    uptime30d: of(monitorId, WINDOWS.uptime30d),
  })
}
