import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from '../feedback/loaded.tsx'
import { Skeleton } from '../feedback/skeleton.tsx'
import { Card } from '../layout/card.tsx'

/** An analysis with its name, in its place from the start: it arrives when it is ready. */
export function Section<T>({
  title,
  query,
  actions,
  children,
}: {
  title: string
  query: UseQueryResult<T>
  actions?: ReactNode
  children: (data: T) => ReactNode
}) {
  return (
    <Card title={title} actions={actions}>
      <Loaded
        query={query}
        waiting={
          <div role="status" aria-label={`${title} is being looked at`}>
            <Skeleton className="h-24" />
          </div>
        }
      >
        {children}
      </Loaded>
    </Card>
  )
}
