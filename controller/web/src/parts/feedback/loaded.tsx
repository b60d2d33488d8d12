import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useDeferredValue } from 'react'
import { ErrorState } from './error-state.tsx'
import { SkeletonRows } from './skeleton.tsx'

/** What a query brought, or that it is still coming, or why it did not. What was shown stays while it is asked
 *  for again. */
export function Loaded<T>({
  query,
  waiting,
  children,
}: {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'isPending' | 'refetch'>
  /** Shown before the first answer. */
  waiting?: ReactNode
  children: (data: T) => ReactNode
}) {
  // What is shown for the first time is drawn in pieces, so that a page of many parts answers to people in between.
  const isThere = useDeferredValue(query.data !== undefined)
  if (query.data !== undefined && isThere) return children(query.data)
  if (query.data === undefined && query.error !== null) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  }
  return waiting ?? <SkeletonRows />
}
