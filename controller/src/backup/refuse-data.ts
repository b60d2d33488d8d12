import { isControllerRunning, isFresh } from '../db/backups.ts'
import type { Queryable } from '../db/pool.ts'
import { BackupError } from './backup-error.ts'

/** @throws BackupError when somebody works with a database that is to be filled, or has made something in it */
export async function refuseData(db: Queryable): Promise<void> {
  if (await isControllerRunning(db)) {
    throw new BackupError(
      'A controller works with the database that is to be filled: stop it first (one that was killed counts for 15 seconds more).',
    )
  }
  if (!(await isFresh(db))) {
    throw new BackupError(
      'The database holds an installation with data already, which is left as it is: take an empty database or another data folder.',
    )
  }
}
