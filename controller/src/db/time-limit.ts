import { DatabaseError } from 'pg'
import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

const limit = sql<never>`select set_config('statement_timeout', $1, true)`

/** Has each further statement of a transaction end with an error after so long (`hitTimeLimit`). */
export async function limitStatements(tx: Queryable, ms: number): Promise<void> {
  await tx.query(limit, [String(ms)])
}

/** True when a statement took longer than it may. */
export function hitTimeLimit(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '57014'
}
