import { fillOutageWorkspaces } from '../db/outages.ts'
import type { UpkeepParts } from '../jobs/task.ts'

/** Outages at a time: whoever ends one of them waits for so many. */
const PAGE = 500
/** The rest a minute later: others write meanwhile. */
const MAX_PAGES = 100

/** Notes whose the outages are that are of a version before, or of a backup of it: the latest first, in pages. Then there
 *  are none, and it looks at nothing. */
export async function fillWorkspaces({ db }: Pick<UpkeepParts, 'db'>): Promise<void> {
  for (let page = 0; page < MAX_PAGES; page += 1) {
    if ((await fillOutageWorkspaces(db, PAGE)) < PAGE) return
  }
}
