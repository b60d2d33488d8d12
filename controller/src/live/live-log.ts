import type { LiveChange } from './live-change.ts'

/** How long a browser may have been away to be caught up. */
const KEEP_MS = 300_000
/** Numbers and ids that are kept: 5 minutes of 1,000 results a second, some 10 MB. */
const MAX_THINGS = 300_000

/** The latest changes in the order in which every controller hears them. */
export interface LiveLog {
  readonly add: (change: LiveChange, nowMs: number) => void
  /** The place of the latest; null before the first. */
  readonly place: () => string | null
  /** What came at a place and after it: all of the transaction, as some of it may not have been told.
   *  @returns null when that is not known any more, or never was */
  readonly since: (place: string) => readonly LiveChange[] | null
  /** Something may have been missed: nobody can be caught up from before. */
  readonly forget: () => void
}

interface Entry {
  readonly change: LiveChange
  readonly atMs: number
  readonly things: number
}

export function createLiveLog(limits = { keepMs: KEEP_MS, things: MAX_THINGS }): LiveLog {
  let entries: Entry[] = []
  /** Those before it are let go. */
  let start = 0
  let things = 0

  function trim(nowMs: number): void {
    // The latest stays, however old: where nothing happens it is where everybody is.
    while (start < entries.length - 1) {
      const oldest = entries[start]
      if (oldest === undefined) break
      if (oldest.atMs >= nowMs - limits.keepMs && things <= limits.things) break
      things -= oldest.things
      start += 1
    }
    if (start > 1_000 && start > entries.length / 2) {
      entries = entries.slice(start)
      start = 0
    }
  }

  return {
    add(change, nowMs) {
      const count = thingsOf(change)
      entries.push({ change, atMs: nowMs, things: count })
      things += count
      trim(nowMs)
    },
    place: () => entries.at(-1)?.change.place ?? null,
    since(place) {
      for (let index = start; index < entries.length; index += 1) {
        if (entries[index]?.change.place === place) {
          return entries.slice(index).map(({ change }) => change)
        }
      }
      return null
    },
    forget() {
      entries = []
      start = 0
      things = 0
    },
  }
}

function thingsOf(change: LiveChange): number {
  if (change.kind === 'monitors' || change.kind === 'results') return change.monitorIds.length
  if (change.kind === 'outage') return change.outageIds.length
  return change.kind === 'gone' ? change.publicIds.length : 1
}
