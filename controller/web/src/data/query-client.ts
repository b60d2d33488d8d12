import { QueryClient } from '@tanstack/react-query'
import { ApiError, ConnectionError } from './api.ts'

const MAX_TRIES = 3
/** Live events say what changed: nothing needs to be asked for again by the clock. */
const FRESH_MS = 30_000

/** Whoever waited that long is told. */
const hasTakenLong = (error: unknown): boolean =>
  error instanceof ConnectionError &&
  error.cause instanceof DOMException &&
  error.cause.name === 'TimeoutError'

/** What was refused is refused again; what did not arrive may the next time. */
function isWorthAnotherTry(tries: number, error: unknown): boolean {
  const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 429
  return !isRefused && !hasTakenLong(error) && tries < MAX_TRIES
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: FRESH_MS, retry: isWorthAnotherTry, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
})
