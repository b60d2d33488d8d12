import type { Queryable } from './pool.ts'
import { kept, sql } from './sql.ts'

const touch = kept(sql<{ isDraining: boolean }>`
  insert into controllers (id, hostname, started_at, last_seen_at, clock_offset_ms)
  values ($1, $2, $3, now(), $4)
  on conflict (id) do update set last_seen_at = now(), clock_offset_ms = excluded.clock_offset_ms
  returning draining_at is not null as "isDraining"`)

/** Notes that a controller lives.
 *  @param controller.clockOffsetMs how far the clock of its machine is ahead of the database's
 *  @returns whether it is to hand over what it does */
export async function touchController(
  db: Queryable,
  controller: { id: string; hostname: string; startedAt: Date; clockOffsetMs: number },
): Promise<boolean> {
  const { id, hostname, startedAt, clockOffsetMs } = controller
  const { rows } = await db.query(touch, [id, hostname, startedAt, clockOffsetMs])
  return rows[0]?.isDraining === true
}

const drained = sql<never>`update controllers set drained_at = now() where id = $1`

/** Notes that a controller has handed over everything. */
export async function markControllerDrained(db: Queryable, id: string): Promise<void> {
  await db.query(drained, [id])
}

const prune = sql<never>`delete from controllers where last_seen_at < now() - interval '1 day'`

/** Forgets controllers that have been gone for a day. */
export async function pruneControllers(db: Queryable): Promise<void> {
  await db.query(prune)
}
