import { anySignal } from '@sightline/shared/any-signal'
import type { IpFamily } from '@sightline/shared/name-resolution'
import { beforeAbort } from './before-abort.ts'
import type { ContextSupply, ContextWithProxy } from './context-supply.ts'
import { NoProxyError } from './context-supply.ts'
import type { Chrome } from './launch.ts'

const CLOSE_MS = 5_000
/** What uses a context may still look at the page for so long when its time is over. */
const GRACE_MS = 300

/** Runs something in a guarded context of its own and closes that, whatever happens; a Chrome that does
 *  not close it is ended. `done` resolves when nothing of it is left.
 *  @throws what `use` throws; the signal's reason when the context is not there before its end */
export async function inGuardedContext<T>(
  given: { chrome: Chrome; supply: Pick<ContextSupply, 'take'>; family: IpFamily },
  signal: AbortSignal,
  use: (guarded: ContextWithProxy) => Promise<T>,
  done: () => void,
): Promise<T> {
  const { chrome, supply, family } = given
  const { opening, closeProxy } = supply.take(chrome, family)

  async function close(): Promise<void> {
    // Whatever still loads comes to nothing from here.
    closeProxy()
    try {
      const limit = anySignal([chrome.gone, AbortSignal.timeout(CLOSE_MS)])
      const { context } = await beforeAbort(opening, limit)
      await beforeAbort(context.close(), limit)
    } catch (error) {
      // What hangs, or is half there, cannot be told from the rest.
      if (!(error instanceof NoProxyError)) await chrome.end()
    } finally {
      done()
    }
  }

  const over = new AbortController()
  const giveGrace = (): void => {
    setTimeout(() => over.abort(signal.reason), GRACE_MS).unref()
  }
  signal.addEventListener('abort', giveGrace, { once: true })
  try {
    const opened = await beforeAbort(opening, signal)
    return await beforeAbort(use(opened), over.signal)
  } finally {
    signal.removeEventListener('abort', giveGrace)
    void close()
  }
}
