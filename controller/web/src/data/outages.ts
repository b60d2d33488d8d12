import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  OverviewAnswer,
  WorkspaceOutageList,
} from '../../../src/api/schemas/workspace-outage.ts'
import { api } from './api.ts'
import type { Story } from './wire.ts'

export type Overview = z.input<typeof OverviewAnswer>
export type ListedOutage = z.input<typeof WorkspaceOutageList>['outages'][number]

export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => api<Overview>('/api/v1/overview', { signal }),
})

export const outagesQuery = (status: string | undefined, page: number, per: number) =>
  queryOptions({
    queryKey: ['outages', 'list', status, page, per],
    queryFn: ({ signal }) =>
      api<z.input<typeof WorkspaceOutageList>>('/api/v1/outages', {
        query: { status, page, per },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

export const outageQuery = (id: string) =>
  queryOptions({
    queryKey: ['outages', 'one', id],
    queryFn: ({ signal }) => api<Story>(`/api/v1/outages/${encodeURIComponent(id)}`, { signal }),
  })

export async function acknowledge(id: string): Promise<void> {
  await api(`/api/v1/outages/${id}/acknowledge`, { method: 'POST' })
}

/** @param minutes null: no longer */
export async function mute(id: string, minutes: number | null): Promise<void> {
  const path = `/api/v1/outages/${id}/mute`
  if (minutes === null) await api(path, { method: 'DELETE' })
  else await api(path, { method: 'PUT', body: { minutes } })
}

export async function addNote(id: string, body: { text: string; public: boolean }): Promise<void> {
  await api(`/api/v1/outages/${id}/notes`, { method: 'POST', body })
}

export async function deleteNote(id: string, noteId: string): Promise<void> {
  await api(`/api/v1/outages/${id}/notes/${noteId}`, { method: 'DELETE' })
}
