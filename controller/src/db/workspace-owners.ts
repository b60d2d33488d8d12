import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** Who owns a workspace, and the plan it is on. */
export interface WorkspaceOwnerRow {
  readonly workspaceId: number
  readonly personId: number
  readonly personPublicId: string
  readonly plan: string
}

const readOwner = sql<WorkspaceOwnerRow>`
  select w.id as "workspaceId", p.id as "personId", p.public_id as "personPublicId", w.plan
  from workspaces w
  join memberships m on m.workspace_id = w.id and m.role = 'owner'
  join people p on p.id = m.person_id
  where w.public_id = $1 or ($1 is null and w.id = (select owner_workspace_id from installation))
  order by p.id
  limit 1`

/** The first owner of a workspace.
 *  @param publicId null: the workspace that owns the installation
 *  @returns null when there is no such workspace */
export async function readWorkspaceOwner(
  db: Queryable,
  publicId: string | null,
): Promise<WorkspaceOwnerRow | null> {
  return (await db.query(readOwner, [publicId])).rows[0] ?? null
}
