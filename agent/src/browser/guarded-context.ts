import type { IpFamily } from '@sightline/shared/name-resolution'
import type { BrowserContext, CDPSession } from 'puppeteer'
import type { Dial } from '../net/dial.ts'
import { beforeAbort } from './before-abort.ts'
import type { GuardProxy } from './guard-proxy.ts'
import { createGuardProxy, SIGN_IN_URL } from './guard-proxy.ts'
import type { Chrome } from './launch.ts'

/** A browser context whose only way out is a proxy of its own, with one blank page. */
export interface ContextWithProxy {
  readonly context: BrowserContext
  /** Of the blank page. */
  readonly session: CDPSession
  readonly proxy: GuardProxy
}

const CLOSE_MS = 5_000
/** What uses a context may still look at the page for so long when its time is over. */
const GRACE_MS = 300
/** Beside pages there are their tabs. */
const PAGE = new Set<string>(['page'])

/** Has the proxy ask for its password once, so that Chrome knows it for whatever the context loads
 *  later: frames, workers and WebSockets too. */
async function signIn(session: CDPSession, proxy: GuardProxy): Promise<void> {
  const authChallengeResponse = { response: 'ProvideCredentials', ...proxy.credentials } as const
  const goOn = ({ requestId }: { requestId: string }): void => {
    session.send('Fetch.continueRequest', { requestId }).catch(() => {})
  }
  const tell = ({ requestId }: { requestId: string }): void => {
    session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(() => {})
  }
  session.on('Fetch.requestPaused', goOn).on('Fetch.authRequired', tell)
  const patterns = [{ urlPattern: `${SIGN_IN_URL}*` }]
  await session.send('Fetch.enable', { handleAuthRequests: true, patterns })
  await session.send('Page.navigate', { url: SIGN_IN_URL })
  await session.send('Fetch.disable')
  session.off('Fetch.requestPaused', goOn).off('Fetch.authRequired', tell)
}

async function open(chrome: Chrome, proxy: GuardProxy): Promise<ContextWithProxy> {
  const context = await chrome.puppeteer.createBrowserContext({
    proxyServer: `http://127.0.0.1:${proxy.port}`,
    proxyBypassList: ['<-loopback>'],
    downloadBehavior: { policy: 'deny' },
  })
  const blank = { url: 'about:blank', browserContextId: context.id ?? '' }
  await chrome.session.send('Target.createTarget', blank)
  const target = await context.waitForTarget((each) => PAGE.has(each.type()))
  const session = await target.createCDPSession()
  await signIn(session, proxy)
  return { context, session, proxy }
}

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
  const opening = open(chrome, proxy)
  // Told to whoever waits for it, which is no one when the signal's end was first.
  opening.catch(() => {})

  async function close(): Promise<void> {
    // Whatever still loads comes to nothing from here.
    proxy.close()
    try {
      const limit = AbortSignal.any([chrome.gone, AbortSignal.timeout(CLOSE_MS)])
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
    const guarded = await beforeAbort(opening, signal)
    return await beforeAbort(use(guarded), over.signal)
  } finally {
    signal.removeEventListener('abort', giveGrace)
    void close()
  }
}
