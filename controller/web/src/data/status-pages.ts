import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { StatusPageList, SubscriberList } from '../../../src/api/schemas/status-page.ts'
import { api } from './api.ts'
import { previousOf } from './previous.ts'
import type { StatusPage } from './wire.ts'

const PATH = '/api/v1/status-pages'
/** As many as a workspace can have. */
const MOST = 50

export const statusPagesQuery = queryOptions({
  queryKey: ['status-pages'],
  queryFn: async ({ signal }) =>
    (await api<z.input<typeof StatusPageList>>(PATH, { query: { per: MOST }, signal })).statusPages,
})

/** @param id null: a new one */
export async function saveStatusPage(id: string | null, body: object): Promise<StatusPage> {
  const answer = await api<{ statusPage: StatusPage }>(
    id === null ? PATH : `${PATH}/${encodeURIComponent(id)}`,
    { method: id === null ? 'POST' : 'PATCH', body },
  )
  return answer.statusPage
}

export async function deleteStatusPage(id: string): Promise<void> {
  await api(`${PATH}/${encodeURIComponent(id)}`, { method: 'DELETE' })
}

/** Whoever gets mails about a page. */
export const subscribersQuery = (pageId: string, page: number, per: number) =>
  queryOptions({
    queryKey: ['status-pages', 'subscribers', pageId, page, per],
    queryFn: ({ signal }) =>
      api<z.input<typeof SubscriberList>>(`${PATH}/${encodeURIComponent(pageId)}/subscribers`, {
        query: { page, per },
        signal,
      }),
    placeholderData: previousOf('status-pages', 'subscribers', pageId),
  })

export async function deleteSubscriber(pageId: string, id: string): Promise<void> {
  const path = `${PATH}/${encodeURIComponent(pageId)}/subscribers/${encodeURIComponent(id)}`
  await api(path, { method: 'DELETE' })
}
