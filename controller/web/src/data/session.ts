import type { UseQueryResult } from '@tanstack/react-query'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, ApiError } from './api.ts'

export type Role = 'owner' | 'admin' | 'editor' | 'viewer' | 'analyst'

/** Who is signed in, and where. */
export interface Me {
  readonly person: { readonly id: string; readonly name: string; readonly email: string }
  readonly workspace: { readonly id: string; readonly name: string; readonly tier: string }
  readonly role: Role
  readonly workspaces: readonly {
    readonly id: string
    readonly name: string
    readonly role: Role
  }[]
}

async function readMe(signal: AbortSignal): Promise<Me | null> {
  try {
    return await api<Me>('/api/v1/me', { signal })
  } catch (error: unknown) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

/** null: nobody is signed in. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => readMe(signal),
  staleTime: 300_000,
})

export const useMe = (): UseQueryResult<Me | null> => useQuery(meQuery)

const MANAGING: ReadonlySet<Role> = new Set(['owner', 'admin', 'editor'])

/** What a role may do: buttons for the rest are not shown. The API decides all the same. */
export function mayManage(role: Role): boolean {
  return MANAGING.has(role)
}

export function mayAdminister(role: Role): boolean {
  return role === 'owner' || role === 'admin'
}

export function mayView(role: Role): boolean {
  return role !== 'analyst'
}
