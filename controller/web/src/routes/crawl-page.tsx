import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ChevronLeft, ExternalLink, Stethoscope } from 'lucide-react'
import { crawledPageQuery } from '../data/crawls.ts'
import { usePageSearch } from '../data/use-search.ts'
import { failedChecks } from '../parts/audit/failed-checks.ts'
import { IssueList } from '../parts/audit/issue-list.tsx'
import { PageFacts } from '../parts/crawls/page-facts.tsx'
import { Inlinks, Outlinks } from '../parts/crawls/page-links.tsx'
import { Loaded } from '../parts/feedback/loaded.tsx'
import { Page } from '../parts/layout/page.tsx'

const WAY = 'inline-flex items-center gap-1.5 text-sm font-medium text-accent hover:underline'

/** One page of a crawl: what it is, what is wrong with it, and how it hangs together with the others. */
export default function CrawledPage() {
  const { jobId = '' } = useParams({ strict: false })
  const url = usePageSearch().search['url'] ?? ''
  const query = useQuery(crawledPageQuery(jobId, url))
  return (
    <Page
      title={query.data?.page.title.trim() || 'A page of the crawl'}
      above={
        <Link
          to="/crawls/$jobId"
          params={{ jobId }}
          search={{ tab: 'pages' } as never}
          className="inline-flex items-center gap-1 hover:text-ink"
        >
          <ChevronLeft aria-hidden className="size-4" />
          <span className="wrap-anywhere">
            {query.data === undefined ? 'The crawl' : `Crawl of ${query.data.host}`}
          </span>
        </Link>
      }
      lead={<span className="break-all">{url}</span>}
      actions={<Ways url={url} />}
    >
      <Loaded query={query}>
        {({ page, inlinks, outlinks }) => (
          <div className="space-y-5">
            <PageFacts page={page} />
            {page.statusCode === 200 ? (
              <IssueList title="What is wrong" issues={failedChecks(page.audit.checks, null)} />
            ) : null}
            <Inlinks jobId={jobId} links={inlinks} />
            <Outlinks jobId={jobId} links={outlinks} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

/** To the page itself, and to all that can be told of it now. */
function Ways({ url }: { url: string }) {
  if (!/^https?:/i.test(url)) return null
  return (
    <>
      <a href={url} target="_blank" rel="noreferrer" className={WAY}>
        <ExternalLink aria-hidden className="size-4" />
        Open it
      </a>
      <Link to="/audit" search={{ url } as never} className={WAY}>
        <Stethoscope aria-hidden className="size-4" />
        Audit it now
      </Link>
    </>
  )
}
