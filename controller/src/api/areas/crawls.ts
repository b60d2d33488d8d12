import { addCrawlCompareRoutes } from '../routes/crawl-compare.ts'
import { addCrawlEventsRoute } from '../routes/crawl-events.ts'
import { addCrawlExportRoute } from '../routes/crawl-export.ts'
import { addCrawlGraphRoutes } from '../routes/crawl-graph.ts'
import { addCrawlIssueRoutes } from '../routes/crawl-issues.ts'
import { addCrawlPageRoute } from '../routes/crawl-page.ts'
import { addCrawlReadRoutes } from '../routes/crawl-reads.ts'
import { addCrawlScheduleRoutes } from '../routes/crawl-schedules.ts'
import { addCrawlRoutes } from '../routes/crawls.ts'
import type { AddArea } from './area.ts'

/** Crawls, their schedules, and everything that is read of them. */
export const addCrawlArea: AddArea = (
  app,
  { deps: { db, log, live }, services, now, continentOf },
) => {
  const { crawlReads } = services
  addCrawlRoutes(app, services.crawls, continentOf)
  addCrawlScheduleRoutes(app, services.crawlSchedules)
  addCrawlReadRoutes(app, { reads: crawlReads, log })
  addCrawlPageRoute(app, crawlReads)
  addCrawlGraphRoutes(app, crawlReads)
  addCrawlIssueRoutes(app, crawlReads)
  addCrawlCompareRoutes(app, crawlReads)
  addCrawlExportRoute(app, { reads: crawlReads, log })
  addCrawlEventsRoute(app, services.crawlWatch, live, { db, now })
}
