import type { RunInThread } from '../analyses/thread/threads.ts'
import type { Lanes } from '../bounds/lanes.ts'
import type { Browser } from '../browser/browser.ts'
import type { Fetch } from '../http/fetch.ts'
import type { GiveWay } from './give-way.ts'

/** What a crawl needs of a browser. */
export type CrawlBrowser = Pick<Browser, 'missing' | 'pages' | 'render'>

/** How long what is asked may take. */
export interface CrawlLimits {
  /** One address, from the request to the last byte. */
  readonly addressMs: number
  /** A robots.txt, redirects and all; one that takes longer counts as one that cannot be reached. */
  readonly robotsMs: number
}

export const CRAWL_LIMITS: CrawlLimits = { addressMs: 20_000, robotsMs: 12_000 }

/** What a crawl needs of an agent. */
export interface CrawlTools {
  readonly fetch: Fetch
  readonly run: RunInThread
  readonly lanes: Pick<Lanes, 'browser' | 'crawl'>
  readonly browser: CrawlBrowser
  readonly giveWay: GiveWay
  readonly limits: CrawlLimits
}
