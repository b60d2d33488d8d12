import { toBinary } from '@bufbuild/protobuf'
import type { CheckResult } from '@sightline/shared/gen/probe/v1/result_pb'
import { CheckResultSchema } from '@sightline/shared/gen/probe/v1/result_pb'
import type { Logger } from '@sightline/shared/logger'
import type { DatabaseSync } from 'node:sqlite'
import { createCanWait } from './can-wait.ts'
import { inTransaction } from './database.ts'

/** How long results that say nothing new gather for one transaction, which is one message then. A commit or a message
 *  costs more than the results in it: at 100 checks a second, with 50 ms here and 100 ms more before they were sent,
 *  one took 0.88 ms of processor time of the agent, 0.22 of the controller and 0.16 of the database; like this 0.66,
 *  0.11 and 0.11. Until then the slots of these results count as open, so the next start runs them. */
const GROUP_MS = 1_000
/** So many do not wait: their transaction holds up the event loop for about 2 ms. */
const GROUP_RESULTS = 100
/** One that somebody may wait for is sent at once, and on disk before that. */
const URGENT_GROUP_MS = 2
/** Results kept in memory until they are sent, so that they need not be read back; when no controller
 *  takes them, they are on disk like all. */
const MAX_FRESH = 1_000
/** Wait before writing again after the disk refused (full, read-only). */
const RETRY_MS = 1_000
/** Results held in memory while the disk refuses; beyond it the oldest go. */
const MAX_PENDING = 20_000
/** Results after which it is looked what they take on disk, which costs a third of a small commit. */
const WEIGH_EVERY = 100
/** Share of the results that goes at once where they take too many bytes: no more than needs to, and not one by one of
 *  a million. */
const DROP_SHARE = 0.01
const DROP_LOG_INTERVAL_MS = 60_000

/** A result as it lies in the spool: a probe.v1.CheckResult without its sequence. */
export interface SpooledResult {
  readonly sequence: bigint
  readonly bytes: Uint8Array
}

/** Results on disk until a controller has committed them. */
export interface Spool {
  /** Resolves when the result is on disk; until then it does not count as taken. */
  readonly append: (result: CheckResult) => Promise<void>
  /** In order of sequence, those with `after < sequence <= upTo`.
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
  /** Results lost since the start because the spool or the disk was full. */
  readonly dropped: () => number
  /** Calls back after each commit. */
  readonly onCommit: (listener: () => void) => void
  /** Writes what is pending now. */
  readonly flush: () => void
  /** Writes what is pending now, and what comes from now on at once: the agent stops. */
  readonly stopWaiting: () => void
}

interface Pending {
  readonly result: CheckResult
  readonly taken: () => void
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
  const insert = database.prepare(
    'insert into spool (monitor_id, scheduled_at_ms, attempt, result) values (?, ?, ?, ?)',
  )
  const select = database.prepare(
    'select sequence, result as bytes from spool where sequence > ? and sequence <= ? order by sequence limit ?',
  )
  select.setReadBigInts(true)
  const remove = database.prepare('delete from spool where sequence > ? and sequence <= ?')
  const removeOldest = database.prepare(
    'delete from spool where sequence in (select sequence from spool order by sequence limit ?)',
  )
  // Pages that were emptied are filled again: the file grows no further.
  const used = database.prepare(
    `select (page_count - freelist_count) * page_size as bytes
     from pragma_page_count, pragma_freelist_count, pragma_page_size`,
  )
  const oldestSlot = database.prepare(
    'select min(scheduled_at_ms) as oldest from spool where attempt = 0',
  )
  const meanBytes = database.prepare(
    'select avg(length(result)) as mean from (select result from spool order by sequence desc limit 1000)',
  )
  const slots = database.prepare(
    `select monitor_id as "monitorId", scheduled_at_ms as "scheduledAtMs"
     from spool where attempt = 0 and scheduled_at_ms >= ?`,
  )

  let count = Number(database.prepare('select count(*) as count from spool').get()?.['count'])
  let lastSequence = BigInt(
    Number(
      database.prepare("select seq from sqlite_sequence where name = 'spool'").get()?.['seq'] ?? 0,
    ),
  )
  let dropped = 0
  let unweighed = WEIGH_EVERY
  let dropLoggedAtMs = Number.NEGATIVE_INFINITY
  let pending: Pending[] = []
  let timer: NodeJS.Timeout | null = null
  let timerDueAtMs = 0
  /** The newest results, without gaps. */
  let fresh: SpooledResult[] = []
  let isRefused = false
  let waitsNoMore = false
  const canWait = createCanWait()
  const listeners: (() => void)[] = []

  function countDropped(results: number, why: string): void {
    dropped += results
    if (performance.now() - dropLoggedAtMs < DROP_LOG_INTERVAL_MS) return
    dropLoggedAtMs = performance.now()
    log.warn({ droppedSinceStart: dropped }, why)
  }

  function write(batch: readonly Pending[]): void {
    let newest = lastSequence
    const written: SpooledResult[] = []
    let removed = 0
    inTransaction(database, () => {
      for (const { result } of batch) {
        const { monitorId, scheduledAtMs, attempt } = result
        const bytes = toBinary(CheckResultSchema, result)
        const { lastInsertRowid } = insert.run(monitorId, scheduledAtMs, attempt, bytes)
        newest = BigInt(lastInsertRowid)
        written.push({ sequence: newest, bytes })
      }
      removed = makeRoom(count + batch.length)
    })
    // Only now: what is rolled back gives its numbers back.
    lastSequence = newest
    count += batch.length - removed
    fresh = [...fresh, ...written].slice(-MAX_FRESH)
    if (removed > 0) {
      countDropped(removed, 'the spool is full: the oldest results are dropped')
      fresh = []
    }
  }

  /** Removes the oldest of so many results until they, and what they take on disk, are within their limits.
   *  @returns how many it removed */
  function makeRoom(results: number): number {
    const excess = results - deps.maxResults
    let removed = excess > 0 ? Number(removeOldest.run(excess).changes) : 0
    unweighed += results - count
    if (unweighed < WEIGH_EVERY) return removed
    unweighed = 0
    while (removed < results && usedBytes() > deps.maxBytes) {
      const some = Math.ceil((results - removed) * DROP_SHARE)
      removed += Number(removeOldest.run(some).changes)
    }
    return removed
  }

  function usedBytes(): number {
    return Number(used.get()?.['bytes'])
  }

  function schedule(delayMs: number): void {
    const dueAtMs = performance.now() + delayMs
    if (timer !== null && dueAtMs >= timerDueAtMs) return
    if (timer !== null) clearTimeout(timer)
    timerDueAtMs = dueAtMs
    timer = setTimeout(flush, delayMs)
  }

  /** What follows in memory; null when some of it is on disk only. */
  function readFresh(after: bigint, limits: { results: number }): SpooledResult[] | null {
    const [first] = fresh
    if (first === undefined || first.sequence > after + 1n) return null
    const from = Number(after + 1n - first.sequence)
    const results = fresh.slice(from, from + limits.results)
    // What was sent before is not asked for again.
    fresh = fresh.slice(from)
    return results
  }

  function* readRows(after: bigint, upTo: bigint, limits: { results: number }) {
    const rows = readFresh(after, limits) ?? select.iterate(after, upTo, limits.results)
    yield* rows as unknown as Iterable<SpooledResult>
  }

  function flush(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (pending.length === 0) return
    const batch = pending
    try {
      write(batch)
    } catch (error) {
      if (!isRefused) log.error({ err: error }, 'results cannot be written to disk; trying again')
      isRefused = true
      const excess = pending.length - MAX_PENDING
      if (excess > 0) {
        for (const { taken } of pending.splice(0, excess)) taken()
        countDropped(excess, 'the disk refuses results: the oldest are dropped')
      }
      schedule(RETRY_MS)
      return
    }
    if (isRefused) log.info('results are written to disk again')
    isRefused = false
    pending = []
    for (const { taken } of batch) taken()
    for (const listener of listeners) listener()
  }

  return {
    append(result) {
      return new Promise((taken) => {
        pending.push({ result, taken })
        const mayWait = canWait(result) && !waitsNoMore && pending.length < GROUP_RESULTS
        // While the disk refuses, its own pace holds.
        if (!isRefused) schedule(mayWait ? GROUP_MS : URGENT_GROUP_MS)
      })
    },
    read(after, upTo, limits) {
      const results: SpooledResult[] = []
      let bytes = 0
      for (const row of readRows(after, upTo, limits)) {
        bytes += row.bytes.byteLength
        if (row.sequence > upTo || (results.length > 0 && bytes > limits.bytes)) break
        results.push(row)
      }
      return results
    },
    acknowledge(after, upTo) {
      count -= Number(remove.run(after, upTo).changes)
      const first = fresh[0]?.sequence ?? upTo + 1n
      // A hole in the middle is left to the disk to know.
      if (first > after) fresh = fresh.slice(Number(upTo + 1n > first ? upTo + 1n - first : 0n))
      else fresh = []
    },
    lastSequence: () => lastSequence,
    oldestSlotMs() {
      const oldest = oldestSlot.get()?.['oldest']
      return typeof oldest === 'number' ? oldest : null
    },
    slotsSince: (fromMs) =>
      slots.all(fromMs) as unknown as { monitorId: number; scheduledAtMs: number }[],
    count: () => count,
    bytes: () => Math.round(count * Number(meanBytes.get()?.['mean'] ?? 0)),
    dropped: () => dropped,
    onCommit(listener) {
      listeners.push(listener)
    },
    flush,
    stopWaiting() {
      waitsNoMore = true
      flush()
    },
  }
}
