import { anySignal } from '@sightline/shared/any-signal'
import type { IpFamily } from '@sightline/shared/name-resolution'
import { AsyncLocalStorage } from 'node:async_hooks'
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

/** One that is being opened. */
export interface OpeningContext {
  /** @throws NoProxyError; what Chrome says when it does not open */
  readonly opening: Promise<ContextWithProxy>
  /** Whatever it loads, or will load, comes to nothing from here. */
  readonly closeProxy: () => void
}

/** The agent could not make a way out of a context: its Chrome was not asked for anything. */
export class NoProxyError extends Error {
  override readonly name = 'NoProxyError'
}

/** Where contexts come from. Each is used once, by one page. */
export interface ContextSupply {
  /** One that reaches out for whoever takes it.
   *  @param family version of the Internet Protocol to reach targets over */
  readonly take: (chrome: Chrome, family: IpFamily) => OpeningContext
  /** Opens one for the next that takes, where none is there. It ends with its Chrome. */
  readonly prepare: (chrome: Chrome) => void
}

interface Prepared {
  readonly chrome: Chrome
  readonly proxy: GuardProxy
  readonly opening: Promise<ContextBehindProxy>
  /** From then on it reaches out, for whoever calls this. */
  readonly dedicate: (family: IpFamily) => void
}

/** Of a prepared page: one that died a moment ago gives none, and Chrome may not have told yet. It takes a
 *  millisecond. */
const SIGN_OF_LIFE_MS = 1_000

async function isAlive({ opening }: Prepared, spoiled: AbortSignal): Promise<boolean> {
  const asking = opening.then(({ session }) =>
    session.send('Runtime.evaluate', { expression: '0' }),
  )
  const limit = anySignal([spoiled, AbortSignal.timeout(SIGN_OF_LIFE_MS)])
  return beforeAbort(asking, limit).then(
    () => true,
    () => false,
  )
}

/** Has something done when a context is of no use any more: its Chrome ended, or its blank page died; while
 *  it opens, any page. */
function watchOver(chrome: Chrome, opening: Promise<ContextBehindProxy>, spoil: () => void): void {
  const connection = chrome.session.connection()
  let ownId: string | null = null
  const stop = (): void => {
    connection?.off('Target.targetCrashed', heard)
    connection?.off('Target.targetDestroyed', destroyed)
    chrome.gone.removeEventListener('abort', end)
  }
  const end = (): void => {
    stop()
    spoil()
  }
  const heard = ({ targetId }: { targetId: string }): void => {
    if (ownId === null || ownId === targetId) end()
  }
  const destroyed = ({ targetId }: { targetId: string }): void => {
    if (ownId === targetId) end()
  }
  connection?.on('Target.targetCrashed', heard)
  connection?.on('Target.targetDestroyed', destroyed)
  chrome.gone.addEventListener('abort', end, { once: true })
  opening.then(({ targetId }) => (ownId = targetId), end)
}

/** Opening a context takes as long as loading a small page: the next one is opened while nobody waits.
 *  @param dial how all of them reach out */
export function createContextSupply(dial: Dial): ContextSupply {
  /** `spoiled` aborts when it is of no use any more. */
  let next: { readonly coming: Promise<Prepared>; readonly spoiled: AbortSignal } | null = null

  async function open(chrome: Chrome): Promise<Prepared> {
    let reach: Dial = () => Promise.reject(new Error('nobody uses this context yet'))
    const made = createGuardProxy((target, signal) => reach(target, signal), 'any')
    const proxy = await made.catch((cause: unknown) => {
      throw new NoProxyError('the proxy of a context could not be made', { cause })
    })
    const opening = openContext(chrome, proxy)
    // Told to whoever takes it.
    opening.catch(() => {})
    return {
      chrome,
      proxy,
      opening,
      dedicate(family) {
        reach = AsyncLocalStorage.bind((target, signal) => dial({ ...target, family }, signal))
      },
    }
  }

  /** Ends one that nobody will use. */
  async function discard({ proxy, opening }: Prepared): Promise<void> {
    proxy.close()
    await opening.then(({ context }) => context.close()).catch(() => {})
  }

  async function takePrepared(chrome: Chrome): Promise<Prepared | null> {
    if (next === null) return null
    const { coming, spoiled } = next
    next = null
    const prepared = await coming.catch(() => null)
    if (prepared === null) return null
    if (prepared.chrome === chrome && (await isAlive(prepared, spoiled))) return prepared
    void discard(prepared)
    return null
  }

  return {
    take(chrome, family) {
      let taken: Prepared | null = null
      let isClosed = false
      const takeOne = async (): Promise<ContextWithProxy> => {
        taken = (await takePrepared(chrome)) ?? (await open(chrome))
        taken.dedicate(family)
        if (isClosed) taken.proxy.close()
        return { ...(await taken.opening), proxy: taken.proxy }
      }
      const opening = takeOne()
      // Told to whoever waits for it, which is no one when his time is over.
      opening.catch(() => {})
      return {
        opening,
        closeProxy() {
          isClosed = true
          taken?.proxy.close()
        },
      }
    },
    prepare(chrome) {
      if (next !== null || chrome.gone.aborted) return
      const spoiling = new AbortController()
      const own = { coming: open(chrome), spoiled: spoiling.signal }
      next = own
      const spoil = (): void => {
        spoiling.abort()
        // Whoever has taken it looks after it.
        if (next !== own) return
        next = null
        own.coming.then(discard, () => {})
      }
      own.coming.then(({ opening }) => watchOver(chrome, opening, spoil), spoil)
    },
  }
}
