import { queryOptions } from '@tanstack/react-query'
import { allPages, PER_PAGE } from './all-pages.ts'
import { api } from './api.ts'
import type { Role } from './me.ts'

export interface Person {
  readonly id: string
  readonly name: string
  readonly role: Role
  /** For owners and admins alone; null for others. */
  readonly email: string | null
}

export interface Invitation {
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly expiresAt: string
  /** Lapsed: who made it may not give that role any more. */
  readonly state: 'usable' | 'expired' | 'lapsed'
}

export interface NewInvitation {
  readonly invitation: Invitation
  /** Works once; shown this once. */
  readonly link: string
  readonly mailed: boolean
}

/** The people of the workspace. */
export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: ({ signal }) =>
    allPages<Person>(async (page) => {
      const query = { page, per: PER_PAGE }
      const asked = await api<{ total: number; people: Person[] }>('/api/v1/people', {
        query,
        signal,
      })
      return { total: asked.total, items: asked.people }
    }),
})

export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: async ({ signal }) =>
    (await api<{ invitations: Invitation[] }>('/api/v1/invitations', { signal })).invitations,
})

export async function invite(email: string, role: Role): Promise<NewInvitation> {
  return api<NewInvitation>('/api/v1/invitations', { method: 'POST', body: { email, role } })
}

export async function withdrawInvitation(id: string): Promise<void> {
  await api(`/api/v1/invitations/${id}`, { method: 'DELETE' })
}

export async function changeRole(id: string, role: Role): Promise<void> {
  await api(`/api/v1/people/${id}`, { method: 'PATCH', body: { role } })
}

export async function removePerson(id: string): Promise<void> {
  await api(`/api/v1/people/${id}`, { method: 'DELETE' })
}
