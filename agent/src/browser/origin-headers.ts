import type { CDPSession } from 'puppeteer'
import type { RenderRequest } from './browser.ts'

/** Headers that belong to the connection, to the browser, or to `cookies`. */
const NOT_SET = new Set([
  'connection',
  'content-length',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Documents that ask for a sign-in: Chrome shows them only where somebody says that there is none. */
const DOCUMENTS = { urlPattern: '*', resourceType: 'Document' } as const

/** In patterns of URLs these stand for others. */
const escaped = (text: string): string => text.replace(/[\\*?]/g, '\\$&')

/** Gives requests to the origin of the asked URL, and no others, the headers, cookies and credentials
 *  that are meant for it. What asks for a sign-in that there is none for is shown as it is. */
export async function addOriginHeaders(session: CDPSession, request: RenderRequest): Promise<void> {
  const { url, credentials, cookies } = request
  for (const cookie of cookies ?? []) {
    const secure = url.protocol === 'https:'
    // One that Chrome does not take would not be sent by it either.
    await session.send('Network.setCookie', { ...cookie, url: url.href, secure }).catch(() => {})
  }
  const headers = Object.entries(request.headers)
    .map(([name, value]) => ({ name: name.toLowerCase(), value }))
    .filter(({ name }) => !NOT_SET.has(name))
  const isDressed = headers.length > 0 || credentials !== null
  const names = new Set(headers.map(({ name }) => name))

  session.on('Fetch.requestPaused', ({ requestId, request: asked }) => {
    if (headers.length === 0 || URL.parse(asked.url)?.origin !== url.origin) {
      session.send('Fetch.continueRequest', { requestId }).catch(() => {})
      return
    }
    const kept = Object.entries(asked.headers)
      .map(([name, value]) => ({ name, value }))
      .filter(({ name }) => !names.has(name.toLowerCase()))
    session
      .send('Fetch.continueRequest', { requestId, headers: [...kept, ...headers] })
      .catch(() => {})
  })
  /** Those that were answered: a server that asks again does not take the answer. */
  const answered = new Set<string>()
  session.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
    const isOwn = authChallenge.source === 'Server' && authChallenge.origin === url.origin
    const isFirst = !answered.has(requestId)
    answered.add(requestId)
    const authChallengeResponse =
      credentials !== null && isOwn && isFirst
        ? ({ response: 'ProvideCredentials', ...credentials } as const)
        : ({ response: 'CancelAuth' } as const)
    session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(() => {})
  })
  const own = { urlPattern: `${escaped(url.origin)}/*` }
  const patterns = [DOCUMENTS, ...(isDressed ? [own] : [])]
  await session.send('Fetch.enable', { handleAuthRequests: true, patterns })
}
