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
import type { TimeWindow } from './time-window.ts'
import type { Outages } from './wire.ts'

export type Summary = z.input<typeof SummaryAnswer>
export type Performance = z.input<typeof PerformanceAnswer>
export type Probes = z.input<typeof ProbeList>
export type Results = z.input<typeof ResultList>
export type CheckResult = Results['results'][number]
export type HoursOfDay = z.input<typeof HoursOfDayAnswer>

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
