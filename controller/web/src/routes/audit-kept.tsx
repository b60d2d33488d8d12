import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { auditQuery } from '../data/audits.ts'
import { Findings } from '../parts/audit/findings.tsx'
import { Page } from '../parts/layout/page.tsx'
import { Time } from '../parts/time.tsx'

/** What was found of a page then, for everybody in the workspace; the site is not asked again. */
export default function AuditKept() {
  const { auditId = '' } = useParams({ strict: false })
  const audit = useQuery(auditQuery(auditId)).data
  return (
    <Page
      above={
        <Link to="/audit" className="inline-flex items-center gap-1 hover:text-ink">
          <ChevronLeft aria-hidden className="size-4" />
          Audit
        </Link>
      }
      title={audit?.url ?? 'Audit'}
      lead={
        audit === undefined ? undefined : (
          <>
            As it was found on <Time at={audit.createdAt} form="full" /> from {audit.region}.
          </>
        )
      }
    >
      <Findings key={auditId} id={auditId} isLive={false} />
    </Page>
  )
}
