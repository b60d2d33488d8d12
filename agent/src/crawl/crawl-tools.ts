import type { RunInThread } from '../analyses/thread/threads.ts'
import type { Lanes } from '../bounds/lanes.ts'
import type { Browser } from '../browser/browser.ts'
import type { Fetch } from '../http/fetch.ts'
import type { GiveWay } from './give-way.ts'

/** What a crawl needs of a browser. */
export type CrawlBrowser = Pick<Browser, 'missing' | 'pages' | 'render'>

/** What a crawl needs of an agent. */
export interface CrawlTools {
  readonly fetch: Fetch
  readonly run: RunInThread
  readonly lanes: Pick<Lanes, 'browser' | 'crawl'>
  readonly browser: CrawlBrowser
  readonly giveWay: GiveWay
}
