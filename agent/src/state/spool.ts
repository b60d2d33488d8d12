import type { CheckResult } from '@sightline/shared/gen/probe/v1/result_pb'
import type { Logger } from '@sightline/shared/logger'
import type { DatabaseSync } from 'node:sqlite'
import { isDamage } from './damage.ts'
import { inTransaction } from './database.ts'
import { createFreshResults } from './spool/fresh-results.ts'
import { createMakeRoom } from './spool/make-room.ts'
import { createPendingResults } from './spool/pending-results.ts'
import { openSpoolRows } from './spool/spool-rows.ts'
import type { EncodedResult, SpooledResult } from './spool/spooled-result.ts'

const DROP_LOG_INTERVAL_MS = 60_000

/** Results on disk until a controller has committed them. */
export interface Spool {
  /** Resolves when the result is on disk; until then it does not count as taken. @throws when it can never be written */
  readonly append: (result: CheckResult) => Promise<void>
  /** In order of sequence, those with `after < sequence <= upTo`; one that the disk did not keep as it was is dropped: no controller
   *  could read the batch, or what it says is not what was found.
   *  @param limits ends before `results` or `bytes` are exceeded, but gives at least one */
  readonly read: (
    after: bigint,
    upTo: bigint,
    limits: { results: number; bytes: number },
  ) => SpooledResult[]
  /** Forgets those with `after < sequence <= upTo`. */
  readonly acknowledge: (after: bigint, upTo: bigint) => void
  /** Of the newest result ever appended; 0 when none was. */
  readonly lastSequence: () => bigint
  /** Slot of the oldest result of the grid (attempt 0) that is not acknowledged; null when none. */
  readonly oldestSlotMs: () => number | null
  /** Slots of the grid in the spool from an instant on. */
  readonly slotsSince: (fromMs: number) => { monitorId: number; scheduledAtMs: number }[]
  readonly count: () => number
  /** What they take, about: by the mean of the newest thousand, as there may be a million. */
  readonly bytes: () => number
  /** Results lost since the start because the spool or the disk was full, or the disk did not keep them. */
  readonly dropped: () => number
  /** Calls back after each commit. */
  readonly onCommit: (listener: () => void) => void
  /** Writes what is pending now. */
  readonly flush: () => void
  /** Writes what is pending now, and what comes from now on at once: the agent stops. */
  readonly stopWaiting: () => void
}

/** @param deps.maxResults, deps.maxBytes limits, the latter of what all state takes on disk; beyond them the oldest results
 *  are dropped and counted */
export function createSpool(deps: {
  database: DatabaseSync
  maxResults: number
  maxBytes: number
  log: Logger
}): Spool {
  const { database, log } = deps
  const rows = openSpoolRows(database)
  const makeRoom = createMakeRoom(rows, deps)
  const fresh = createFreshResults()
  let count = rows.count()
  let lastSequence = rows.lastSequence()
  let dropped = 0
  const dropsLoggedAtMs = new Map<string, number>()
  const listeners: (() => void)[] = []

  function countDropped(results: number, why: string): void {
    dropped += results
    const loggedAtMs = dropsLoggedAtMs.get(why) ?? Number.NEGATIVE_INFINITY
    if (performance.now() - loggedAtMs < DROP_LOG_INTERVAL_MS) return
    dropsLoggedAtMs.set(why, performance.now())
    log.warn({ droppedSinceStart: dropped }, why)
  }

  function write(batch: readonly { readonly result: EncodedResult }[]): void {
    let newest = lastSequence
    const written: SpooledResult[] = []
    let removed = 0
    inTransaction(database, () => {
      for (const { result } of batch) {
        const row = rows.insert(result)
        newest = row.sequence
        written.push(row)
      }
      removed = makeRoom(count + batch.length, batch.length)
    })
    // Only now: what is rolled back gives its numbers back.
    lastSequence = newest
    count += batch.length - removed
    fresh.add(written)
    if (removed > 0) {
      countDropped(removed, 'the spool is full: the oldest results are dropped')
      fresh.clear()
    }
  }

  /** While the disk refuses that too they stay, and every reading passes over them. */
  function dropRotten(sequences: readonly bigint[]): void {
    let removed = 0
    try {
      inTransaction(database, () => {
        for (const sequence of sequences) removed += rows.remove(sequence - 1n, sequence)
      })
    } catch (error) {
      if (isDamage(error)) throw error
      return
    }
    count -= removed
    countDropped(
      removed,
      'the disk did not keep results as they were written: they are dropped; look at the disk',
    )
  }

  function readSome(
    after: bigint,
    upTo: bigint,
    { results: most, bytes: mostBytes }: { results: number; bytes: number },
  ): { results: SpooledResult[]; rotten: bigint[] } {
    const results: SpooledResult[] = []
    const rotten: bigint[] = []
    let bytes = 0
    for (const row of fresh.read(after, most) ?? rows.read(after, upTo, most)) {
      if (row.sequence > upTo) break
      if (row.bytes === null) {
        rotten.push(row.sequence)
        continue
      }
      bytes += row.bytes.byteLength
      if (results.length > 0 && bytes > mostBytes) break
      results.push(row)
    }
    return { results, rotten }
  }

  const pending = createPendingResults({
    write,
    written() {
      for (const listener of listeners) listener()
    },
    lost: countDropped,
    log,
  })

  return {
    append: pending.append,
    read(after, upTo, limits) {
      let from = after
      for (;;) {
        const { results, rotten } = readSome(from, upTo, limits)
        if (rotten.length > 0) dropRotten(rotten)
        const last = rotten.at(-1)
        // Nothing at all is the end.
        if (results.length > 0 || last === undefined) return results
        from = last
      }
    },
    acknowledge(after, upTo) {
      count -= rows.remove(after, upTo)
      fresh.remove(after, upTo)
    },
    lastSequence: () => lastSequence,
    oldestSlotMs: rows.oldestSlotMs,
    slotsSince: rows.slotsSince,
    count: () => count,
    bytes: () => Math.round(count * rows.meanBytes()),
    dropped: () => dropped,
    onCommit(listener) {
      listeners.push(listener)
    },
    flush: pending.flush,
    stopWaiting: pending.stopWaiting,
  }
}
