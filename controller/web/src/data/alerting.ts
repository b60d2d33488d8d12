import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { AlertList, AlertObject } from '../../../src/api/schemas/alert.ts'
import type { ContactList, ContactTest } from '../../../src/api/schemas/contact.ts'
import type { TeamList, TeamObject } from '../../../src/api/schemas/team.ts'
import { allPages, PER_PAGE } from './all-pages.ts'
import { api } from './api.ts'
import { ownBrowserId } from './push.ts'
import type { Contact } from './wire.ts'

export type Team = z.input<typeof TeamObject>
export type Alert = z.input<typeof AlertObject>
export type TestResult = z.input<typeof ContactTest>['results'][number]

const CONTACTS = '/api/v1/alerting/contacts'
const TEAMS = '/api/v1/alerting/teams'

export const contactsQuery = queryOptions({
  queryKey: ['contacts'],
  queryFn: async ({ signal }) => ({
    contacts: await allPages<Contact>(async (page) => {
      const query = { page, per: PER_PAGE }
      const asked = await api<z.input<typeof ContactList>>(CONTACTS, { query, signal })
      return { total: asked.total, items: asked.contacts }
    }),
  }),
})

/** Id of this browser among those of contacts; null: it takes no notifications. */
export const ownBrowserQuery = queryOptions({
  queryKey: ['own browser'],
  queryFn: ownBrowserId,
})

export const teamsQuery = queryOptions({
  queryKey: ['teams'],
  // A workspace has a hundred at most.
  queryFn: ({ signal }) =>
    api<z.input<typeof TeamList>>(TEAMS, { query: { per: PER_PAGE }, signal }),
})

export interface AlertFilters {
  readonly monitorId?: string | undefined
  readonly kind?: string | undefined
  readonly channel?: string | undefined
  readonly state?: string | undefined
}

export const alertsQuery = (filters: AlertFilters, page: number, per: number) =>
  queryOptions({
    queryKey: ['alerts', filters, page, per],
    queryFn: ({ signal }) =>
      api<z.input<typeof AlertList>>('/api/v1/alerts', {
        query: { ...filters, page, per },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** @param id null: a new one */
export async function saveContact(id: string | null, body: object): Promise<Contact> {
  const answer = await api<{ contact: Contact }>(id === null ? CONTACTS : `${CONTACTS}/${id}`, {
    method: id === null ? 'POST' : 'PATCH',
    body,
  })
  return answer.contact
}

export async function deleteContact(id: string): Promise<void> {
  await api(`${CONTACTS}/${id}`, { method: 'DELETE' })
}

export async function deleteBrowser(id: string, browserId: string): Promise<void> {
  await api(`${CONTACTS}/${id}/browsers/${browserId}`, { method: 'DELETE' })
}

export async function testContact(id: string): Promise<readonly TestResult[]> {
  return (await api<{ results: TestResult[] }>(`${CONTACTS}/${id}/test`, { method: 'POST' }))
    .results
}

export async function saveTeam(id: string | null, body: object): Promise<Team> {
  const answer = await api<{ team: Team }>(id === null ? TEAMS : `${TEAMS}/${id}`, {
    method: id === null ? 'POST' : 'PATCH',
    body,
  })
  return answer.team
}

export async function deleteTeam(id: string): Promise<void> {
  await api(`${TEAMS}/${id}`, { method: 'DELETE' })
}
