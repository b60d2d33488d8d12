/** How often an address is asked for that the host refuses for now, or that cannot be reached.
 *  Source: analyses design, section 4 (two retries) */
export const MAX_TRIES = 3
/** How often an address is handed out of which no answer comes back. More than the tries above: machines that are
 *  killed one after the other, an agent, its controller, the next agent, say nothing about a page. */
export const MAX_LOST_TRIES = 5
/** After so many refused tries in a row, over all addresses, the crawl ends: the host does not want it. */
export const MAX_REFUSED_IN_A_ROW = 30
/** Longest wait before an address is asked for again. */
const MAX_WAIT_MS = 120_000
const FIRST_WAIT_MS = 5_000

/** When an address may be asked for again, from now in ms.
 *  @param tries it has had  @param retryAfterMs what the host said; null when it said nothing */
export function retryWaitMs(tries: number, retryAfterMs: number | null): number {
  const own = FIRST_WAIT_MS * 4 ** (tries - 1)
  return Math.min(MAX_WAIT_MS, Math.max(own, retryAfterMs ?? 0))
}
