import type { Queryable } from './pool.ts'
import type { Statement } from './sql.ts'
import { sql } from './sql.ts'

/** What only one thing may have, taken from things that get another value in the same transaction: two that change
 *  places are in each other's way otherwise. An id stands for it, which nothing else is called by. */

type Free = (tx: Queryable, workspaceId: number, publicId: string) => Promise<void>

const free =
  (statement: Statement<never>): Free =>
  async (tx, workspaceId, publicId) => {
    await tx.query(statement, [workspaceId, publicId])
  }

/** A monitor lets go of what it watches. */
export const freeMonitorTarget = free(sql<never>`
  update monitors set target_key = public_id where workspace_id = $1 and public_id = $2`)

/** A contact lets go of its name. */
export const freeContactName = free(sql<never>`
  update contacts set name = public_id where workspace_id = $1 and public_id = $2`)

/** A team lets go of its name. */
export const freeTeamName = free(sql<never>`
  update teams set name = public_id where workspace_id = $1 and public_id = $2`)

const freePage = sql<never>`
  update status_pages
  set slug = case when $3 then public_id else slug end, host = case when $4 then null else host end
  where workspace_id = $1 and public_id = $2`

/** A status page lets go of its slug, or its host, or both. */
export async function freePageAddress(
  tx: Queryable,
  workspaceId: number,
  publicId: string,
  { slug, host }: { readonly slug: boolean; readonly host: boolean },
): Promise<void> {
  await tx.query(freePage, [workspaceId, publicId, slug, host])
}
