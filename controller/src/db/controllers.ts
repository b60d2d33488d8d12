import type { Queryable } from './pool.ts'
import { kept, sql } from './sql.ts'

const touch = kept(sql<never>`
  insert into controllers (id, hostname, started_at, last_seen_at) values ($1, $2, $3, now())
  on conflict (id) do update set last_seen_at = now()`)

/** Notes that a controller lives. */
export async function touchController(
  db: Queryable,
  controller: { id: string; hostname: string; startedAt: Date },
): Promise<void> {
  await db.query(touch, [controller.id, controller.hostname, controller.startedAt])
}

const prune = sql<never>`delete from controllers where last_seen_at < now() - interval '1 day'`

/** Forgets controllers that have been gone for a day. */
export async function pruneControllers(db: Queryable): Promise<void> {
  await db.query(prune)
}
