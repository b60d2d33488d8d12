import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { WindowDetail, WindowList } from '../../../src/api/schemas/maintenance.ts'
import { allPages, PER_PAGE } from './all-pages.ts'
import { api } from './api.ts'

const PATH = '/api/v1/maintenance'

export const windowsQuery = queryOptions({
  queryKey: ['maintenance', 'list'],
  queryFn: ({ signal }) =>
    allPages(async (page) => {
      const query = { page, per: PER_PAGE }
      const asked = await api<z.input<typeof WindowList>>(PATH, { query, signal })
      return { total: asked.total, items: asked.maintenance }
    }),
})

/** One window with its next occurrences. */
export const windowQuery = (id: string) =>
  queryOptions({
    queryKey: ['maintenance', 'one', id],
    queryFn: ({ signal }) => api<z.input<typeof WindowDetail>>(`${PATH}/${id}`, { signal }),
  })

/** @param id null: a new one */
export async function saveWindow(id: string | null, body: object): Promise<void> {
  await api(id === null ? PATH : `${PATH}/${id}`, { method: id === null ? 'POST' : 'PATCH', body })
}

export async function deleteWindow(id: string): Promise<void> {
  await api(`${PATH}/${id}`, { method: 'DELETE' })
}

/** @param times the one that is left out stays */
export async function moveOccurrence(
  id: string,
  times: { readonly from?: Date | undefined; readonly to?: Date | undefined },
): Promise<void> {
  await api(`${PATH}/occurrences/${id}`, { method: 'PATCH', body: times })
}

export async function cancelOccurrence(id: string): Promise<void> {
  await api(`${PATH}/occurrences/${id}`, { method: 'DELETE' })
}
