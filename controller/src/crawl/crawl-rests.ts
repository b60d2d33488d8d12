/** Shorter than a look at crawls that wait, so that each look sees the crawl again. */
const FIRST_REST_MS = 200
/** A host that is free again, or an address whose time has come, is seen within this time. */
const MAX_REST_MS = 2_000

/** Crawls that had nothing to hand out rest, each time twice as long: their hosts are to be left alone, or agents have
 *  all that they know of. Twenty of them would be all that is looked at, again and again, and others never had a turn. */
export interface CrawlRests {
  /** Those that rest now. */
  readonly resting: () => number[]
  readonly hadNothing: (jobId: number) => void
  /** Something was handed out of it, or came back. */
  readonly moved: (jobId: number) => void
}

/** @param nowMs of a clock that never goes back */
export function createCrawlRests(nowMs: () => number): CrawlRests {
  const rests = new Map<number, { readonly untilMs: number; readonly restMs: number }>()
  return {
    resting() {
      const now = nowMs()
      // Whose rest ended long ago is over, or began anew: nobody asked for it since.
      for (const [jobId, { untilMs }] of rests) {
        if (untilMs + MAX_REST_MS < now) rests.delete(jobId)
      }
      return [...rests].filter(([, { untilMs }]) => untilMs > now).map(([jobId]) => jobId)
    },
    hadNothing(jobId) {
      const known = rests.get(jobId)
      const restMs = known === undefined ? FIRST_REST_MS : Math.min(MAX_REST_MS, 2 * known.restMs)
      rests.set(jobId, { untilMs: nowMs() + restMs, restMs })
    },
    moved: (jobId) => void rests.delete(jobId),
  }
}
