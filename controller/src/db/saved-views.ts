import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** Whose views they are. */
export interface ViewOwner {
  readonly workspaceId: number
  readonly personId: number
}

/** A way to look at the list of monitors, under a name. */
export interface SavedViewRow {
  readonly name: string
  /** What stands in the address of the page. */
  readonly search: Readonly<Record<string, string>>
}

const list = sql<SavedViewRow>`
  select name, search from saved_views where workspace_id = $1 and person_id = $2 order by lower(name), name`

/** The views of a person, by name. */
export async function readSavedViews(
  db: Queryable,
  { workspaceId, personId }: ViewOwner,
): Promise<SavedViewRow[]> {
  return (await db.query(list, [workspaceId, personId])).rows
}

const put = sql<{ name: string }>`
  insert into saved_views (workspace_id, person_id, name, search, saved_at)
  select $1::bigint, $2::bigint, $3::text, $4, $5
  where exists (select from saved_views where workspace_id = $1 and person_id = $2 and name = $3)
    or $6 > (select count(*) from saved_views where workspace_id = $1 and person_id = $2)
  on conflict (workspace_id, person_id, name) do update set search = excluded.search, saved_at = excluded.saved_at
  returning name`

/** Keeps a view; one of the same name is replaced.
 *  @returns false: the person has as many as they may */
export async function putSavedView(
  db: Queryable,
  { workspaceId, personId }: ViewOwner,
  { name, search }: SavedViewRow,
  kept: { readonly at: Date; readonly most: number },
): Promise<boolean> {
  const values = [workspaceId, personId, name, JSON.stringify(search), kept.at, kept.most]
  return (await db.query(put, values)).rows.length > 0
}

const remove = sql<{ name: string }>`
  delete from saved_views where workspace_id = $1 and person_id = $2 and name = $3 returning name`

/** @returns whether there was one */
export async function deleteSavedView(
  db: Queryable,
  { workspaceId, personId }: ViewOwner,
  name: string,
): Promise<boolean> {
  return (await db.query(remove, [workspaceId, personId, name])).rows.length > 0
}
