import { unpackFloats } from './packed-lists.ts'
import type { Queryable } from './pool.ts'
import type { RollupState, RollupStateRow } from './rollup-reads.ts'
import { PACKED_TALLIES, rollupStateOf, STATE, tallied } from './rollup-reads.ts'
import { kept, sql } from './sql.ts'
import type { PackedTallies, TallyRow } from './tally-row.ts'
import { unpackTallies } from './tally-row.ts'

/** Days of UTC of single monitors, by when they begin; the lists belong together. */
export interface MonitorDays {
  readonly monitorIds: readonly number[]
  readonly days: readonly Date[]
}

/** Figures of days as they come: UNIX seconds of each, and base64 of all of them, one after the other. */
interface PackedDays {
  readonly daySeconds: string | null
  readonly figures: string | null
}

// In one question with the state: what is stale is what the packed hours lack, at one moment.
const readState = kept(sql<RollupStateRow & PackedDays>`
  select ${STATE}, packed."daySeconds", packed.figures
  from rollup_progress
  cross join (
    select encode(array_send(array_agg(date_part('epoch', day_at))), 'base64') as "daySeconds",
      encode(string_agg(figures, ''::bytea), 'base64') as figures
    from (
      select day_at, figures from packed_hours
      where monitor_id = $1 and day_at > $2::timestamptz - interval '24 hours' and day_at < $3
        and length(figures) = $4
      offset 0
    ) days
  ) packed`)

/** The state of one monitor's rollups in [from, to), and its days whose hours are packed, by when they begin, UNIX ms.
 *  @param bytes how long the figures of a day are: of others nothing is known */
export async function readStateWithPackedHours(
  db: Queryable,
  query: { monitorId: number; from: Date; to: Date },
  bytes: number,
): Promise<RollupState & { readonly packed: ReadonlyMap<number, Buffer> }> {
  const values = [query.monitorId, query.from, query.to, bytes]
  const [row] = (await db.query(readState, values)).rows
  const figures = Buffer.from(row?.figures ?? '', 'base64')
  const packed = new Map<number, Buffer>()
  for (const [index, seconds] of unpackFloats(row?.daySeconds ?? null).entries()) {
    packed.set(seconds * 1_000, figures.subarray(index * bytes, (index + 1) * bytes))
  }
  return { ...rollupStateOf(row), packed }
}

const readHours = sql<{ monitorId: number; day: Date } & PackedTallies>`
  select asked.monitor_id as "monitorId", asked.day_at as day, hours.*
  from unnest($1::integer[], $2::timestamptz[]) as asked (monitor_id, day_at)
  cross join lateral (
    select ${PACKED_TALLIES}
    from (
      select date_part('hour', r.start_at at time zone 'UTC') as bucket, null as region,
        ${tallied({ sqlPart: `string_agg(r.response_histogram, ''::bytea)` })}
      from check_rollups r
      where r.span_minutes = 60 and r.monitor_id = asked.monitor_id
        and r.start_at >= asked.day_at and r.start_at < asked.day_at + interval '24 hours'
      group by 1
      offset 0
    ) tallies
    having count(*) > 0
  ) hours`

/** The hours of days, regions put together; those of which there are none are left out. Buckets are hours, 0 to 23. */
export async function readHoursOfDays(
  tx: Queryable,
  { monitorIds, days }: MonitorDays,
): Promise<{ monitorId: number; day: Date; hours: TallyRow[] }[]> {
  const { rows } = await tx.query(readHours, [monitorIds, days])
  return rows.map(({ monitorId, day, ...hours }) => ({
    monitorId,
    day,
    hours: unpackTallies(hours, true),
  }))
}

const save = sql<unknown>`
  insert into packed_hours (monitor_id, day_at, figures)
  select * from unnest($1::integer[], $2::timestamptz[], $3::bytea[])
  on conflict (monitor_id, day_at) do update set figures = excluded.figures`

/** @param figures of each day; an empty one: its hours are to be read themselves */
export async function savePackedHours(
  tx: Queryable,
  { monitorIds, days }: MonitorDays,
  figures: readonly Buffer[],
): Promise<void> {
  await tx.query(save, [monitorIds, days, figures])
}

const findStale = sql<{ monitorId: number; day: Date }>`
  select monitor_id as "monitorId", day_at as day from packed_hours
  where figures is null order by day_at desc, monitor_id limit $1`

/** Days that were packed and whose hours were rolled up again since, the latest first. */
export async function findStalePackedHours(tx: Queryable, limit: number): Promise<MonitorDays> {
  const { rows } = await tx.query(findStale, [limit])
  return { monitorIds: rows.map((row) => row.monitorId), days: rows.map((row) => row.day) }
}

/** How far days are packed. */
export interface PackingProgress {
  /** Those before are; null before the first. */
  readonly packedTo: Date | null
  /** The last monitor that is done with the day that begins then; 0 for none. */
  readonly monitorId: number
}

const readProgress = sql<PackingProgress>`
  select packed_to as "packedTo", monitor_id as "monitorId" from packing_progress`

export async function readPackingProgress(tx: Queryable): Promise<PackingProgress> {
  return (await tx.query(readProgress)).rows[0] ?? { packedTo: null, monitorId: 0 }
}

const saveProgress = sql<unknown>`update packing_progress set packed_to = $1, monitor_id = $2`

export async function savePackingProgress(
  tx: Queryable,
  { packedTo, monitorId }: PackingProgress,
): Promise<void> {
  await tx.query(saveProgress, [packedTo, monitorId])
}

const removeOld = sql<unknown>`
  delete from packed_hours p
  where p.monitor_id between $1 and $2
    and (p.day_at < $3 or not exists (select from monitors m where m.id = p.monitor_id))`

/** Removes packed hours of days that began before an instant, and those of monitors that are deleted.
 *  @param range numbers of monitors, both included */
export async function deleteOldPackedHours(
  db: Queryable,
  range: { fromId: number; toId: number },
  before: Date,
): Promise<void> {
  await db.query(removeOld, [range.fromId, range.toId, before])
}
