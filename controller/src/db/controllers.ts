import type { Queryable } from './pool.ts'
import { kept, sql } from './sql.ts'

const touch = kept(sql<{ isDraining: boolean }>`
  insert into controllers (id, hostname, started_at, last_seen_at, clock_offset_ms, disk_free_bytes, disk_bytes)
  values ($1, $2, $3, now(), $4, $5, $6)
  on conflict (id) do update set last_seen_at = now(), clock_offset_ms = excluded.clock_offset_ms,
    disk_free_bytes = excluded.disk_free_bytes, disk_bytes = excluded.disk_bytes
  returning draining_at is not null as "isDraining"`)

/** Notes that a controller lives.
 *  @param controller.clockOffsetMs how far the clock of its machine is ahead of the database's
 *  @param controller.disk of its data folder; null: nobody knows
 *  @returns whether it is to hand over what it does */
export async function touchController(
  db: Queryable,
  controller: {
    id: string
    hostname: string
    startedAt: Date
    clockOffsetMs: number
    disk: { freeBytes: number; bytes: number } | null
  },
): Promise<boolean> {
  const { id, hostname, startedAt, clockOffsetMs, disk } = controller
  const room = [disk?.freeBytes ?? null, disk?.bytes ?? null]
  const { rows } = await db.query(touch, [id, hostname, startedAt, clockOffsetMs, ...room])
  return rows[0]?.isDraining === true
}

/** What a machine with controllers says of the disk of their data folder, of several the fullest. */
export interface ControllerDisk {
  readonly host: string
  /** null: they do not say. */
  readonly freeBytes: number | null
  readonly bytes: number | null
}

const disks = sql<ControllerDisk>`
  select distinct on (hostname) hostname as host, disk_free_bytes::float8 as "freeBytes",
    disk_bytes::float8 as bytes
  from controllers where last_seen_at > now() - interval '5 minutes'
  order by hostname, disk_free_bytes`

/** Of each machine on which a controller was alive in the last five minutes, which is longer than a restart takes. */
export async function readControllerDisks(db: Queryable): Promise<ControllerDisk[]> {
  return (await db.query(disks)).rows
}

const drained = sql<never>`update controllers set drained_at = now() where id = $1`

/** Notes that a controller has handed over everything. */
export async function markControllerDrained(db: Queryable, id: string): Promise<void> {
  await db.query(drained, [id])
}

const stopped = sql<never>`
  update controllers set draining_at = coalesce(draining_at, now()), drained_at = coalesce(drained_at, now())
  where id = $1`

/** Notes that a controller is about to end: until it has been silent for long it would count as one that works. Its row stays, as
 *  it tells until when agents were heard. */
export async function markControllerStopped(db: Queryable, id: string): Promise<void> {
  await db.query(stopped, [id])
}

const prune = sql<never>`delete from controllers where last_seen_at < now() - interval '1 day'`

/** Forgets controllers that have been gone for a day. */
export async function pruneControllers(db: Queryable): Promise<void> {
  await db.query(prune)
}
