import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '../../process/start-error.ts'

/** Refuses files of a PostgreSQL that this one cannot read: those of each major version are made otherwise, and the
 *  programs to convert them do not come along.
 *  @param cluster PostgreSQL's data directory; it may be missing
 *  @param major of the PostgreSQL that comes along
 *  @throws StartError with what to do; the files are as they were */
export function refuseOtherMajor(cluster: string, major: number): void {
  const made = readMajor(cluster)
  if (made === null || made === major) return
  const folder = dirname(cluster)
  throw new StartError(
    made < major
      ? `The database in ${folder} was made by PostgreSQL ${made}, and this version of Sightline brings PostgreSQL ${major}, which cannot read it. Nothing was changed. Go back to the version of Sightline that ran before and run npm run cli -- backup --to FILE there. Then stop it, rename ${folder} to ${folder}-${made}, and run npm run cli -- restore --from FILE with this version`
      : `The database in ${folder} was made by PostgreSQL ${made}, which is newer than the PostgreSQL ${major} of this version of Sightline. Nothing was changed. Use the version of Sightline that ran before, or set SIGHTLINE_DATA_DIR to another folder`,
  )
}

/** @returns null where there are no files yet */
function readMajor(cluster: string): number | null {
  const file = join(cluster, 'PG_VERSION')
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : null
}
