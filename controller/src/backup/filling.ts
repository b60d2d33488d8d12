import { DatabaseRefusedError } from '../db/database-refused.ts'
import { connectionRefusal } from '../db/connection-refusal.ts'
import { explainDatabaseTrouble } from '../db/database-trouble.ts'
import { BackupError } from './backup-error.ts'

const FILLED = 'The database that is to be filled'

/** Does what is done to a database that is to be filled: what is wrong with it is told as of that one, not of the one that
 *  DATABASE_URL names, which may be another.
 *  @throws BackupError for what its operator can mend; other errors as they are */
export async function filling<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error: unknown) {
    const words = wordsOf(error)
    throw words === null ? error : new BackupError(words, { cause: error })
  }
}

function wordsOf(error: unknown): string | null {
  const refusal = connectionRefusal(error)
  if (refusal !== null) return named(`The database ${refusal}`)
  if (error instanceof DatabaseRefusedError) return named(error.message)
  const trouble = explainDatabaseTrouble(error)
  return trouble === null ? null : named(trouble)
}

function named(words: string): string {
  return words
    .replace(/^the database/i, FILLED)
    .replace(/^DATABASE_URL/, 'The address of the database that is to be filled')
    .replaceAll('DATABASE_URL', 'its address')
}
