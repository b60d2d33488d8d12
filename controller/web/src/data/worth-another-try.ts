import { ApiError, ConnectionError } from './api.ts'

const MAX_TRIES = 3

/** Whoever waited that long is told. */
const hasTakenLong = (error: unknown): boolean =>
  error instanceof ConnectionError &&
  error.cause instanceof DOMException &&
  error.cause.name === 'TimeoutError'

/** What was refused is refused again; what did not arrive may the next time. Pure.
 *  @param tries that failed already, without this one */
export function isWorthAnotherTry(tries: number, error: unknown): boolean {
  const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 429
  return !isRefused && !hasTakenLong(error) && tries < MAX_TRIES
}
