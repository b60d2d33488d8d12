import { anySignal } from '@sightline/shared/any-signal'
import type { CrawlBatchInput, CrawlBatchOutput, CrawlRobots } from '@sightline/shared/crawl/work'
import { createKeptConnections } from '../http/kept-connections.ts'
import { WithBytes } from '../outcome/work.ts'
import type { AddressRecord } from './address-record.ts'
import { plainRecord } from './address-record.ts'
import { askExternal } from './ask-external.ts'
import { crawlAddress } from './crawl-address.ts'
import { fetchCrawlRobots } from './crawl-robots.ts'
import type { CrawlTools } from './crawl-tools.ts'
import { createHostSigns } from './host-signs.ts'
import { judgeAddresses } from './judge-addresses.ts'
import { createPacer } from './pacer.ts'
import type { RenderPage } from './render-page.ts'
import type { TakeTurn } from './turns.ts'
import { createTurns } from './turns.ts'
import { fetchAs, productToken } from './user-agent.ts'
import type { Address } from './work-through.ts'
import { workThrough } from './work-through.ts'

/** A controller takes 32 MB at once; what is left out is asked for again. */
const MAX_ANSWER_BYTES = 30 * 1024 * 1024

/** Pages of a batch that are rendered, or wait for it, at once: each holds its document. */
const MAX_RENDERED = 4

type BatchTools = CrawlTools & { readonly renderPage: RenderPage }

/** What came of a batch. */
interface Crawled {
  /** Where it was fetched; null else. */
  readonly robots: CrawlRobots | null
  readonly records: readonly AddressRecord[]
}

type WorkAll = (
  addresses: readonly Address[],
  work: (address: Address) => Promise<AddressRecord | null>,
) => Promise<AddressRecord[]>

function withBytes({ robots, records }: Crawled): WithBytes {
  let bytes = 0
  const fitting = records.filter(({ line }) => {
    if (bytes + line.byteLength > MAX_ANSWER_BYTES) return false
    bytes += line.byteLength
    return true
  })
  const output: CrawlBatchOutput = { robots }
  return new WithBytes(output, Buffer.concat(fitting.map(({ line }) => line)))
}

/** Crawls pages of one origin. */
async function crawlOwn(
  own: readonly Address[],
  input: CrawlBatchInput,
  tools: BatchTools,
  { turn, workAll }: { readonly turn: TakeTurn; readonly workAll: WorkAll },
  signal: AbortSignal,
): Promise<Crawled> {
  const [first] = own
  if (first === undefined) return { robots: null, records: [] }
  const token = productToken(input.userAgent)
  const fetched =
    input.robots === null
      ? await turn(first.url, () => fetchCrawlRobots(first.url, token, tools, signal))
      : null
  if (fetched?.isForbidden === true) {
    const error = fetched.file.failure?.message ?? null
    const records = own.map(({ id }) => plainRecord(id, { outcome: 'forbidden', error }))
    return { robots: fetched.robots, records }
  }
  const robots = fetched?.robots ?? input.robots
  if (robots === null) return { robots, records: [] }
  const { allowed, records } = await judgeAddresses(own, robots, input, tools.run, signal)
  const connections = createKeptConnections()
  try {
    const crawled = await workAll(allowed, async (address) => {
      if (address.isFile === true) {
        return askExternal(address, tools, (ask) => turn(address.url, ask), signal)
      }
      const plan = { ...input, robots }
      const needed = { ...tools, connections }
      const came = await turn(address.url, () => crawlAddress(address, plan, needed, signal))
      return typeof came === 'function' ? came() : came
    })
    return { robots: fetched?.robots ?? null, records: [...records, ...crawled] }
  } finally {
    connections.close()
  }
}

/** Crawls the addresses of a batch, paced. Those whose turn does not come, because the time is over or their host
 *  wants to be left alone, have no record.
 *  @throws WorkRefusal where the agent has trouble of its own before anything came of it */
export async function crawlBatch(
  input: CrawlBatchInput,
  given: BatchTools,
  cancelled: AbortSignal,
): Promise<WithBytes> {
  const ended = new AbortController()
  const signal = anySignal([cancelled, ended.signal])
  const tools = { ...given, fetch: fetchAs(input.userAgent, given.fetch) }
  const signs = createHostSigns()
  const turn = createTurns(tools, createPacer(input, signal), signs, signal)
  const parallel = input.render ? Math.min(MAX_RENDERED, input.parallel) : input.parallel
  const workAll: WorkAll = (addresses, work) =>
    workThrough(addresses, work, { parallel, signs }, signal)
  const isExternal = (address: Address): boolean => address.isExternal
  const own = input.urls.filter((address) => !isExternal(address))
  try {
    const crawled = await crawlOwn(own, input, tools, { turn, workAll }, signal)
    const asked = await workAll(input.urls.filter(isExternal), (address) =>
      askExternal(address, tools, (ask) => turn(address.url, ask), signal),
    )
    return withBytes({ ...crawled, records: [...crawled.records, ...asked] })
  } finally {
    // A bug that ended one address must not leave the others running.
    ended.abort()
  }
}
