import type { SqlPart } from './sql.ts'

/** Settings of a crawl, whole: those that were stored before `checkImages` was one, or by a controller of an earlier
 *  version, do not ask for it. */
export const CRAWL_SETTINGS: SqlPart = {
  sqlPart: `'{"checkImages": false}'::jsonb || settings as settings`,
}
