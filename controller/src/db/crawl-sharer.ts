import type { SqlPart } from './sql.ts'

/** With whom a crawl `j` shares its turns, named as `sharerOfKey` names them. */
export const CRAWL_SHARER: SqlPart = {
  sqlPart: `coalesce('workspace ' || j.workspace_id, 'key ' || coalesce(j.key_id, 0))`,
}
