import { WorkRefusal } from '../outcome/work.ts'
import type { Gatherer } from './gatherer.ts'
import type { Fetched } from '../http/fetch.ts'
import { fetchTarget } from './fetch-target.ts'

/** Longest body of a page that is looked at. Source: analyses design, "raw-html" */
const MAX_PAGE_BYTES = 5 * 1024 * 1024

/** Whether a fetch failed for a trouble of the agent's own, which says nothing about the target. */
export function isOwnTrouble({ failure, isBlocked }: Extract<Fetched, { ok: false }>): boolean {
  return !isBlocked && (failure.source === 'agent' || failure.source === 'resolver')
}

/** Why nothing can be said about a page, as whoever asked is to be told.
 *  Source: decisions, section 4 (403 for what is blocked, 502 for no usable response) */
export function refusalOf(
  failed: Extract<Fetched, { ok: false }>,
  done: 'analysed' | 'crawled' = 'analysed',
): WorkRefusal {
  const { message } = failed.failure
  if (failed.isBlocked) {
    return new WorkRefusal('forbidden', `This address may not be ${done}: ${message}`)
  }
  // The agent's own trouble may be gone in a moment.
  return new WorkRefusal(isOwnTrouble(failed) ? 'unavailable' : 'upstreamFailed', message)
}

/** The page after its redirects. A bare host is asked over https, then over http if that cannot be
 *  reached.
 *  @throws WorkRefusal when there is none */
export const gatherPage: Gatherer<'page'> = async (context) => {
  const url = new URL(context.target.url)
  const fetched = await fetchTarget({ url, maxBodyBytes: MAX_PAGE_BYTES }, context)
  if (!fetched.ok) throw refusalOf(fetched)
  return fetched.page
}
