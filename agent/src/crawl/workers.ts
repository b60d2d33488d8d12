import { CrawlBatchInput, CrawlOpeningInput } from '@sightline/shared/crawl/work'
import type { RunInThread } from '../analyses/thread/threads.ts'
import { ANALYSIS_THREADS } from '../analyses/thread/threads.ts'
import type { Lanes } from '../bounds/lanes.ts'
import type { CheckContext } from '../checks/checker.ts'
import { createFetch } from '../http/fetch.ts'
import type { JsonWorker } from '../outcome/work.ts'
import { WorkRefusal } from '../outcome/work.ts'
import type { CrawlBrowser, CrawlLimits, CrawlTools } from './crawl-tools.ts'
import { CRAWL_LIMITS } from './crawl-tools.ts'
import type { Burden } from './give-way.ts'
import { createGiveWay } from './give-way.ts'
import { fewAtOnce } from './few-at-once.ts'
import { createRenderPage } from './render-page.ts'

/** One thread is left to what people wait for, and with it a core to the agent's checks. On two cores reading
 *  on both was slower than on one (306 pages a second, and 351), and took 90 MB more. */
const PAGES_AT_ONCE = Math.max(1, ANALYSIS_THREADS - 1)

/** What the workers need of an agent. */
export interface CrawlWorkerDeps {
  readonly lanes: Pick<Lanes, 'browser' | 'crawl'>
  readonly tools: Omit<CheckContext, 'signal'>
  readonly browser: CrawlBrowser
  /** The threads in which pages are read and judged. */
  readonly run: RunInThread
  readonly burden: Burden
}

const notUnderstood = (): WorkRefusal =>
  new WorkRefusal(
    'badRequest',
    'This agent does not understand what to crawl: it may need an update.',
  )

/** Do the work "crawlOpening" and "crawlBatch". */
export function createCrawlWorkers(
  deps: CrawlWorkerDeps,
  limits: CrawlLimits = CRAWL_LIMITS,
): {
  readonly crawlOpening: JsonWorker
  readonly crawlBatch: JsonWorker
} {
  const { lanes, browser, burden } = deps
  const run = fewAtOnce(deps.run, PAGES_AT_ONCE)
  const giveWay = createGiveWay(burden)
  const tools: CrawlTools = { fetch: createFetch(deps.tools), run, lanes, browser, giveWay, limits }
  const renderPage = createRenderPage(browser, lanes)
  return {
    crawlOpening: async (input, signal) => {
      const asked = CrawlOpeningInput.safeParse(input)
      if (!asked.success) throw notUnderstood()
      // Loaded at the first crawl: many agents never do one.
      const { openCrawl } = await import('./open-crawl.ts')
      return openCrawl(asked.data, { ...tools, run: deps.run }, signal)
    },
    crawlBatch: async (input, signal) => {
      const asked = CrawlBatchInput.safeParse(input)
      if (!asked.success) throw notUnderstood()
      const { crawlBatch } = await import('./crawl-batch.ts')
      return crawlBatch(asked.data, { ...tools, renderPage }, signal)
    },
  }
}
