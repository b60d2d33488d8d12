import { useQuery } from '@tanstack/react-query'
import type { Crawl } from '../../data/crawls.ts'
import { comparisonQuery, crawlsOfHostQuery, isOver } from '../../data/crawls.ts'
import { timeZone } from '../../data/preferences.ts'
import { usePageSearch } from '../../data/use-search.ts'
import { fullTime } from '../../words/times.ts'
import { countWords } from '../../words/durations.ts'
import { Select } from '../controls/select.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'
import { Loaded } from '../feedback/loaded.tsx'
import { CrawlComparison } from './comparison.tsx'
import { inOrder } from './in-order.ts'

/** A crawl beside another of the same site. */
export function CompareTab({ crawl }: { crawl: Crawl }) {
  const query = useQuery(crawlsOfHostQuery(crawl.host))
  if (!isOver(crawl)) {
    return <EmptyState title="It can be compared once it is over" />
  }
  return (
    <Loaded query={query}>
      {({ jobs }) => <Comparable crawl={crawl} others={othersOf(crawl, jobs)} />}
    </Loaded>
  )
}

/** Crawls that it can be compared with, the latest first. */
function othersOf(crawl: Crawl, crawls: readonly Crawl[]): readonly Crawl[] {
  return crawls.filter(
    (other) => other.jobId !== crawl.jobId && isOver(other) && other.pagesCrawled > 0,
  )
}

function Comparable({ crawl, others }: { crawl: Crawl; others: readonly Crawl[] }) {
  const { search, change } = usePageSearch()
  const zone = timeZone.use()
  const latest = others.find(({ createdAt }) => createdAt < crawl.createdAt)
  const present = others.find(({ jobId }) => jobId === search['with']) ?? latest ?? others[0]
  if (present === undefined) {
    return (
      <EmptyState title="There is no other crawl of this site yet">
        Crawl it again after something changed: what is new, gone and mended stands here then.
      </EmptyState>
    )
  }
  const [before, after] = inOrder(crawl, present)
  return (
    <div className="space-y-5">
      <Select
        label="Compared with"
        className="max-w-sm"
        choices={others.map(({ jobId, createdAt, pagesCrawled }) => ({
          value: jobId,
          text: fullTime(new Date(createdAt), zone),
          hint: countWords(pagesCrawled, 'page'),
        }))}
        value={present.jobId}
        onChange={(jobId) => change({ with: jobId })}
      />
      <Found jobId={after.jobId} other={before.jobId} />
    </div>
  )
}

function Found({ jobId, other }: { jobId: string; other: string }) {
  const query = useQuery(comparisonQuery(jobId, other))
  return <Loaded query={query}>{(found) => <CrawlComparison jobId={jobId} found={found} />}</Loaded>
}
