import type { UseQueryResult } from '@tanstack/react-query'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { z } from 'zod'
import type { OwnAccountAnswer } from '../../../src/api/schemas/own-account.ts'
import { api, ApiError } from './api.ts'

export type Role = 'owner' | 'admin' | 'editor' | 'viewer' | 'analyst'

/** Who is signed in, and where. */
export type Me = z.input<typeof OwnAccountAnswer>

/** Names a person in a workspace. */
export const whoAndWhere = (me: Me): string => `${me.person.id} ${me.workspace?.id ?? ''}`.trim()

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

/** What the person who is signed in may do: buttons for the rest are not shown. The API decides all the same. */
export type Permissions = Me['permissions']

const NOTHING: Permissions = {
  viewMonitoring: false,
  manageMonitoring: false,
  analyse: false,
  managePeople: false,
  makeWorkspaces: false,
}

/** Whom the page is shown to: when their session is over they stay, with all that they typed. */
export const ShownMe = createContext<Me | null>(null)

export const usePermissions = (): Permissions => useContext(ShownMe)?.permissions ?? NOTHING
