import { numberArray } from './array-literal.ts'
import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

const lockNamed = sql<{ id: number; publicId: string }>`
  select id, public_id as "publicId" from monitors
  where workspace_id = $1 and public_id = any($2)
  order by id for key share`

/** The workspace's monitors among these ids; none of them goes before the transaction ends. */
export async function lockNamedMonitors(
  tx: Queryable,
  workspaceId: number,
  publicIds: readonly string[],
): Promise<{ id: number; publicId: string }[]> {
  return (await tx.query(lockNamed, [workspaceId, publicIds])).rows
}

const clear = sql<unknown>`delete from maintenance_monitors where window_id = $1`

const add = sql<unknown>`
  insert into maintenance_monitors (window_id, monitor_id, position)
  select $1, monitor_id, position
  from unnest($2::integer[]) with ordinality as named (monitor_id, position)`

/** Replaces the monitors a window names. */
export async function replaceWindowMonitors(
  tx: Queryable,
  windowId: number,
  monitorIds: readonly number[],
): Promise<void> {
  await tx.query(clear, [windowId])
  if (monitorIds.length > 0) await tx.query(add, [windowId, numberArray(monitorIds)])
}

const readNamed = sql<{ windowId: number; publicId: string }>`
  select c.window_id as "windowId", m.public_id as "publicId"
  from maintenance_monitors c join monitors m on m.id = c.monitor_id
  where c.window_id = any($1::integer[])
  order by c.window_id, c.position`

/** The monitors these windows name, in the order they were named. */
export async function readWindowMonitors(
  db: Queryable,
  windowIds: readonly number[],
): Promise<{ windowId: number; publicId: string }[]> {
  return (await db.query(readNamed, [numberArray(windowIds)])).rows
}
