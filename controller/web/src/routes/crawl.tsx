import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { ChevronLeft, Download, RefreshCw } from 'lucide-react'
import type { Crawl } from '../data/crawls.ts'
import {
  crawlFiguresQuery,
  crawlIssuesQuery,
  crawlLinksQuery,
  crawlQuery,
  isOver,
  orphansQuery,
  startCrawl,
} from '../data/crawls.ts'
import { usePermissions } from '../data/me.ts'
import { useCrawlProgress } from '../data/use-crawl-progress.ts'
import { usePageSearch } from '../data/use-search.ts'
import { Button } from '../parts/controls/button.tsx'
import { Menu } from '../parts/controls/menu.tsx'
import { Tabs } from '../parts/controls/tabs.tsx'
import { CompareTab } from '../parts/crawls/compare-tab.tsx'
import { CrawlState } from '../parts/crawls/crawl-state.tsx'
import { CountBars } from '../parts/crawls/count-bars.tsx'
import { depthBars, gradeBars, statusBars } from '../parts/crawls/figure-bars.ts'
import { GraphTab } from '../parts/crawls/graph-tab.tsx'
import { PageLink } from '../parts/crawls/page-link.tsx'
import { PageTable } from '../parts/crawls/page-table.tsx'
import { SiteIssues } from '../parts/crawls/site-issues.tsx'
import { StopCrawl } from '../parts/crawls/stop-crawl.tsx'
import { EmptyState } from '../parts/feedback/empty-state.tsx'
import { Loaded } from '../parts/feedback/loaded.tsx'
import { tellFailure } from '../parts/feedback/toasts.tsx'
import { Card } from '../parts/layout/card.tsx'
import { Page } from '../parts/layout/page.tsx'
import { numberWords } from '../words/durations.ts'

const TABS = [
  { id: 'issues', text: 'Issues' },
  { id: 'pages', text: 'Pages' },
  { id: 'structure', text: 'Structure' },
  { id: 'graph', text: 'Picture' },
  { id: 'compare', text: 'Compare' },
] as const

const tabOf = (asked: string | undefined) => TABS.find(({ id }) => id === asked) ?? TABS[0]

const EXPORTS = [
  { query: 'what=issues&format=csv', text: 'Issues as CSV' },
  { query: 'what=pages&format=csv', text: 'Pages as CSV' },
  { query: 'what=links&format=csv', text: 'Links as CSV' },
  { query: 'what=pages&format=ndjson', text: 'Pages as NDJSON' },
  { query: 'format=xml', text: 'XML sitemap of what may be indexed' },
] as const

/** Why no issue is shown: a crawl that goes on may find one yet. */
function nothingFound(crawl: Crawl): string {
  if (crawl.pagesCrawled === 0) {
    return isOver(crawl) ? 'No page was read' : 'No page was read yet'
  }
  return isOver(crawl) ? 'No check found anything' : 'No check has found anything so far'
}

/** One crawl: what is wrong with the site first, then its pages and how they hang together. */
export default function CrawlPage() {
  const { jobId = '' } = useParams({ strict: false })
  const { search } = usePageSearch()
  const query = useQuery(crawlQuery(jobId))
  const crawl = query.data
  useCrawlProgress(jobId, crawl !== undefined && !isOver(crawl))
  return (
    <Page
      title={crawl === undefined ? 'Crawl' : crawl.host}
      part={tabOf(search['tab']).text}
      above={
        <Link to="/crawls" className="inline-flex items-center gap-1 hover:text-ink">
          <ChevronLeft aria-hidden className="size-4" />
          Crawls
        </Link>
      }
      lead={crawl === undefined ? null : <span className="break-all">{crawl.startUrl}</span>}
      actions={crawl === undefined ? null : <Actions crawl={crawl} />}
    >
      <Loaded query={query}>
        {(present) => (
          <div className="space-y-5">
            <CrawlState crawl={present} />
            <Found crawl={present} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function Actions({ crawl }: { crawl: Crawl }) {
  if (!isOver(crawl)) return <StopCrawl crawl={crawl} />
  return (
    <>
      <CrawlAgain crawl={crawl} />
      <Menu
        label="Export"
        renderTrigger={(opener) => (
          <Button {...opener}>
            <Download aria-hidden />
            Export
          </Button>
        )}
        entries={EXPORTS.map(({ query, text }) => ({
          id: query,
          text,
          onAction: () =>
            location.assign(`/api/v1/crawl/${encodeURIComponent(crawl.jobId)}/export?${query}`),
        }))}
      />
    </>
  )
}

/** The same site with the same settings: what was found stands beside what was found before. */
function CrawlAgain({ crawl }: { crawl: Crawl }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { analyse } = usePermissions()
  const start = useMutation({
    mutationFn: () => startCrawl({ url: crawl.startUrl, ...crawl.settings }),
    async onSuccess({ jobId }) {
      void queries.invalidateQueries({ queryKey: ['crawls', 'list'] })
      await navigate({ to: '/crawls/$jobId', params: { jobId } })
    },
    onError: tellFailure,
  })
  if (!analyse) return null
  return (
    <Button isPending={start.isPending} onPress={() => start.mutate()}>
      <RefreshCw aria-hidden />
      Crawl again
    </Button>
  )
}

function Found({ crawl }: { crawl: Crawl }) {
  const { jobId } = crawl
  const { search } = usePageSearch()
  const tab = tabOf(search['tab']).id
  return (
    <div>
      <Tabs label="Parts of the crawl" tabs={TABS} present={tab} />
      {
        {
          issues: <Issues crawl={crawl} />,
          pages: <Pages jobId={jobId} />,
          structure: <Structure jobId={jobId} />,
          graph: <GraphTab jobId={jobId} />,
          compare: <CompareTab crawl={crawl} />,
        }[tab]
      }
    </div>
  )
}

function Issues({ crawl }: { crawl: Crawl }) {
  const { jobId } = crawl
  const query = useQuery(crawlIssuesQuery(jobId))
  return (
    <Loaded query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState title={nothingFound(crawl)} />
        ) : (
          <SiteIssues jobId={jobId} issues={items} />
        )
      }
    </Loaded>
  )
}

function Pages({ jobId }: { jobId: string }) {
  const query = useQuery(crawlLinksQuery(jobId))
  return (
    <Loaded query={query}>
      {({ items, totalPages }) => <PageTable jobId={jobId} pages={items} total={totalPages} />}
    </Loaded>
  )
}

/** Of pages that no page links to: a site may have as many of them as pages. */
const MOST_ORPHANS = 200

function Structure({ jobId }: { jobId: string }) {
  const figures = useQuery(crawlFiguresQuery(jobId))
  const orphans = useQuery(orphansQuery(jobId))
  return (
    <div className="space-y-5">
      <Loaded query={figures}>
        {(found) => (
          <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-3">
            <Card title="Clicks from the start">
              <CountBars label="Pages by clicks from the start" bars={depthBars(found)} />
            </Card>
            <Card title="Answers">
              <CountBars label="Pages by what they answer" bars={statusBars(found)} />
            </Card>
            <Card title="Grades">
              <CountBars label="Pages by the grade of their audit" bars={gradeBars(found)} />
            </Card>
          </div>
        )}
      </Loaded>
      <Loaded query={orphans}>
        {({ items, orphanCount }) => (
          <Card title={`Pages that no page links to: ${numberWords(orphanCount)}`} isFlush>
            <ul>
              {items.slice(0, MOST_ORPHANS).map(({ url }) => (
                <li key={url} className="border-t border-line px-4 py-2 text-sm">
                  <PageLink jobId={jobId} url={url} />
                </li>
              ))}
            </ul>
            {orphanCount > MOST_ORPHANS ? (
              <p className="border-t border-line px-4 py-2 text-xs text-ink-faint">
                The first {MOST_ORPHANS} of {numberWords(orphanCount)}; the export of pages has all.
              </p>
            ) : null}
          </Card>
        )}
      </Loaded>
    </div>
  )
}
