import { anySignal } from '@sightline/shared/any-signal'
import { STOPPING } from './chrome-programs.ts'
import type { PagePlaces } from './page-places.ts'
import type { NoContext } from './no-context.ts'

export type Refused = { readonly ok: false } & NoContext

/** What somebody did with a page, or why there was none for it. */
export type Used<T> = { readonly ok: true; readonly value: T } | Refused

export const refuse = (kind: NoContext['kind'], message: string): Refused => ({
  ok: false,
  kind,
  message,
})

const NO_ROOM =
  'The browser of this agent is busy: more pages wait for it than it can load in time (SIGHTLINE_BROWSER_PAGES).'

/** Waits for a page's place. @returns what gives it back, and the end of whatever is done there: the
 *  signal's, or the agent's */
export type TakeTurn = (
  signal: AbortSignal,
) => Promise<
  { readonly ok: true; readonly limit: AbortSignal; readonly giveBack: () => void } | Refused
>

/** @param from.missing why no page can ever be had; null when it can */
export function createTakeTurn(from: {
  readonly missing: string | null
  readonly places: PagePlaces
  readonly stopping: AbortSignal
}): TakeTurn {
  const { missing, places, stopping } = from
  return async (signal) => {
    if (missing !== null) return refuse('unavailable', missing)
    const limit = anySignal([signal, stopping])
    const giveBack = await places.take(limit)
    if (giveBack !== null) return { ok: true, limit, giveBack }
    return stopping.aborted ? refuse('stopping', STOPPING) : refuse('noRoom', NO_ROOM)
  }
}
