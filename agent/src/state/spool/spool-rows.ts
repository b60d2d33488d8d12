import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { SQLITE_CORRUPT_INDEX } from '../damage.ts'
import type { EncodedResult, RottenResult, SpooledResult } from './spooled-result.ts'
import { checksumOf, isAsWritten } from './spooled-result.ts'

/** The table of the spool. */
export interface SpoolRows {
  readonly insert: (result: EncodedResult) => SpooledResult
  /** At most `results` of those with `after < sequence <= upTo`, in order. */
  readonly read: (
    after: bigint,
    upTo: bigint,
    results: number,
  ) => Iterable<SpooledResult | RottenResult>
  /** @returns how many with `after < sequence <= upTo` there were */
  readonly remove: (after: bigint, upTo: bigint) => number
  /** @returns how many there were of so many */
  readonly removeOldest: (results: number) => number
  readonly count: () => number
  /** The highest ever given, also when its row is gone; 0 when none was. */
  readonly lastSequence: () => bigint
  /** Mean of the newest thousand; 0 when there are none. */
  readonly meanBytes: () => number
  /** What all state takes on disk. */
  readonly usedBytes: () => number
  /** Of the grid (attempt 0); null when there are none. */
  readonly oldestSlotMs: () => number | null
  /** Of the grid, from an instant on. */
  readonly slotsSince: (fromMs: number) => { monitorId: number; scheduledAtMs: number }[]
}

export function openSpoolRows(database: DatabaseSync): SpoolRows {
  const insert = database.prepare(
    'insert into spool (monitor_id, scheduled_at_ms, attempt, result, checksum) values (?, ?, ?, ?, ?)',
  )
  const select = database.prepare(
    'select sequence, result as bytes, checksum from spool where sequence > ? and sequence <= ? order by sequence limit ?',
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
  const count = database.prepare('select count(*) as count from spool')
  const last = database.prepare("select seq from sqlite_sequence where name = 'spool'")

  function* readRows(...range: [bigint, bigint, number]): Iterable<SpooledResult | RottenResult> {
    for (const { sequence, bytes, checksum } of select.iterate(...range)) {
      yield {
        sequence: sequence as bigint,
        bytes: isAsWritten(bytes, checksum) ? bytes : null,
      }
    }
  }

  /** Removes rows. A slot that the disk changed is in the index as it was or the other way round, which SQLite finds out
   *  when it removes the row, and no sooner: the next start would find nothing and end here too. */
  function removeRows(statement: StatementSync, ...range: (bigint | number)[]): number {
    try {
      return Number(statement.run(...range).changes)
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== SQLITE_CORRUPT_INDEX) throw error
      database.exec('reindex spool_slots')
      return Number(statement.run(...range).changes)
    }
  }

  return {
    insert({ monitorId, scheduledAtMs, attempt, bytes }) {
      const checksum = checksumOf(bytes)
      const { lastInsertRowid } = insert.run(monitorId, scheduledAtMs, attempt, bytes, checksum)
      return { sequence: BigInt(lastInsertRowid), bytes }
    },
    read: readRows,
    remove: (after, upTo) => removeRows(remove, after, upTo),
    removeOldest: (results) => removeRows(removeOldest, results),
    count: () => Number(count.get()?.['count']),
    lastSequence: () => BigInt(Number(last.get()?.['seq'] ?? 0)),
    meanBytes: () => Number(meanBytes.get()?.['mean'] ?? 0),
    usedBytes: () => Number(used.get()?.['bytes']),
    oldestSlotMs() {
      const oldest = oldestSlot.get()?.['oldest']
      return typeof oldest === 'number' ? oldest : null
    },
    slotsSince: (fromMs) =>
      slots.all(fromMs) as unknown as { monitorId: number; scheduledAtMs: number }[],
  }
}
