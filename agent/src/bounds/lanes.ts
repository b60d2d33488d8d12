import type { Gate } from './gate.ts'
import { createGate } from './gate.ts'

/** Kinds of work that never wait for each other. `quick` are checks as usual; `slow` those of monitors
 *  whose last check took long, so that targets that stall cannot hold up the others; `browser` those whose
 *  page is rendered next; `onDemand` those that somebody waits for; `crawl` the pages of sites that are crawled.
 *  Traceroutes have a lane in their worker.
 *  Source: monitoring design, section 2 */
export interface Lanes {
  readonly quick: Gate
  readonly slow: Gate
  /** Whether as many checks of a host are in the slow lane as it has places in the quick one: it has stopped
   *  answering, and whatever else is asked of it will stall too. */
  readonly stalls: (host: string) => boolean
  readonly browser: Gate
  readonly onDemand: Gate
  readonly crawl: Gate
  /** Files that may be open at once where all lanes are full, as they are set. */
  readonly wantedFiles: number
}

/** Stalled checks cost little but their sockets: with a limit of 10 s each, four times 500 of them
 *  are 12,000 stalled monitors a minute. */
const SLOW_FACTOR = 4
/** 500 monitors of one host that stops answering, each 30 s with a limit of 10 s, are 170 stalled checks at once,
 *  and as many again while they are confirmed. With as few places as checks that answer have, they took minutes
 *  to be told down. Each costs the host one connection, as often as its people asked for. */
const SLOW_PER_HOST_FACTOR = 100
const ON_DEMAND_TOTAL = 50
/** A page is held as it came and unpacked until a thread has read it, 10 MB at most: 16 of them are 160 MB. One
 *  host that stalls leaves the others half of it. */
const CRAWL_TOTAL = 16
const CRAWL_PER_HOST = 8

/** Modules, the state, the stream, name servers and what comes as it comes. */
const OTHER_FILES = 100
/** A connection in and one out of each that a page has: few have half of the hundred that it may (guard-proxy.ts). */
const FILES_OF_PAGE = 100
/** What is fetched on demand or crawled may be two at once: the page and what belongs to it. */
const FILES_OF_FETCH = 2
/** Of what is left for checks, the share of quick ones: they are what most wait for. */
const QUICK_SHARE = 0.7

/** How many checks there can be at once, one file each, where so many files may be open.
 *  @param files Infinity: nobody knows */
function checksWithin(
  files: number,
  total: number,
  pages: number,
): { quick: number; slow: number; wantedFiles: number } {
  const others =
    OTHER_FILES + pages * FILES_OF_PAGE + (ON_DEMAND_TOTAL + CRAWL_TOTAL) * FILES_OF_FETCH
  const left = Math.max(0, files - others)
  const quick = Math.max(1, Math.min(total, Math.floor(left * QUICK_SHARE)))
  return {
    quick,
    slow: Math.max(2, Math.min(total * SLOW_FACTOR, left - quick)),
    wantedFiles: others + total * (1 + SLOW_FACTOR),
  }
}

/** @param limits.total quick checks at once
 *  @param limits.perHost checks of one host at once, in each lane but the slow one
 *  @param limits.pages there can be in the browser at once: a check that is in its lane finds room
 *  @param limits.openFiles that the process may have; fewer checks than are set run where it is few. Left out: enough */
export function createLanes(limits: {
  total: number
  perHost: number
  pages: number
  openFiles?: number
}): Lanes {
  const { perHost, pages, openFiles = Infinity } = limits
  const checks = checksWithin(openFiles, limits.total, pages)
  const { quick: total, slow: slowTotal, wantedFiles } = checks
  const slow = createGate({
    total: slowTotal,
    // A host that stalls leaves the others half of it.
    perKey: Math.min(perHost * SLOW_PER_HOST_FACTOR, slowTotal / 2),
  })
  return {
    quick: createGate({ total, perKey: perHost }),
    slow,
    stalls: (host) => slow.taken(host) >= perHost,
    // Where there is more than one page, pages of one host that stall leave one to the others.
    browser: createGate({
      total: pages,
      perKey: Math.min(perHost, Math.max(1, pages - 1)),
      isSharedByPlaces: true,
    }),
    onDemand: createGate({ total: ON_DEMAND_TOTAL, perKey: perHost, isSharedByPlaces: true }),
    crawl: createGate({ total: CRAWL_TOTAL, perKey: CRAWL_PER_HOST, isSharedByPlaces: true }),
    wantedFiles,
  }
}
