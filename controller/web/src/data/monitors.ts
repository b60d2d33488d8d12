import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import type { Monitor, Monitors } from './wire.ts'

/** What narrows and orders the list; it stands in the page's address too. */
export interface MonitorFilters {
  readonly status?: string | undefined
  readonly type?: string | undefined
  readonly tag?: string | undefined
  readonly region?: string | undefined
  readonly search?: string | undefined
  readonly sort?: string | undefined
  readonly order?: string | undefined
}

/** One page of the list. */
export const monitorsQuery = (filters: MonitorFilters, page: number, per: number) =>
  queryOptions({
    queryKey: ['monitors', 'list', filters, page, per],
    queryFn: ({ signal }) =>
      api<Monitors>('/api/v1/monitors', { query: { ...filters, page, per }, signal }),
    placeholderData: keepPreviousData,
  })

export const monitorQuery = (id: string) =>
  queryOptions({
    queryKey: ['monitors', 'one', id],
    queryFn: async ({ signal }) =>
      (await api<{ monitor: Monitor }>(`/api/v1/monitors/${encodeURIComponent(id)}`, { signal }))
        .monitor,
  })
