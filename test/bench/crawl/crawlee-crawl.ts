// Crawls a site with Crawlee's CheerioCrawler, which follows links and parses, and stores and judges nothing.
import { createRequire } from 'node:module'

/** What is used of @crawlee/cheerio, which is no dependency of this project. */
interface Crawlee {
  readonly CheerioCrawler: new (
    options: {
      readonly minConcurrency: number
      readonly maxConcurrency: number
      readonly maxRequestsPerCrawl: number
      readonly requestHandler: (context: {
        readonly $: (selector: string) => { readonly text: () => string }
        readonly enqueueLinks: () => Promise<unknown>
      }) => Promise<void>
    },
    configuration: unknown,
  ) => {
    readonly run: (urls: readonly string[]) => Promise<{ readonly requestsFinished: number }>
  }
  readonly Configuration: new (options: { readonly persistStorage: boolean }) => unknown
  readonly log: { readonly setLevel: (level: number) => void }
}

const [folder = '', base = '', pages = '', parallel = ''] = process.argv.slice(2)
const { CheerioCrawler, Configuration, log } = createRequire(`${folder}/`)(
  '@crawlee/cheerio',
) as Crawlee
log.setLevel(0)
let titles = 0
const crawler = new CheerioCrawler(
  {
    minConcurrency: Number(parallel),
    maxConcurrency: Number(parallel),
    maxRequestsPerCrawl: Number(pages),
    async requestHandler({ $, enqueueLinks }) {
      titles += $('title').text().length
      await enqueueLinks()
    },
  },
  new Configuration({ persistStorage: false }),
)
const startedAtMs = performance.now()
const { requestsFinished } = await crawler.run([`${base}/p/0`])
const ms = performance.now() - startedAtMs
process.send?.({ type: 'ready', pages: requestsFinished, ms, titles })
