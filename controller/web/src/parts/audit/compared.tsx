import { useQuery } from '@tanstack/react-query'
import { analysisQuery } from '../../data/analyses.ts'
import type { AuditSource, KeptAudit } from '../../data/audits.ts'
import { auditQuery, partQuery } from '../../data/audits.ts'
import { Loaded } from '../feedback/loaded.tsx'
import { Time } from '../time.tsx'
import { CompareAudits } from './compare-audits.tsx'

const IS_KEPT = /^aud_\w+$/

/** The page beside another, or beside itself at another time.
 *  @param other id of an audit that is kept, or the address of a page, which is looked at now */
export function Compared({ source, other }: { source: AuditSource; other: string }) {
  return IS_KEPT.test(other) ? (
    <BesideKept source={source} other={other} />
  ) : (
    <BesidePage source={source} other={other} />
  )
}

function BesidePage({ source, other }: { source: AuditSource; other: string }) {
  const own = useQuery(partQuery(source, 'audit'))
  const query = useQuery(analysisQuery('audit', other))
  return (
    <Loaded query={query}>
      {(result) =>
        own.data === undefined ? null : (
          <CompareAudits names={[source.audit.url, other]} before={own.data} after={result} />
        )
      }
    </Loaded>
  )
}

function BesideKept({ source, other }: { source: AuditSource; other: string }) {
  const query = useQuery(auditQuery(other))
  return <Loaded query={query}>{(kept) => <TwoMoments source={source} kept={kept} />}</Loaded>
}

/** The earlier one stands first, whichever of them the page is about. */
function TwoMoments({ source, kept }: { source: AuditSource; kept: KeptAudit }) {
  const own = useQuery(partQuery(source, 'audit'))
  const query = useQuery(partQuery({ audit: kept, isLive: false }, 'audit'))
  return (
    <Loaded query={query}>
      {(found) => {
        if (own.data === undefined) return null
        const [before, after] = [
          { audit: source.audit, found: own.data },
          { audit: kept, found },
        ].sort((one, another) => one.audit.createdAt.localeCompare(another.audit.createdAt))
        if (before === undefined || after === undefined) return null
        const isOnePage = before.audit.url === after.audit.url
        return (
          <CompareAudits
            names={[
              <MomentName key="before" audit={before.audit} hasUrl={!isOnePage} />,
              <MomentName key="after" audit={after.audit} hasUrl={!isOnePage} />,
            ]}
            before={before.found}
            after={after.found}
            figures={[before.audit.figures, after.audit.figures]}
          />
        )
      }}
    </Loaded>
  )
}

function MomentName({ audit, hasUrl }: { audit: KeptAudit; hasUrl: boolean }) {
  return (
    <>
      {hasUrl ? <span className="block break-all">{audit.url}</span> : null}
      <Time at={audit.createdAt} />
    </>
  )
}
