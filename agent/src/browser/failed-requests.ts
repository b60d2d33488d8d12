import { printable } from '../outcome/printable.ts'
import type { ConsoleError, FailedRequest } from './browser.ts'
import type { GuardProxy } from './guard-proxy.ts'
import { netErrorText } from './net-errors.ts'

const MAX_KEPT = 20
const MAX_URL = 500

/** Addresses in Chrome's own sentences: "Access to fetch at 'http://…' from origin …". */
const QUOTED_URL = /'((?:https?|wss?):[^']+)'/g
/** What scripts are told of a request that failed, and never why. */
const FETCH_FAILED = /\bFailed to fetch\b/

/** A request as a page made it. */
export interface Asked {
  readonly url: string
  /** Chrome's word for what asks, such as `Document` or `Fetch`. */
  readonly type: string
}

/** Requests of a page that got no answer, and what they leave in its console. */
export interface FailedRequests {
  /** @param netError Chrome's word for why */
  readonly note: (asked: Asked, netError: string) => void
  /** The first 20. */
  readonly list: () => readonly FailedRequest[]
  /** Whether an error is there only because the guard kept something from the page. That is told from
   *  the address it names; the errors of `fetch` name none, and are the guard's where no other request
   *  of that kind failed. */
  readonly isOfGuard: (error: ConsoleError) => boolean
}

/** @param proxy that all requests of the page went through */
export function createFailedRequests(proxy: Pick<GuardProxy, 'refusalOf'>): FailedRequests {
  const failed: FailedRequest[] = []
  const fetches = { blocked: 0, broken: 0 }

  const isBlocked = (url: string): boolean => proxy.refusalOf(url)?.isBlocked ?? false

  function namesBlocked({ text, source }: ConsoleError): boolean {
    const named = [...text.matchAll(QUOTED_URL)].map(([, url = '']) => url)
    return [...named, ...(source === null ? [] : [source])].some(isBlocked)
  }

  return {
    note({ url, type }, netError) {
      const refusal = proxy.refusalOf(url)
      const isOfGuard = refusal?.isBlocked ?? false
      if (type === 'Fetch') fetches[isOfGuard ? 'blocked' : 'broken'] += 1
      if (failed.length >= MAX_KEPT) return
      const shown = printable(url, MAX_URL)
      const message = refusal?.message ?? `${shown} was not loaded: ${netErrorText(netError)}.`
      failed.push({ url: shown, message, isBlocked: isOfGuard })
    },
    list: () => [...failed],
    isOfGuard: (error) =>
      error.kind === 'browser'
        ? namesBlocked(error)
        : fetches.blocked > 0 && fetches.broken === 0 && FETCH_FAILED.test(error.text),
  }
}
