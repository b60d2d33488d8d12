import { auditWordsDigest } from '@sightline/shared/crawl/short-audit'
import type { CrawlBatchInput, CrawlRobots } from '@sightline/shared/crawl/work'
import type { CrawledPage, CrawlPageInput } from '../analyses/site-page/crawl-page.ts'
import { startDeadline } from '../bounds/deadline.ts'
import type { KeptConnections } from '../http/kept-connections.ts'
import type { Page } from '../http/page.ts'
import { WorkRefusal } from '../outcome/work.ts'
import { headerText } from '../page/content-type.ts'
import type { AddressRecord } from './address-record.ts'
import { plainRecord } from './address-record.ts'
import type { CrawlTools } from './crawl-tools.ts'
import { patienceAsked, recordOfAnswer, recordOfFailure } from './judge-answer.ts'
import { keptBytes, MAX_PAGE_BYTES } from './kept-bytes.ts'
import type { RenderPage } from './render-page.ts'

/** What the addresses of a batch are crawled with. */
export interface AddressTools extends Pick<CrawlTools, 'fetch' | 'run' | 'limits'> {
  readonly renderPage: RenderPage
  readonly connections: KeptConnections
}

/** What is asked of the addresses of a batch. */
export interface AddressPlan extends Pick<
  CrawlBatchInput,
  'render' | 'dropTracking' | 'withImages' | 'userAgent' | 'auditWords'
> {
  readonly robots: CrawlRobots
}

type Address = CrawlBatchInput['urls'][number]

async function readInThread(
  input: CrawlPageInput,
  { run }: Pick<AddressTools, 'run'>,
  signal: AbortSignal,
): Promise<CrawledPage> {
  const { body } = input.page
  const transfer = [body.buffer as ArrayBuffer]
  return run('crawlPage', input, { signal, bytes: body.byteLength, transfer })
}

const answered = (line: Uint8Array): AddressRecord => ({ line, sign: 'answered' })

/** What came of an address: its record, or how it is to be had once the page's place in the lane
 *  is given up, because rendering has a line of its own. */
export type Crawled = AddressRecord | (() => Promise<AddressRecord>)

/** Reads a page as it came; one that its scripts make is read later. */
async function readPage(
  address: Address,
  page: Page,
  { robots, dropTracking, withImages = false, render, userAgent, auditWords }: AddressPlan,
  tools: AddressTools,
  signal: AbortSignal,
): Promise<Crawled> {
  const { statusCode, text, failure } = robots
  const isShort = auditWords === auditWordsDigest()
  const ofRobots = { statusCode, text, failure }
  const input = { id: address.id, robots: ofRobots, dropTracking, withImages, isShort }
  const asIs = await readInThread(
    { ...input, page, rendered: render ? 'ask' : null },
    tools,
    signal,
  )
  if (asIs.record !== null) return answered(asIs.record)
  const bare = { ...page, body: asIs.body }
  return () =>
    guarded(address, page, async () => {
      const rendered = await tools.renderPage(bare, userAgent, signal)
      const read = await readInThread({ ...input, page: bare, rendered }, tools, signal)
      if (read.record === null) throw new Error('a page asked for its scripts twice')
      return answered(read.record)
    })
}

/** Reads a page, and tells what became of one that the thread could not read.
 *  @throws WorkRefusal where it had no time for it */
async function guarded<T>(
  { id }: Address,
  page: Page,
  read: () => Promise<T>,
): Promise<T | AddressRecord> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof WorkRefusal) || error.code === 'unavailable') throw error
    const outcome = error.code === 'upstreamFailed' ? 'failed' : 'again'
    return plainRecord(id, { ...recordOfAnswer(page), outcome, error: error.message })
  }
}

/** Why a page was not read that goes on beyond the limit, with the length that was stated. */
function whyUnread({ headers }: Page): string {
  const bytes = Number(headerText(headers, 'content-length') ?? Number.NaN)
  const told = bytes > MAX_PAGE_BYTES ? ` (${bytes.toLocaleString('en')} bytes)` : ''
  return `It is longer than ${MAX_PAGE_BYTES / 1024 / 1024} MB${told}, so it was not read.`
}

/** Fetches one address without following where it leads, and reads what came.
 *  @throws WorkRefusal for trouble of the agent's own, which says nothing about the address */
export async function crawlAddress(
  address: Address,
  plan: AddressPlan,
  tools: AddressTools,
  signal: AbortSignal,
): Promise<Crawled> {
  const request = {
    url: new URL(address.url),
    maxBodyBytes: MAX_PAGE_BYTES,
    followRedirects: 0,
    keepBytes: keptBytes,
    connections: tools.connections,
  }
  // A time limit of AbortSignal's own would stay for as long as it is, thousands of them beside a fast crawl.
  const limit = startDeadline(tools.limits.addressMs, () => undefined, signal)
  const fetched = await tools.fetch(request, limit.signal).finally(limit.end)
  if (!fetched.ok) return plainRecord(address.id, recordOfFailure(fetched))
  const { page } = fetched
  const patience = patienceAsked(page, Date.now())
  if (patience !== null) return plainRecord(address.id, patience)
  if (page.isTruncated) {
    const error = whyUnread(page)
    return plainRecord(address.id, { ...recordOfAnswer(page), outcome: 'failed', error })
  }
  return guarded(address, page, () => readPage(address, page, plan, tools, signal))
}
