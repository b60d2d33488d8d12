import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

interface RightsRow {
  readonly role: string
  readonly isSuperuser: boolean
  /** Rights to the files and programs of the database's machine. */
  readonly grants: string[]
}

const read = sql<RightsRow>`
  select r.rolname as role, r.rolsuper as "isSuperuser", array(
    select name
    from unnest(array['pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program']) as name
    where pg_has_role(current_user, name, 'usage')
  ) as grants
  from pg_roles r where r.rolname = current_user`

/** Says which rights the role of a connection has that nothing here needs, and what to do.
 *  @returns null when there are none */
export async function readExcessRights(db: Queryable): Promise<string | null> {
  const row = (await db.query(read)).rows[0]
  if (row === undefined || (!row.isSuperuser && row.grants.length === 0)) return null
  const what = row.isSuperuser
    ? 'a superuser, who may read and write files of the database server'
    : `who has ${row.grants.join(', ')}`
  return `DATABASE_URL signs in as "${row.role}", ${what}. Sightline needs a role that owns its database and nothing more: create role NAME login password '...'; alter database DATABASE owner to NAME; and the same for what is in it`
}
