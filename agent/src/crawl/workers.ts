import { CrawlBatchInput, CrawlOpeningInput } from '@sightline/shared/crawl/work'
import type { RunInThread } from '../analyses/thread/threads.ts'
import type { Lanes } from '../bounds/lanes.ts'
import type { CheckContext } from '../checks/checker.ts'
import { createFetch } from '../http/fetch.ts'
import type { JsonWorker } from '../outcome/work.ts'
import { WorkRefusal } from '../outcome/work.ts'
import type { CrawlBrowser, CrawlLimits, CrawlTools } from './crawl-tools.ts'
import { CRAWL_LIMITS } from './crawl-tools.ts'
import type { Burden } from './give-way.ts'
import { createGiveWay } from './give-way.ts'
import { createRenderPage } from './render-page.ts'

/** What the workers need of an agent. */
export interface CrawlWorkerDeps {
  readonly lanes: Pick<Lanes, 'browser' | 'crawl'>
  readonly tools: Omit<CheckContext, 'signal'>
  readonly browser: CrawlBrowser
  /** Threads in which pages are read and judged while nobody waits for them. */
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
  const tools: CrawlTools = {
    fetch: createFetch(deps.tools),
    run: deps.run,
    lanes,
    browser,
    giveWay: createGiveWay(burden),
    limits,
  }
  const renderPage = createRenderPage(browser, lanes)
  return {
    crawlOpening: async (input, signal) => {
      const asked = CrawlOpeningInput.safeParse(input)
      if (!asked.success) throw notUnderstood()
      // Loaded at the first crawl: many agents never do one.
      const { openCrawl } = await import('./open-crawl.ts')
      return openCrawl(asked.data, tools, signal)
    },
    crawlBatch: async (input, signal) => {
      const asked = CrawlBatchInput.safeParse(input)
      if (!asked.success) throw notUnderstood()
      const { crawlBatch } = await import('./crawl-batch.ts')
      return crawlBatch(asked.data, { ...tools, renderPage }, signal)
    },
  }
}
