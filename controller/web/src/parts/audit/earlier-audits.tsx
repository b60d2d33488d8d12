import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { KeptAudit } from '../../data/audits.ts'
import { siteAuditsQuery } from '../../data/audits.ts'
import { usePageSearch } from '../../data/use-search.ts'
import { scoreTone } from '../charts/score-ring.tsx'
import { classes } from '../class-names.ts'
import { Button } from '../controls/button.tsx'
import { Card } from '../layout/card.tsx'
import { Time } from '../time.tsx'
import { SpreadCard } from './spread-card.tsx'

/** What was found of the same site at other times: to be read again, and to be compared with. */
export function EarlierAudits({ audit }: { audit: KeptAudit }) {
  const listed = useQuery(siteAuditsQuery(audit.url)).data ?? []
  const others = listed.filter(({ id }) => id !== audit.id)
  // The list was read when this one had only begun.
  const ofPage = [audit, ...others.filter(({ url }) => url === audit.url)]
  if (others.length === 0) return null
  return (
    <>
      <SpreadCard audits={ofPage} />
      <Card title="Other looks at this site" isFlush>
        <ul className="max-h-96 overflow-y-auto">
          {others.map((other) => (
            <EarlierRow key={other.id} audit={other} isSamePage={other.url === audit.url} />
          ))}
        </ul>
      </Card>
    </>
  )
}

function EarlierRow({ audit, isSamePage }: { audit: KeptAudit; isSamePage: boolean }) {
  const { search, change } = usePageSearch()
  const { id, createdAt, score, grade, url } = audit
  const isCompared = search['with'] === id
  return (
    <li className="flex items-center gap-3 border-t border-line px-4 py-2 text-sm">
      <span className={classes('numbers w-14 shrink-0 font-semibold', scoreTone(score))}>
        {grade} {score}
      </span>
      <Link
        to="/audit/$auditId"
        params={{ auditId: id }}
        className="min-w-0 flex-1 text-accent hover:underline"
      >
        <Time at={createdAt} />
        {isSamePage ? null : <span className="block text-xs break-all text-ink-faint">{url}</span>}
      </Link>
      <Button isSmall onPress={() => change({ with: isCompared ? undefined : id })}>
        {isCompared ? 'Compared' : 'Compare'}
        <span className="sr-only"> with {url} at this time</span>
      </Button>
    </li>
  )
}
