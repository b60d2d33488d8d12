import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import type { CheckResult } from '@sightline/shared/gen/probe/v1/result_pb'
import { CheckResultSchema, CheckStatus } from '@sightline/shared/gen/probe/v1/result_pb'
import type { Logger } from '@sightline/shared/logger'
import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from './database.ts'

/** How long results gather for one transaction. A commit costs about 0.1 ms whatever it holds. */
const GROUP_MS = 3
/** Wait before writing again after the disk refused (full, read-only). */
const RETRY_MS = 1_000
/** Results held in memory while the disk refuses; beyond it the oldest go. */
const MAX_PENDING = 20_000
const DROP_LOG_INTERVAL_MS = 60_000

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
  ) => CheckResult[]
  /** Forgets those with `after < sequence <= upTo`. */
  readonly acknowledge: (after: bigint, upTo: bigint) => void
  /** Of the newest result ever appended; 0 when none was. */
  readonly lastSequence: () => bigint
  /** Slot of the oldest result of the grid (attempt 0) that is not acknowledged; null when none. */
  readonly oldestSlotMs: () => number | null
  /** Slots of the grid in the spool from an instant on. */
  readonly slotsSince: (fromMs: number) => { monitorId: number; scheduledAtMs: number }[]
  readonly count: () => number
  /** Results lost since the start because the spool or the disk was full. */
  readonly dropped: () => number
  /** Calls back after each commit. @param listener told whether a result that is not up was in it */
  readonly onCommit: (listener: (hasFailure: boolean) => void) => void
  /** Writes what is pending now. */
  readonly flush: () => void
}

interface Pending {
  readonly result: CheckResult
  readonly taken: () => void
}

interface ResultRow {
  readonly sequence: bigint
  readonly result: Uint8Array
}

/** @param deps.maxResults size limit; beyond it the oldest results are dropped and counted */
export function createSpool(deps: {
  database: DatabaseSync
  maxResults: number
  log: Logger
}): Spool {
  const { database, log } = deps
  const insert = database.prepare(
    'insert into spool (monitor_id, scheduled_at_ms, attempt, result) values (?, ?, ?, ?)',
  )
  const select = database.prepare(
    'select sequence, result from spool where sequence > ? and sequence <= ? order by sequence limit ?',
  )
  select.setReadBigInts(true)
  const remove = database.prepare('delete from spool where sequence > ? and sequence <= ?')
  const removeOldest = database.prepare(
    'delete from spool where sequence in (select sequence from spool order by sequence limit ?)',
  )
  const oldestSlot = database.prepare(
    'select min(scheduled_at_ms) as oldest from spool where attempt = 0',
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
  let dropLoggedAtMs = Number.NEGATIVE_INFINITY
  let pending: Pending[] = []
  let timer: NodeJS.Timeout | null = null
  let isRefused = false
  const listeners: ((hasFailure: boolean) => void)[] = []

  function countDropped(results: number, why: string): void {
    dropped += results
    if (performance.now() - dropLoggedAtMs < DROP_LOG_INTERVAL_MS) return
    dropLoggedAtMs = performance.now()
    log.warn({ droppedSinceStart: dropped }, why)
  }

  function write(batch: readonly Pending[]): void {
    let newest = lastSequence
    inTransaction(database, () => {
      for (const { result } of batch) {
        const { lastInsertRowid } = insert.run(
          result.monitorId,
          result.scheduledAtMs,
          result.attempt,
          toBinary(CheckResultSchema, result),
        )
        newest = BigInt(lastInsertRowid)
      }
      const excess = count + batch.length - deps.maxResults
      if (excess > 0) removeOldest.run(excess)
    })
    // Only now: what is rolled back gives its numbers back.
    lastSequence = newest
    count += batch.length
    if (count > deps.maxResults) {
      countDropped(count - deps.maxResults, 'the spool is full: the oldest results are dropped')
      count = deps.maxResults
    }
  }

  function schedule(delayMs: number): void {
    timer ??= setTimeout(flush, delayMs)
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
    const hasFailure = batch.some(({ result }) => result.status !== CheckStatus.UP)
    for (const listener of listeners) listener(hasFailure)
  }

  return {
    append(result) {
      return new Promise((taken) => {
        pending.push({ result, taken })
        schedule(GROUP_MS)
      })
    },
    read(after, upTo, limits) {
      const results: CheckResult[] = []
      let bytes = 0
      const rows = select.iterate(after, upTo, limits.results) as unknown as Iterable<ResultRow>
      for (const row of rows) {
        bytes += row.result.byteLength
        if (results.length > 0 && bytes > limits.bytes) break
        const result = fromBinary(CheckResultSchema, row.result)
        results.push(create(CheckResultSchema, { ...result, sequence: row.sequence }))
      }
      return results
    },
    acknowledge(after, upTo) {
      count -= Number(remove.run(after, upTo).changes)
    },
    lastSequence: () => lastSequence,
    oldestSlotMs() {
      const oldest = oldestSlot.get()?.['oldest']
      return typeof oldest === 'number' ? oldest : null
    },
    slotsSince: (fromMs) =>
      slots.all(fromMs) as unknown as { monitorId: number; scheduledAtMs: number }[],
    count: () => count,
    dropped: () => dropped,
    onCommit(listener) {
      listeners.push(listener)
    },
    flush,
  }
}
