import { QueryClient } from '@tanstack/react-query'
import { isWorthAnotherTry } from './worth-another-try.ts'

/** Live events say what changed: nothing needs to be asked for again by the clock. */
const FRESH_MS = 30_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: FRESH_MS, retry: isWorthAnotherTry, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
})
