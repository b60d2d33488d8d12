import { anySignal } from '@sightline/shared/any-signal'
import type { IpFamily } from '@sightline/shared/name-resolution'
import type { Dial } from '../net/dial.ts'
import { beforeAbort } from './before-abort.ts'
import type { GuardProxy } from './guard-proxy.ts'
import { createGuardProxy } from './guard-proxy.ts'
import type { Chrome } from './launch.ts'
import type { ContextBehindProxy } from './open-context.ts'
import { openContext } from './open-context.ts'

/** A browser context whose only way out is a proxy of its own, with one blank page. */
export interface ContextWithProxy extends ContextBehindProxy {
  readonly proxy: GuardProxy
}

const CLOSE_MS = 5_000
/** What uses a context may still look at the page for so long when its time is over. */
const GRACE_MS = 300

/** Runs something in a guarded context of its own and closes that, whatever happens; a Chrome that does
 *  not close it is ended. `done` resolves when nothing of it is left.
 *  @throws what `use` throws; the signal's reason when the context is not there before its end */
export async function inGuardedContext<T>(
  given: { chrome: Chrome; dial: Dial; family: IpFamily },
  signal: AbortSignal,
  use: (guarded: ContextWithProxy) => Promise<T>,
  done: () => void,
): Promise<T> {
  const { chrome, dial, family } = given
  let proxy: GuardProxy
  try {
    proxy = await createGuardProxy(dial, family)
  } catch (error) {
    done()
    throw error
  }
  const opening = openContext(chrome, proxy)
  // Told to whoever waits for it, which is no one when the signal's end was first.
  opening.catch(() => {})

  async function close(): Promise<void> {
    // Whatever still loads comes to nothing from here.
    proxy.close()
    try {
      const limit = anySignal([chrome.gone, AbortSignal.timeout(CLOSE_MS)])
      const { context } = await beforeAbort(opening, limit)
      await beforeAbort(context.close(), limit)
    } catch {
      // What hangs, or is half there, cannot be told from the rest.
      await chrome.end()
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
    return await beforeAbort(use({ ...opened, proxy }), over.signal)
  } finally {
    signal.removeEventListener('abort', giveGrace)
    void close()
  }
}
