import { DatabaseError } from 'pg'
import { firstReason } from './connection-refusal.ts'
import { isDatabaseUnavailable } from './pool.ts'

/** What keeps a database from serving, in words. */
interface DatabaseTrouble {
  /** Half a sentence that anybody may read. */
  readonly what: string
  /** What its operator does about it. */
  readonly todo: string
  /** True where trying again helps nobody before that is done: nothing is stored until then. */
  readonly lasts?: true
}

const UNREACHABLE: DatabaseTrouble = {
  what: 'The database cannot be reached',
  todo: 'see whether it runs, and whether DATABASE_URL leads to it',
}

/** By SQLSTATE, or its class, the first two digits. Source: PostgreSQL, "Error Codes" */
const TROUBLES: Readonly<Record<string, DatabaseTrouble>> = {
  '25006': {
    what: 'The database can only be read',
    todo: 'see whether it is a standby, or was made read-only because its disk is full, and have DATABASE_URL lead to one that can be written to',
    lasts: true,
  },
  '28': {
    what: 'The database refuses its user',
    todo: 'mend the user or the password in DATABASE_URL, or what the server lets in (pg_hba.conf)',
  },
  '3D': {
    what: 'The database does not exist',
    todo: 'create it, or mend the name in DATABASE_URL',
  },
  '53': {
    what: 'The database has too little of what it needs',
    todo: 'see what its server says',
  },
  '53100': {
    what: 'The disk of the database is full',
    todo: 'make room on it, or keep results for less time (SIGHTLINE_RESULT_RETENTION_DAYS)',
    lasts: true,
  },
  '53200': {
    what: 'The database has no memory left',
    todo: 'give its machine more, or its settings less (shared_buffers, work_mem, max_connections)',
  },
  '53300': {
    what: 'The database takes no more connections',
    todo: 'raise max_connections, run fewer controllers, or put a pooler before it (SIGHTLINE_POOLER_URL)',
  },
  '53400': {
    what: 'The database has reached a limit of its settings',
    todo: 'raise that limit',
  },
  '57': {
    what: 'The database was stopped, or is being stopped',
    todo: 'nothing, if it is started again; else see what its server says',
  },
  '57014': {
    what: 'The database took longer than it may',
    todo: 'see what else it is busy with',
  },
  '57P03': {
    what: 'The database is not ready yet',
    todo: 'nothing, if it has just been started; else see what its server says',
  },
  '57P04': {
    what: 'The database was dropped',
    todo: 'restore it (npm run cli -- restore), or mend DATABASE_URL',
  },
  '58': {
    what: 'The database cannot use its files',
    todo: 'see what its server says, and look after its disk',
  },
}

/** @returns null for an error that says nothing of whether the database can serve */
export function databaseTroubleOf(error: unknown): DatabaseTrouble | null {
  if (!isDatabaseUnavailable(error)) return null
  if (!(error instanceof DatabaseError)) return UNREACHABLE
  const { code = '' } = error
  return TROUBLES[code] ?? TROUBLES[code.slice(0, 2)] ?? UNREACHABLE
}

/** What the operator reads: what it is, what to do, and what the server said. Of an error with a cause that says more, as
 *  of a script that was broken off, that is told.
 *  @returns null for an error that says nothing of whether the database can serve */
export function explainDatabaseTrouble(error: unknown): string | null {
  const trouble = databaseTroubleOf(error)
  if (trouble !== null) return `${trouble.what}: ${trouble.todo} (${firstReason(error)})`
  return error instanceof Error && error.cause !== undefined
    ? explainDatabaseTrouble(error.cause)
    : null
}

/** The same of what the database said itself: a connection that failed may be anybody's. */
export function explainDatabaseAnswer(error: unknown): string | null {
  const said = error instanceof DatabaseError ? error : error instanceof Error ? error.cause : null
  return said instanceof DatabaseError ? explainDatabaseTrouble(said) : null
}
