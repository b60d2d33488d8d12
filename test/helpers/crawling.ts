import type { CrawlBatchInput, CrawlOpeningInput, CrawlRecord } from '@sightline/shared/crawl/work'
import {
  CrawlBatchOutput,
  CrawlOpening,
  CrawlRecord as CrawlRecordSchema,
} from '@sightline/shared/crawl/work'
import { createAnalysisThreads, PATIENT_THREADS } from '../../agent/src/analyses/thread/threads.ts'
import { createLanes } from '../../agent/src/bounds/lanes.ts'
import type { CrawlBrowser, CrawlLimits } from '../../agent/src/crawl/crawl-tools.ts'
import { createCrawlWorkers } from '../../agent/src/crawl/workers.ts'
import { WithBytes } from '../../agent/src/outcome/work.ts'
import type { CheckerOptions } from './run-checker.ts'
import { toolsFor } from './run-checker.ts'

const NO_BROWSER: CrawlBrowser = {
  missing: 'This agent has no browser.',
  pages: 1,
  render: () => Promise.reject(new Error('there is no browser')),
}

/** One for all, because a thread takes long to start; behind all other tests it took longer than a sitemap may. */
const run = createAnalysisThreads({ ...PATIENT_THREADS, niceness: 0 })

/** How a test's agent crawls. */
export interface CrawlingOptions extends Omit<CheckerOptions, 'browser'> {
  readonly browser?: CrawlBrowser
  readonly signal?: AbortSignal
  /** In place of those of agents. */
  readonly limits?: CrawlLimits
}

function workersFor({ browser = NO_BROWSER, limits, ...options }: CrawlingOptions) {
  const deps = {
    lanes: createLanes({ total: 10, perHost: 5, pages: browser.pages }),
    tools: toolsFor(options),
    browser,
    run,
    burden: { latenessP99Ms: () => 0, loopDelayMs: () => 0 },
  }
  return createCrawlWorkers(deps, limits)
}

/** Only a test that fails waits for so long: pages are read by threads that stand behind whatever else the machine does. */
const given = ({ signal, timeoutMs = 50_000 }: CrawlingOptions): AbortSignal =>
  signal ?? AbortSignal.timeout(timeoutMs)

/** What came of a batch, checked by the contract. */
export interface CrawledBatch extends CrawlBatchOutput {
  /** By address. */
  readonly records: Readonly<Record<string, CrawlRecord>>
}

/** Crawls addresses with the real tools of an agent: those that begin with "external " are of other
 *  sites, those with "file " no pages. */
export async function crawlSome(
  urls: readonly string[],
  plan: Partial<Omit<CrawlBatchInput, 'urls'>> = {},
  options: CrawlingOptions = {},
): Promise<CrawledBatch> {
  const addresses = urls.map((text) => text.replace(/^(?:external|file) /, ''))
  const input: CrawlBatchInput = {
    urls: addresses.map((url, id) => ({
      id,
      url,
      isExternal: urls[id]?.startsWith('external ') ?? false,
      isFile: urls[id]?.startsWith('file ') ?? false,
    })),
    robots: null,
    respectRobots: true,
    render: false,
    dropTracking: false,
    userAgent: null,
    startAfterMs: 0,
    intervalMs: 0,
    parallel: 4,
    ...plan,
  }
  const done = await workersFor(options).crawlBatch(input, given(options))
  if (!(done instanceof WithBytes)) throw new Error('a batch has bytes')
  const lines = Buffer.from(done.bytes).toString('utf8').split('\n').slice(0, -1)
  const records = lines.map((line) => CrawlRecordSchema.parse(JSON.parse(line)))
  return {
    ...CrawlBatchOutput.parse(done.output),
    records: Object.fromEntries(records.map((record) => [addresses[record.id] ?? '', record])),
  }
}

/** Crawls one address. */
export async function crawlOne(
  url: string,
  plan: Partial<Omit<CrawlBatchInput, 'urls'>> = {},
  options: CrawlingOptions = {},
): Promise<CrawlRecord> {
  const { records } = await crawlSome([url], plan, options)
  const record = records[url.replace(/^external /, '')]
  if (record === undefined) throw new Error(`there is no record of ${url}`)
  return record
}

/** Opens a crawl with the real tools of an agent. */
export async function openSite(
  url: string,
  plan: Partial<Omit<CrawlOpeningInput, 'url'>> = {},
  options: CrawlingOptions = {},
): Promise<CrawlOpening & { readonly sitemapUrls: readonly string[] }> {
  const input: CrawlOpeningInput = {
    url,
    isBare: false,
    userAgent: null,
    respectRobots: true,
    dropTracking: false,
    includeSitemap: true,
    ...plan,
  }
  const done = await workersFor(options).crawlOpening(input, given(options))
  if (!(done instanceof WithBytes)) throw new Error('an opening has bytes')
  const text = Buffer.from(done.bytes).toString('utf8')
  return { ...CrawlOpening.parse(done.output), sitemapUrls: text === '' ? [] : text.split('\n') }
}
