import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { HoursOfDayAnswer } from '../../../src/api/schemas/hours-of-day.ts'
import type { PerformanceAnswer } from '../../../src/api/schemas/performance.ts'
import type { ProbeList } from '../../../src/api/schemas/probe.ts'
import type { ResultList } from '../../../src/api/schemas/result.ts'
import type { SummaryAnswer } from '../../../src/api/schemas/summary.ts'
import { api } from './api.ts'
import { previousOf } from './previous.ts'
import { hoursAsked } from './hours-asked.ts'
import type { Outages } from './wire.ts'

export type Summary = z.input<typeof SummaryAnswer>
export type Performance = z.input<typeof PerformanceAnswer>
export type Probes = z.input<typeof ProbeList>
export type Results = z.input<typeof ResultList>
export type CheckResult = Results['results'][number]
export type HoursOfDay = z.input<typeof HoursOfDayAnswer>

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

export function windowOf(period: Period, now: Date): TimeWindow {
  return windowUntil(period, Math.ceil(now.getTime() / MINUTE_MS) * MINUTE_MS)
}

/** The same of a monitor that was made since the window ends, which would say that it was never checked: until its last
 *  check. */
export function windowOfNew(
  period: Period,
  now: Date,
  { createdAt, lastCheckedAt }: { readonly createdAt: string; readonly lastCheckedAt: string | null },
): TimeWindow {
  const window = windowOf(period, now)
  if (Date.parse(createdAt) < Date.parse(window.to)) return window
  return windowUntil(period, Date.parse(lastCheckedAt ?? createdAt) + SECOND_MS)
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

/** A read of one monitor over a window. */
function report<T>(
  id: string,
  name: string,
  query: Readonly<Record<string, string | number | undefined>>,
) {
  return queryOptions({
    queryKey: ['monitor', id, name, query],
    queryFn: ({ signal }) =>
      api<T>(`/api/v1/monitors/${encodeURIComponent(id)}/${name}`, { query, signal }),
    placeholderData: previousOf('monitor', id, name),
  })
}

export const summaryQuery = (id: string, { from, to }: TimeWindow) =>
  report<Summary>(id, 'summary', { from, to })

/** @param region undefined: all of them together */
export const performanceQuery = (
  id: string,
  { from, to }: TimeWindow,
  interval: string,
  region?: string,
) => report<Performance>(id, 'performance', { from, to, interval, region })

export const outagesOfQuery = (id: string, { from, to }: TimeWindow, page: number, per: number) =>
  report<Outages>(id, 'outages', { from, to, page, per })

export const probesQuery = (id: string, { from, to }: TimeWindow) =>
  report<Probes>(id, 'probes', { from, to })

/** @param zone whose hours they are */
export const hoursQuery = (id: string, window: TimeWindow, zone: string) =>
  report<HoursOfDay>(id, 'hours-of-day', hoursAsked(window, zone))

export const resultsQuery = (
  id: string,
  { from, to }: TimeWindow,
  page: number,
  per: number,
  only: { readonly status?: string; readonly region?: string | undefined } = {},
) => report<Results>(id, 'results', { from, to, page, per, ...only })
