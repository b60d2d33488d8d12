import type { BrowserContext, CDPSession, Target } from 'puppeteer'
import type { GuardProxy } from './guard-proxy.ts'
import { SIGN_IN_URL } from './proxy-request.ts'
import type { Chrome } from './launch.ts'

/** A browser context whose only way out is a proxy, with one blank page. */
export interface ContextBehindProxy {
  readonly context: BrowserContext
  /** The blank page. */
  readonly target: Target
  /** Of the blank page, and of its frame. */
  readonly targetId: string
  /** Of the blank page. */
  readonly session: CDPSession
}

/** How a proxy is reached; it may be another process's. */
export type ProxyAccess = Pick<GuardProxy, 'port' | 'credentials'>

/** Beside pages there are their tabs. */
const PAGE = new Set<string>(['page'])

/** Has the proxy ask for its password once, so that Chrome knows it for whatever the context loads
 *  later: frames, workers and WebSockets too. */
async function signIn(session: CDPSession, proxy: ProxyAccess): Promise<void> {
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

/** Opens a context that reaches out through a proxy only. */
export async function openContext(chrome: Chrome, proxy: ProxyAccess): Promise<ContextBehindProxy> {
  const context = await chrome.puppeteer.createBrowserContext({
    proxyServer: `http://127.0.0.1:${proxy.port}`,
    proxyBypassList: ['<-loopback>'],
    downloadBehavior: { policy: 'deny' },
  })
  const blank = { url: 'about:blank', browserContextId: context.id ?? '' }
  const { targetId } = await chrome.session.send('Target.createTarget', blank)
  const target = await context.waitForTarget((each) => PAGE.has(each.type()))
  const session = await target.createCDPSession()
  await signIn(session, proxy)
  return { context, target, targetId, session }
}
