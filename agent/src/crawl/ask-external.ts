import { anySignal } from '@sightline/shared/any-signal'
import type { CrawlBatchInput } from '@sightline/shared/crawl/work'
import type { Fetched } from '../http/fetch.ts'
import { headerText, mediaTypeOf } from '../page/content-type.ts'
import { saysHtml } from '../page/is-html.ts'
import type { AddressRecord } from './address-record.ts'
import { plainRecord } from './address-record.ts'
import type { CrawlTools } from './crawl-tools.ts'
import { patienceAsked, recordOfAnswer, recordOfFailure } from './judge-answer.ts'

const MAX_REDIRECTS = 10

/** A server that does not know HEAD may do anything with it. */
const needsGet = (answered: Fetched): boolean =>
  answered.ok
    ? answered.page.statusCode >= 400 && patienceAsked(answered.page, 0) === null
    : !answered.isBlocked

/** Asks whether an address of another site, or a file, answers: by HEAD, and where that tells nothing by a GET whose
 *  body is not read.
 *  @param turn waits until a request may begin, and does it then; null where none is to be made
 *  @returns null where it was not asked for */
export async function askExternal(
  { id, url }: CrawlBatchInput['urls'][number],
  { fetch, limits }: Pick<CrawlTools, 'fetch' | 'limits'>,
  turn: (ask: () => Promise<Fetched>) => Promise<Fetched | null>,
  signal: AbortSignal,
): Promise<AddressRecord | null> {
  const ask = (method: 'HEAD' | 'GET'): Promise<Fetched | null> =>
    turn(() => {
      const limit = anySignal([signal, AbortSignal.timeout(limits.addressMs)])
      const asked = { url: new URL(url), method, maxBodyBytes: 1, keepBytes: () => null }
      return fetch({ ...asked, followRedirects: MAX_REDIRECTS }, limit)
    })
  const head = await ask('HEAD')
  if (head === null) return null
  const answered = needsGet(head) && !signal.aborted ? await ask('GET') : head
  if (answered === null) return null
  if (!answered.ok) return plainRecord(id, recordOfFailure(answered))
  const { page } = answered
  const isPage = saysHtml(mediaTypeOf(headerText(page.headers, 'content-type')))
  const record = { ...recordOfAnswer(page), outcome: isPage ? 'page' : 'other' } as const
  return plainRecord(id, patienceAsked(page, Date.now()) ?? record)
}
