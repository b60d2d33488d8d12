import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** A thing that belongs to a set of files. */
export interface AppliedThingRow {
  readonly setName: string
  readonly kind: string
  readonly key: string
  /** Public id. */
  readonly thingId: string
}

const read = sql<AppliedThingRow>`
  select set_name as "setName", kind, key, thing_id as "thingId" from applied_things
  where workspace_id = $1 and (set_name = $2 or thing_id = any($3))`

/** What belongs to a set, and which of some things belong to any.
 *  @param setName null: to none */
export async function readAppliedThings(
  db: Queryable,
  workspaceId: number,
  setName: string | null,
  thingIds: readonly string[],
): Promise<AppliedThingRow[]> {
  return (await db.query(read, [workspaceId, setName, thingIds])).rows
}

const remove = sql<never>`
  delete from applied_things a
  using unnest($3::text[], $4::text[]) as named (kind, key)
  where a.workspace_id = $1 and a.set_name = $2 and a.kind = named.kind and a.key = named.key`

const insert = sql<never>`
  insert into applied_things (workspace_id, set_name, kind, key, thing_id, applied_at)
  select $1, $2, named.kind, named.key, named.thing_id, $6
  from unnest($3::text[], $4::text[], $5::text[]) as named (kind, key, thing_id)`

/** Notes what belongs to a set from now on, and what no more. */
export async function writeAppliedThings(
  tx: Queryable,
  workspaceId: number,
  setName: string,
  change: {
    readonly left: readonly Pick<AppliedThingRow, 'kind' | 'key'>[]
    readonly joined: readonly Omit<AppliedThingRow, 'setName'>[]
    readonly at: Date
  },
): Promise<void> {
  const { left, joined, at } = change
  const kinds = left.map(({ kind }) => kind)
  const keys = left.map(({ key }) => key)
  await tx.query(remove, [workspaceId, setName, kinds, keys])
  await tx.query(insert, [
    workspaceId,
    setName,
    joined.map(({ kind }) => kind),
    joined.map(({ key }) => key),
    joined.map(({ thingId }) => thingId),
    at,
  ])
}
