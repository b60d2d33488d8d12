import { anySignal } from '@sightline/shared/any-signal'
import type { IpFamily } from '@sightline/shared/name-resolution'
import { BROWSER_ENDED } from './browser-ended.ts'
import type { ChromeKeeper } from './chrome-keeper.ts'
import { STOPPING } from './chrome-programs.ts'
import type { ContextSupply, ContextWithProxy } from './context-supply.ts'
import { inGuardedContext } from './guarded-context.ts'
import { LaunchError } from './launch.ts'
import type { TakeTurn, Used } from './page-turn.ts'
import { refuse } from './page-turn.ts'

/** Longest that anything may keep a page. */
const MAX_PAGE_MS = 120_000

/** Has something done in a guarded context of the Chrome that is for all.
 *  @param use is told when its time is over; @throws what that throws before */
export type InSharedChrome = <T>(
  family: IpFamily,
  signal: AbortSignal,
  use: (guarded: ContextWithProxy, until: AbortSignal) => Promise<T>,
) => Promise<Used<T>>

export function createInSharedChrome(from: {
  readonly takeTurn: TakeTurn
  readonly keeper: ChromeKeeper
  readonly supply: ContextSupply
  readonly stopping: AbortSignal
}): InSharedChrome {
  const { takeTurn, keeper, supply, stopping } = from
  return async (family, signal, use) => {
    const turn = await takeTurn(signal)
    if (!turn.ok) return turn
    let lease
    try {
      lease = await keeper.take(turn.limit)
    } catch (error) {
      turn.giveBack()
      if (stopping.aborted) return refuse('stopping', STOPPING)
      const late = 'The browser of this agent did not start within the time limit.'
      return refuse('unavailable', error instanceof LaunchError ? error.message : late)
    }
    const { chrome, giveBack } = lease
    const until = anySignal([turn.limit, chrome.gone, AbortSignal.timeout(MAX_PAGE_MS)])
    try {
      const value = await inGuardedContext(
        { chrome, supply, family },
        until,
        (guarded) => use(guarded, until),
        () => {
          giveBack()
          turn.giveBack()
          supply.prepare(chrome)
        },
      )
      return chrome.gone.aborted ? refuse('unavailable', BROWSER_ENDED) : { ok: true, value }
    } catch (error) {
      if (stopping.aborted) return refuse('stopping', STOPPING)
      if (chrome.gone.aborted) return refuse('unavailable', BROWSER_ENDED)
      if (!until.aborted) throw error
      return refuse('unavailable', 'The browser of this agent had no page ready in time.')
    }
  }
}
