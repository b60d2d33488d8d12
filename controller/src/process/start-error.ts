import { EnvironmentError } from '@sightline/shared/environment'
import { explainDatabaseAnswer } from '../db/database-trouble.ts'
import { DatabaseRefusedError } from '../db/database-refused.ts'

/** A fault the operator has to mend; the message is one line. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** What a person reads when the controller cannot start; null for a bug, which is logged whole. */
export function startFailureOf(error: unknown): string | null {
  return error instanceof EnvironmentError ||
    error instanceof StartError ||
    error instanceof DatabaseRefusedError
    ? error.message
    : explainDatabaseAnswer(error)
}
