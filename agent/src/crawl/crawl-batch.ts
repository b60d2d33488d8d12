import { anySignal } from '@sightline/shared/any-signal'
import type { CrawlBatchInput, CrawlBatchOutput, CrawlRobots } from '@sightline/shared/crawl/work'
import type { RunInThread } from '../analyses/thread/threads.ts'
import { enterGate } from '../bounds/enter-gate.ts'
import { createKeptConnections } from '../http/kept-connections.ts'
import { hostOf } from '../net/target-host.ts'
import { WithBytes } from '../outcome/work.ts'
import { askExternal } from './ask-external.ts'
import type { AddressPlan } from './crawl-address.ts'
import { crawlAddress } from './crawl-address.ts'
import { fetchCrawlRobots } from './crawl-robots.ts'
import type { CrawlTools } from './crawl-tools.ts'
import { createPacer } from './pacer.ts'
import { plainRecord } from './record.ts'
import type { RenderPage } from './render-page.ts'
import { fetchAs, productToken } from './user-agent.ts'

/** A controller takes 32 MB at once; what is left out is asked for again. */
const MAX_ANSWER_BYTES = 30 * 1024 * 1024

/** Pages of a batch that are rendered, or wait for it, at once: each holds its document. */
const MAX_RENDERED = 4

type Address = CrawlBatchInput['urls'][number]
type Work = (address: Address) => Promise<Uint8Array>

/** What robots.txt makes of the addresses of a batch: whose turn comes, and records of the others. */
interface Judged {
  readonly allowed: readonly Address[]
  readonly records: readonly Uint8Array[]
}

async function judge(
  { urls, respectRobots, userAgent }: CrawlBatchInput,
  { statusCode, text, failure, refusal }: CrawlRobots,
  run: RunInThread,
  signal: AbortSignal,
): Promise<Judged> {
  if (!respectRobots) return { allowed: urls, records: [] }
  const file = { statusCode, text, failure }
  const asked = { file, token: productToken(userAgent), urls: urls.map(({ url }) => url) }
  const { mayFetch } = await run('judgeByRobots', asked, { signal, bytes: text?.length ?? 0 })
  const error = refusal ?? 'robots.txt forbids it.'
  return {
    allowed: urls.filter((_, place) => mayFetch[place] === true),
    records: urls.flatMap(({ id }, place) =>
      mayFetch[place] === true ? [] : plainRecord(id, { outcome: 'blocked', error }),
    ),
  }
}

/** Works through groups of addresses, so many groups at once and one address of each.
 *  @returns records, without those of addresses whose turn did not come in time */
async function workThrough(
  groups: readonly (readonly Address[])[],
  parallel: number,
  work: Work,
  signal: AbortSignal,
): Promise<Uint8Array[]> {
  const records: Uint8Array[] = []
  const waiting = groups.values()

  async function keep(address: Address): Promise<void> {
    try {
      const record = await work(address)
      // What was seen while the batch was given up says nothing about the address.
      if (!signal.aborted) records.push(record)
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  async function runOn(): Promise<void> {
    for (const group of waiting) {
      for (const address of group) {
        if (signal.aborted) return
        await keep(address)
      }
    }
  }

  await Promise.all(Array.from({ length: parallel }, runOn))
  return records
}

/** External addresses by host: each host is asked one thing at a time. */
function groupsOf(addresses: readonly Address[]): (readonly Address[])[] {
  const pages = addresses.filter(({ isExternal }) => !isExternal).map((address) => [address])
  const others = Map.groupBy(
    addresses.filter(({ isExternal }) => isExternal),
    ({ url }) => hostOf(url),
  )
  return [...pages, ...others.values()]
}

function joined(records: readonly Uint8Array[]): Uint8Array {
  let bytes = 0
  const fitting = records.filter(({ byteLength }) => {
    if (bytes + byteLength > MAX_ANSWER_BYTES) return false
    bytes += byteLength
    return true
  })
  return Buffer.concat(fitting)
}

/** Crawls the addresses of a batch, paced. Those whose turn does not come in time have no record.
 *  @throws WorkRefusal where the agent has trouble of its own before it could begin */
export async function crawlBatch(
  input: CrawlBatchInput,
  tools: CrawlTools & { readonly renderPage: RenderPage },
  cancelled: AbortSignal,
): Promise<WithBytes> {
  const ended = new AbortController()
  const signal = anySignal([cancelled, ended.signal])
  const { run, lanes, giveWay, renderPage, limits } = tools
  const fetch = fetchAs(input.userAgent, tools.fetch)
  const pacer = createPacer(input, signal)
  const connections = createKeptConnections()

  /** Does what begins with a request when its turn has come, in a place of the lane. */
  async function turn<T>(url: string, work: () => Promise<T>): Promise<T> {
    const leave = await pacer.begin(async () => {
      await giveWay(signal)
      return enterGate(lanes.crawl, hostOf(url), signal)
    })
    try {
      return await work()
    } finally {
      leave()
    }
  }

  async function crawl(robots: CrawlRobots | null, addresses: readonly Address[]) {
    const work: Work = async (address) => {
      const { url, isExternal } = address
      if (isExternal || robots === null) {
        return askExternal(address, { fetch, limits }, (ask) => turn(url, ask), signal)
      }
      const plan: AddressPlan = { ...input, robots }
      const needed = { fetch, run, limits, renderPage, connections }
      const crawled = await turn(url, () => crawlAddress(address, plan, needed, signal))
      return crawled instanceof Uint8Array ? crawled : crawled()
    }
    const parallel = input.render ? Math.min(MAX_RENDERED, input.parallel) : input.parallel
    return workThrough(groupsOf(addresses), parallel, work, signal)
  }

  const done = (found: CrawlRobots | null, records: readonly Uint8Array[]): WithBytes => {
    const output: CrawlBatchOutput = { robots: found }
    return new WithBytes(output, joined(records))
  }

  try {
    const external = input.urls.filter(({ isExternal }) => isExternal)
    const own = input.urls.filter(({ isExternal }) => !isExternal)
    const [first] = own
    if (first === undefined) return done(null, await crawl(null, external))
    const token = productToken(input.userAgent)
    const fetched =
      input.robots === null
        ? await turn(first.url, () =>
            fetchCrawlRobots(first.url, token, { fetch, run, limits }, signal),
          )
        : null
    if (fetched?.isForbidden === true) {
      const error = fetched.file.failure?.message ?? null
      const records = own.map(({ id }) => plainRecord(id, { outcome: 'forbidden', error }))
      return done(fetched.robots, records)
    }
    const robots = fetched?.robots ?? input.robots
    if (robots === null) return done(null, [])
    const { allowed, records } = await judge({ ...input, urls: own }, robots, run, signal)
    const crawled = await crawl(robots, [...allowed, ...external])
    return done(fetched?.robots ?? null, [...records, ...crawled])
  } finally {
    // A bug that ended one address must not leave the others running.
    ended.abort()
    connections.close()
  }
}
