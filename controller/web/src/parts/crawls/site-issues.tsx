import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import type { CrawlIssue } from '../../data/crawls.ts'
import { affectedQuery } from '../../data/crawls.ts'
import { usePageSearch } from '../../data/use-search.ts'
import { SEVERITY_WORDS } from '../../words/audit.ts'
import { numberWords, shareWords } from '../../words/durations.ts'
import { classes } from '../class-names.ts'
import { Loaded } from '../feedback/loaded.tsx'
import { Card } from '../layout/card.tsx'
import { intoView } from '../layout/into-view.ts'
import type { IssueDetail } from './issue-details.ts'
import { issueDetails } from './issue-details.ts'
import { PageLink } from './page-link.tsx'

/** What is wrong with a site, the most severe first, each with its pages. Those that are open stand in the address:
 *  whoever comes back from a page, or by a link, finds them so. */
export function SiteIssues({ jobId, issues }: { jobId: string; issues: readonly CrawlIssue[] }) {
  const { search, change } = usePageSearch()
  const open = search['issue']?.split(',') ?? []
  const toggle = (id: string): void => {
    const others = open.filter((one) => one !== id)
    change({ issue: (others.length < open.length ? others : [...open, id]).join(',') })
  }
  return (
    <Card isFlush>
      <ul>
        {issues.map((issue) => (
          <IssueRow
            key={issue.id}
            jobId={jobId}
            issue={issue}
            isOpen={open.includes(issue.id)}
            onPress={() => toggle(issue.id)}
          />
        ))}
      </ul>
    </Card>
  )
}

function IssueRow({
  jobId,
  issue,
  isOpen,
  onPress,
}: {
  jobId: string
  issue: CrawlIssue
  isOpen: boolean
  onPress: () => void
}) {
  const { title, look } = SEVERITY_WORDS[issue.severity]
  return (
    <li className="border-t border-line first:border-t-0">
      <button
        type="button"
        aria-expanded={isOpen}
        ref={isOpen ? intoView : undefined}
        onClick={onPress}
        className="flex w-full cursor-pointer items-start gap-3 px-4 py-3 text-left text-sm hover:bg-hover"
      >
        <span
          className={classes(
            'mt-0.5 w-16 shrink-0 rounded-md py-0.5 text-center text-xs font-semibold',
            look,
          )}
        >
          {title}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block font-medium break-words">{issue.title}</span>
          <span className="block text-xs break-words text-ink-soft">{issue.description}</span>
        </span>
        <span className="numbers text-right text-sm font-semibold whitespace-nowrap">
          {numberWords(issue.count)}
          <span className="block text-xs font-normal text-ink-faint">
            {shareWords(issue.count, issue.ofTotal)}
          </span>
        </span>
        <ChevronDown
          aria-hidden
          className={classes('mt-0.5 size-4 shrink-0 text-ink-faint', isOpen && 'rotate-180')}
        />
      </button>
      {isOpen ? <Affected jobId={jobId} issueId={issue.id} /> : null}
    </li>
  )
}

/** The pages of one issue: read when somebody asks for them. */
function Affected({ jobId, issueId }: { jobId: string; issueId: string }) {
  const query = useQuery(affectedQuery(jobId, issueId))
  return (
    <div className="px-4 pb-4 pl-4 sm:pl-[5.75rem]">
      <Loaded query={query}>
        {({ items, issue }) => (
          <>
            <ul className="max-h-80 space-y-1 overflow-y-auto text-xs">
              {items.map(({ url, issue: said, detail }) => (
                <li key={url}>
                  <span className="font-mono text-ink-soft">
                    <PageLink jobId={jobId} url={url} />
                  </span>
                  <Details jobId={jobId} details={issueDetails(said, detail)} />
                </li>
              ))}
            </ul>
            {items.length < issue.count ? (
              <p className="mt-2 text-xs text-ink-faint">
                The first {numberWords(items.length)} of {numberWords(issue.count)}; the export has
                all.
              </p>
            ) : null}
          </>
        )}
      </Loaded>
    </div>
  )
}

/** What there is to know of one of them. */
function Details({ jobId, details }: { jobId: string; details: readonly IssueDetail[] }) {
  if (details.length === 0) return null
  return (
    <ul className="mt-0.5 mb-1.5 space-y-0.5 border-l-2 border-line pl-3 text-ink-faint">
      {details.map(({ url, text, isPage }) => (
        <li key={`${url} ${text}`} className="break-words">
          {url === null ? null : (
            <span className="font-mono break-all text-ink-soft">
              {isPage === true ? <PageLink jobId={jobId} url={url} /> : url}
            </span>
          )}
          {url === null || text === '' ? text : ` ${text}`}
        </li>
      ))}
    </ul>
  )
}
