import { numberArray, textArray } from './array-literal.ts'
import { isoTime } from './iso-time.ts'
import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** An occurrence that is stored; UNIX ms. */
export interface OccurrenceRow {
  readonly originalFromMs: number
  readonly originalToMs: number
  readonly fromMs: number
  readonly toMs: number
  readonly cancelledAtMs: number | null
}

const read = sql<OccurrenceRow & { windowId: number }>`
  select window_id as "windowId",
    round(extract(epoch from original_starts_at) * 1000)::float8 as "originalFromMs",
    round(extract(epoch from original_ends_at) * 1000)::float8 as "originalToMs",
    round(extract(epoch from starts_at) * 1000)::float8 as "fromMs",
    round(extract(epoch from ends_at) * 1000)::float8 as "toMs",
    round(extract(epoch from cancelled_at) * 1000)::float8 as "cancelledAtMs"
  from maintenance_occurrences where window_id = any($1::integer[])`

/** What is stored of these windows' occurrences, in no order. */
export async function readOccurrences(
  db: Queryable,
  windowIds: readonly number[],
): Promise<(OccurrenceRow & { windowId: number })[]> {
  return (await db.query(read, [numberArray(windowIds)])).rows
}

const upsert = sql<unknown>`
  insert into maintenance_occurrences (window_id, original_starts_at, original_ends_at, starts_at,
    ends_at, cancelled_at)
  values ($1, $2, $3,
    $4, $5, $6)
  on conflict (window_id, original_starts_at) do update set
    starts_at = excluded.starts_at, ends_at = excluded.ends_at, cancelled_at = excluded.cancelled_at`

/** Keeps what became of an occurrence. */
export async function putOccurrence(
  tx: Queryable,
  windowId: number,
  row: OccurrenceRow,
): Promise<void> {
  await tx.query(upsert, [
    windowId,
    isoTime(row.originalFromMs),
    isoTime(row.originalToMs),
    isoTime(row.fromMs),
    isoTime(row.toMs),
    isoTime(row.cancelledAtMs),
  ])
}

const forget = sql<unknown>`
  delete from maintenance_occurrences
  where window_id = $1 and original_starts_at <> all($2::timestamptz[])`

/** Forgets what is stored of a window's occurrences but for some.
 *  @param keptFromMs the original beginnings of those */
export async function deleteOtherOccurrences(
  tx: Queryable,
  windowId: number,
  keptFromMs: readonly number[],
): Promise<void> {
  await tx.query(forget, [windowId, textArray(keptFromMs.map(isoTime))])
}
