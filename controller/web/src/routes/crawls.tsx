import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Radar } from 'lucide-react'
import { useState } from 'react'
import type { Crawl } from '../data/crawls.ts'
import { crawlsQuery, schedulesQuery } from '../data/crawls.ts'
import { usePermissions } from '../data/me.ts'
import { usePageSearch } from '../data/use-search.ts'
import type { Schedule } from '../data/wire.ts'
import { scoreTone } from '../parts/charts/score-ring.tsx'
import { classes } from '../parts/class-names.ts'
import { Button } from '../parts/controls/button.tsx'
import { Dialog } from '../parts/controls/dialog.tsx'
import { CrawlForm } from '../parts/crawls/crawl-form.tsx'
import { ScheduleForm } from '../parts/crawls/schedule-form.tsx'
import { Schedules } from '../parts/crawls/schedules.tsx'
import { EmptyState } from '../parts/feedback/empty-state.tsx'
import { Loaded } from '../parts/feedback/loaded.tsx'
import { Card } from '../parts/layout/card.tsx'
import { Page } from '../parts/layout/page.tsx'
import { Pager } from '../parts/pager.tsx'
import { Time } from '../parts/time.tsx'
import { CRAWL_STATUS_WORDS } from '../words/crawls.ts'
import { countWords } from '../words/durations.ts'

const PER_PAGE = 50

/** Whole sites, page by page. */
export default function Crawls() {
  const { search, change } = usePageSearch()
  const page = Math.max(1, Number(search['page'] ?? 1) || 1)
  const query = useQuery(crawlsQuery(page, PER_PAGE))
  const { analyse } = usePermissions()
  const [isStarting, setStarting] = useState(false)
  const scheduled = useQuery(schedulesQuery)
  const [edited, setEdited] = useState<Schedule | 'new' | null>(null)
  const start = analyse ? (
    <Button look="primary" onPress={() => setStarting(true)}>
      Crawl a site
    </Button>
  ) : null
  return (
    <Page
      title="Crawls"
      lead="Every page of a site, and what shows only when all are seen together."
      actions={
        <>
          {analyse ? <Button onPress={() => setEdited('new')}>Schedule a crawl</Button> : null}
          {(query.data?.total ?? 0) === 0 ? null : start}
        </>
      }
    >
      <div className="space-y-5">
        <Loaded query={scheduled} waiting={<></>}>
          {(schedules) =>
            schedules.length === 0 ? null : (
              <Schedules schedules={schedules} mayChange={analyse} onEdit={setEdited} />
            )
          }
        </Loaded>
        <Loaded query={query}>
          {({ jobs, total }) =>
            total === 0 ? (
              <EmptyState icon={<Radar />} title="No site was crawled yet" action={start}>
                A crawl follows the links of a site, audits each page, and finds broken links,
                duplicate titles, orphans and more.
              </EmptyState>
            ) : (
              <Card isFlush>
                <ul>
                  {jobs.map((job) => (
                    <CrawlRow key={job.jobId} job={job} />
                  ))}
                </ul>
                <Pager
                  page={page}
                  per={PER_PAGE}
                  total={total}
                  onGo={(next) => change({ page: String(next) })}
                />
              </Card>
            )
          }
        </Loaded>
      </div>
      <Dialog title="Crawl a site" isOpen={isStarting} onClose={() => setStarting(false)}>
        <CrawlForm onClose={() => setStarting(false)} />
      </Dialog>
      <Dialog
        title={edited === 'new' ? 'Schedule a crawl' : 'Change a scheduled crawl'}
        isOpen={edited !== null}
        onClose={() => setEdited(null)}
      >
        <ScheduleForm schedule={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      </Dialog>
    </Page>
  )
}

/** What its pages score on average. */
function Score({ score }: { score: number | null }) {
  if (score === null) return <span className="w-7 shrink-0" />
  return (
    <span className={classes('numbers w-7 shrink-0 font-semibold', scoreTone(score))}>
      <span className="sr-only">Score </span>
      {Math.round(score)}
    </span>
  )
}

function CrawlRow({ job }: { job: Crawl }) {
  const { title, look } = CRAWL_STATUS_WORDS[job.status]
  return (
    <li className="border-t border-line first:border-t-0">
      <Link
        to="/crawls/$jobId"
        params={{ jobId: job.jobId }}
        className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 px-4 py-3 text-sm hover:bg-hover"
      >
        <span className="flex min-w-0 items-baseline gap-3">
          <Score score={job.score} />
          <span className="min-w-0 font-medium break-all">{job.startUrl}</span>
        </span>
        <span className="text-xs text-ink-soft">
          <span className={classes('font-semibold', look)}>{title}</span>,{' '}
          {countWords(job.pagesCrawled, 'page')}, <Time at={job.createdAt} />
        </span>
      </Link>
    </li>
  )
}
