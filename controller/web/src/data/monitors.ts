import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, ApiError, apiTagged } from './api.ts'
import type { Monitor, MonitorCounts, Monitors, SetAction } from './wire.ts'

/** Asked for at once of those that are looked at together: as many as the API gives. */
export const TOGETHER_ASKED = 200

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

/** One page of the list.
 *  @param beats latest intervals that each is shown with */
export const monitorsQuery = (filters: MonitorFilters, page: number, per: number, beats = 0) =>
  queryOptions({
    queryKey: ['monitors', 'list', filters, page, per, beats],
    queryFn: ({ signal }) =>
      api<Monitors>('/api/v1/monitors', { query: { ...filters, page, per, beats }, signal }),
    placeholderData: keepPreviousData,
  })

export const monitorQuery = (id: string) =>
  queryOptions({
    queryKey: ['monitors', 'one', id],
    queryFn: async ({ signal }) =>
      (await api<{ monitor: Monitor }>(`/api/v1/monitors/${encodeURIComponent(id)}`, { signal }))
        .monitor,
  })

/** A monitor as a form begins with it. */
export interface MonitorToEdit {
  readonly monitor: Monitor
  /** Names the settings it has: sent along with a change, nobody undoes what another did. */
  readonly etag: string | null
}

/** Read once a form is opened, and by nothing renewed while somebody types. */
export const monitorToEditQuery = (id: string) =>
  queryOptions({
    queryKey: ['monitor-to-edit', id],
    queryFn: async ({ signal }): Promise<MonitorToEdit> => {
      const path = `/api/v1/monitors/${encodeURIComponent(id)}`
      const { answer, etag } = await apiTagged<{ monitor: Monitor }>(path, { signal })
      return { monitor: answer.monitor, etag }
    },
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** How many monitors of each status match. */
export const monitorCountsQuery = (filters: Omit<MonitorFilters, 'status' | 'sort' | 'order'>) =>
  queryOptions({
    queryKey: ['monitors', 'count', filters],
    queryFn: async ({ signal }) =>
      (await api<MonitorCounts>('/api/v1/monitors/counts', { query: { ...filters }, signal }))
        .byStatus,
    placeholderData: keepPreviousData,
  })

interface SetAnswer {
  readonly results: readonly {
    readonly id: string
    readonly ok: boolean
    readonly error?: string
  }[]
}

/** Pauses or resumes monitors.
 *  @returns what is wrong with each that could not be */
export async function changeMonitors(
  ids: readonly string[],
  action: SetAction,
): Promise<readonly string[]> {
  const { results } = await api<SetAnswer>('/api/v1/monitors', {
    method: 'PATCH',
    body: { ids, action },
  })
  return results.flatMap(({ ok, error = '' }) => (ok ? [] : [error]))
}

export interface TagChange {
  readonly addTags: readonly string[]
  readonly removeTags: readonly string[]
}

/** Gives monitors tags, and takes others away.
 *  @throws Error with what is wrong with those that could not be changed */
export async function tagMonitors(ids: readonly string[], change: TagChange): Promise<void> {
  const { results } = await api<SetAnswer>('/api/v1/monitors', {
    method: 'PATCH',
    body: { ids, ...change },
  })
  const failed = results.filter(({ ok }) => !ok)
  const [first] = failed
  if (first !== undefined) {
    throw new Error(`${failed.length} could not be changed. ${first.error ?? ''}`)
  }
}

export async function deleteMonitors(ids: readonly string[]): Promise<void> {
  await api('/api/v1/monitors', { method: 'DELETE', query: { ids } })
}

export async function createMonitor(body: object): Promise<Monitor> {
  return (await api<{ monitor: Monitor }>('/api/v1/monitors', { method: 'POST', body })).monitor
}

/** @param etag of the read that the change was made from; null: whatever it is now
 *  @throws ApiError one that `saysChanged` when somebody else changed it since */
export async function changeMonitor(
  id: string,
  body: object,
  etag: string | null,
): Promise<Monitor> {
  const path = `/api/v1/monitors/${encodeURIComponent(id)}`
  const headers = etag === null ? {} : { 'if-match': etag }
  return (await api<{ monitor: Monitor }>(path, { method: 'PATCH', body, headers })).monitor
}

/** Whether a change was refused because somebody else changed the monitor, and not for an address that another one
 *  has, say: that is a 409 too. */
export function saysChanged(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409 && 'changed' in error.answer
}

/** The monitor that has the target which was refused; null: it was not refused for that. */
export function holderOf(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null
  const id = error.answer['monitorId']
  return typeof id === 'string' ? id : null
}

export interface Proposal {
  readonly what: string
  /** One sentence: why it is worth watching. */
  readonly reason: string
  /** Body of a new monitor. */
  readonly monitor: Readonly<Record<string, unknown>>
  /** The monitor that watches it already; null: none does. */
  readonly monitorId: string | null
}

/** What can be watched of an address. */
export const proposalsQuery = (address: string) =>
  queryOptions({
    queryKey: ['proposals', address],
    queryFn: async ({ signal }) =>
      (
        await api<{ proposals: Proposal[] }>('/api/v1/monitors/propose', {
          query: { address },
          signal,
        })
      ).proposals,
    retry: false,
    staleTime: 300_000,
  })
