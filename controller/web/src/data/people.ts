import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import type { Role } from './session.ts'

export interface Person {
  readonly id: string
  readonly name: string
  readonly role: Role
}

/** As many as the API gives at once. */
const MOST = 200

/** The people of the workspace. */
export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: async ({ signal }) =>
    (await api<{ people: Person[] }>('/api/v1/people', { query: { per: MOST }, signal })).people,
})
