import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
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
  if (query.data !== undefined) return children(query.data)
  if (query.error !== null) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  }
  return waiting ?? <SkeletonRows />
}
