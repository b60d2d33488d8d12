import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AuditPartName, AuditSource, PartAnswer } from '../../data/audits.ts'
import { partQuery } from '../../data/audits.ts'
import { PART_WORDS } from '../../words/audit-parts.ts'
import { Loaded } from '../feedback/loaded.tsx'
import { Skeleton } from '../feedback/skeleton.tsx'
import { Card } from '../layout/card.tsx'

interface SectionProps<P extends AuditPartName> {
  readonly source: AuditSource
  readonly part: P
  readonly actions?: ReactNode
  readonly children: (data: PartAnswer<P>) => ReactNode
}

/** Whether a part is there, or will be. */
export const hasPart = ({ audit, isLive }: AuditSource, part: AuditPartName): boolean =>
  isLive || audit.parts.includes(part)

/** An analysis with its name, in its place from the start: it arrives when it is ready. What an audit that is over does
 *  not have is left out. */
export function Section<P extends AuditPartName>(props: SectionProps<P>) {
  return hasPart(props.source, props.part) ? <Present {...props} /> : null
}

function Present<P extends AuditPartName>({ source, part, actions, children }: SectionProps<P>) {
  const query = useQuery(partQuery(source, part))
  return (
    <Card title={PART_WORDS[part]} actions={actions}>
      <Loaded
        query={query}
        waiting={
          <div role="status" aria-label={`${PART_WORDS[part]}: being looked at`}>
            <Skeleton className="h-24" />
          </div>
        }
      >
        {children}
      </Loaded>
    </Card>
  )
}
