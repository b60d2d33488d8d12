import type { CrawlRobots } from '@sightline/shared/crawl/work'
import { MAX_BATCH_URLS } from '@sightline/shared/crawl/work'

/** What is polite: as fast as a person who opens a page and its images.
 *  Source: analyses design, section 4 */
export const POLITE_REQUESTS_PER_SECOND = 5
/** Longest Crawl-delay that is honoured. Source: analyses design, section 4 */
const MAX_CRAWL_DELAY_SECONDS = 10
/** How far ahead an agent gets work: what it holds is lost for a while when it dies. */
const BATCH_MS = 5_000
/** Requests of one batch under way at once; a browser opens six to one host. */
const PARALLEL = 5
/** A host that slows down is asked up to so many times more rarely. */
const MAX_SLOWNESS = 64
/** While a host is slowed down a crawl without a limit of its own keeps at least this between requests. */
const MIN_SLOWED_MS = 50
/** An answer that takes so many times as long as usual is slow. Source: analyses design, section 4 */
const SLOW_FACTOR = 3
/** Shorter answers are never slow. */
const MIN_SLOW_MS = 300
/** Longest wait that a host's Retry-After brings about for all that is asked of it. */
export const MAX_HOST_REST_MS = 120_000

/** How gently a host is asked: `crawl_hosts`. */
export interface HostPace {
  /** 1: as asked. */
  readonly slowness: number
  /** What an answer usually takes; null: not known yet. */
  readonly usualMs: number | null
}

/** Between the beginnings of two requests to a host.
 *  @param requestsPerSecond what the job may; 0 for no limit */
export function intervalMs(
  requestsPerSecond: number,
  robots: CrawlRobots | null,
  { slowness }: Pick<HostPace, 'slowness'>,
): number {
  const asked = requestsPerSecond === 0 ? 0 : 1_000 / requestsPerSecond
  const delayMs = 1_000 * Math.min(robots?.crawlDelaySeconds ?? 0, MAX_CRAWL_DELAY_SECONDS)
  const interval = Math.max(asked, delayMs)
  return slowness > 1 ? Math.max(interval, MIN_SLOWED_MS) * slowness : interval
}

/** How many addresses a batch holds, and how many of them are asked at once. */
export function batchShape(interval: number): { urls: number; parallel: number } {
  const urls = interval === 0 ? MAX_BATCH_URLS : Math.floor(BATCH_MS / interval)
  return {
    urls: Math.min(MAX_BATCH_URLS, Math.max(1, urls)),
    // A host that asks for a pause between two requests gets one request after the other.
    parallel: interval >= 1_000 ? 1 : PARALLEL,
  }
}

/** What a batch told of its host. */
export interface BatchSigns {
  /** Answers 429 and 503, and those that did not come. */
  readonly refused: number
  /** One of them was 429: an agent asks nothing more of the host in that batch, so a single one tells all. */
  readonly isLimited: boolean
  readonly answered: number
  /** Of the answers, on average; null without one. */
  readonly meanMs: number | null
}

/** How gently a host is asked after a batch: twice as gently where it refuses, somewhat where it gets slow, and
 *  bit by bit faster again. Pure. */
export function paceAfter(pace: HostPace, signs: BatchSigns): HostPace {
  const { refused, isLimited, answered, meanMs } = signs
  const usualMs = usualAfter(pace.usualMs, meanMs)
  if (isLimited || (refused > 0 && refused * 4 >= answered)) {
    return { slowness: Math.min(MAX_SLOWNESS, pace.slowness * 2), usualMs }
  }
  if (isSlow(pace.usualMs, meanMs)) {
    return { slowness: Math.min(MAX_SLOWNESS, pace.slowness * 1.5), usualMs }
  }
  return { slowness: Math.max(1, pace.slowness * 0.7), usualMs }
}

function isSlow(usualMs: number | null, meanMs: number | null): boolean {
  if (usualMs === null || meanMs === null || meanMs < MIN_SLOW_MS) return false
  return meanMs > SLOW_FACTOR * usualMs
}

/** Slow answers count less than others, so that a host that stays slow is not soon taken for usual. */
function usualAfter(usualMs: number | null, meanMs: number | null): number | null {
  if (usualMs === null || meanMs === null) return usualMs ?? meanMs
  const weight = meanMs > usualMs ? 0.05 : 0.2
  return usualMs + weight * (meanMs - usualMs)
}
