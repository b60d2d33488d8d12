import type { Fetched, FetchRequest } from '../http/fetch.ts'
import type { GatherContext } from './gatherer.ts'

/** Where an https address is not reached, as opposed to not understood. */
const UNREACHED = new Set(['connect', 'tls'])

/** Fetches an address of the target. Where the target was asked for without a scheme and cannot be
 *  reached over https, it is asked over http; what went wrong is then told of https.
 *  Source: decisions, section 4 */
export async function fetchTarget(
  request: FetchRequest,
  { target, fetch, signal }: Pick<GatherContext, 'target' | 'fetch' | 'signal'>,
): Promise<Fetched> {
  const first = await fetch(request, signal)
  if (first.ok || first.isBlocked || !target.isBare || signal.aborted) return first
  if (first.hops.length > 0 || !UNREACHED.has(first.failure.phase ?? '')) return first
  const url = new URL(request.url)
  url.protocol = 'http:'
  const second = await fetch({ ...request, url }, signal)
  return second.ok ? second : first
}
