import { Link } from '@tanstack/react-router'
import type { Comparison } from '../../data/crawls.ts'
import { countWords, numberWords } from '../../words/durations.ts'
import { Compare, VerdictChip } from '../compare.tsx'
import { numberRow } from '../compare-numbers.ts'
import { EmptyState } from '../feedback/empty-state.tsx'
import { Card } from '../layout/card.tsx'
import { Time } from '../time.tsx'
import { CHANGED_WORDS, changedValue, issueVerdict } from './change-words.ts'
import { PageLink } from './page-link.tsx'

/** What is other in a crawl than in one before. */
export function CrawlComparison({ jobId, found }: { jobId: string; found: Comparison }) {
  const { summary, with: other } = found
  const score = (value: number): string => String(Math.round(value * 10) / 10)
  const pair = (name: keyof typeof summary.before) =>
    [summary.before[name], summary.after[name]] as const
  const isSame =
    found.issues.length +
      found.newPages.total +
      found.gonePages.total +
      found.changedPages.total ===
    0
  return (
    <div className="space-y-5">
      <Card isFlush>
        <Compare
          caption="Both crawls in numbers"
          names={[
            <Time key="before" at={other.createdAt} />,
            <Time key="after" at={found.createdAt} />,
          ]}
          rows={[
            numberRow('Pages', pair('pages'), 'none', numberWords),
            numberRow('May be shown by search engines', pair('indexable'), 'more', numberWords),
            numberRow('Average score', pair('score'), 'more', score),
          ]}
        />
      </Card>
      {isSame ? <EmptyState title="Nothing is other than it was" /> : null}
      <IssueChanges jobId={jobId} found={found} />
      <ChangedPages jobId={jobId} pages={found.changedPages} />
      <LonePages title="New pages" pages={found.newPages} jobId={jobId} />
      <LonePages title="Gone pages" pages={found.gonePages} jobId={other.jobId} />
      {found.complete && other.complete ? null : (
        <p className="text-xs text-ink-faint">
          One of the two crawls did not read the whole site: a page may be missing in it because it
          was not reached.
        </p>
      )}
    </div>
  )
}

/** Each leads to the pages that have it, or had it before it was mended. */
function IssueChanges({
  jobId,
  found: { issues, with: other },
}: {
  jobId: string
  found: Comparison
}) {
  if (issues.length === 0) return null
  return (
    <Card title="Issues that changed" isFlush>
      <ul>
        {issues.map((issue) => (
          <li
            key={issue.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line px-4 py-2.5 text-sm"
          >
            <Link
              to="/crawls/$jobId"
              params={{ jobId: issue.countAfter === 0 ? other.jobId : jobId }}
              search={{ issue: issue.id } as never}
              className="min-w-0 font-medium break-words hover:text-accent hover:underline"
            >
              {issue.title}
            </Link>
            <span className="flex items-center gap-3 text-xs text-ink-faint">
              {numberWords(issue.countBefore)} → {countWords(issue.countAfter, 'page')}
              <VerdictChip {...issueVerdict(issue.trend)} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function ChangedPages({ jobId, pages }: { jobId: string; pages: Comparison['changedPages'] }) {
  if (pages.total === 0) return null
  return (
    <Card title={`Changed pages: ${numberWords(pages.total)}`} isFlush>
      <ul>
        {pages.items.map(({ url, changes }) => (
          <li key={url} className="border-t border-line px-4 py-2.5 text-sm">
            <PageLink jobId={jobId} url={url} />
            <ul className="mt-1 space-y-0.5 text-xs text-ink-soft">
              {changes.map(({ field, before, after }) => (
                <li key={field} className="break-words">
                  {CHANGED_WORDS[field]}: <s className="text-ink-faint">{changedValue(before)}</s> →{' '}
                  {changedValue(after)}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <Rest shown={pages.items.length} total={pages.total} />
    </Card>
  )
}

function LonePages({
  title,
  pages,
  jobId,
}: {
  title: string
  pages: Comparison['newPages']
  jobId: string
}) {
  if (pages.total === 0) return null
  return (
    <Card title={`${title}: ${numberWords(pages.total)}`} isFlush>
      <ul>
        {pages.items.map(({ url, statusCode, title: name }) => (
          <li key={url} className="border-t border-line px-4 py-2 text-sm">
            <PageLink jobId={jobId} url={url} />
            <span className="block text-xs break-words text-ink-faint">
              {statusCode}
              {name === '' ? '' : `, ${name}`}
            </span>
          </li>
        ))}
      </ul>
      <Rest shown={pages.items.length} total={pages.total} />
    </Card>
  )
}

function Rest({ shown, total }: { shown: number; total: number }) {
  if (shown >= total) return null
  return (
    <p className="border-t border-line px-4 py-2 text-xs text-ink-faint">
      The first {numberWords(shown)} of {numberWords(total)}.
    </p>
  )
}
