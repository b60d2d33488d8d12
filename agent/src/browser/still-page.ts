import { anySignal } from '@sightline/shared/any-signal'
import type { BrowserContext } from 'puppeteer'
import { beforeAbort } from './before-abort.ts'
import type { Chrome } from './launch.ts'
import { PageScriptError, runInWorld } from './page-scripts.ts'

/** Somebody who looks at documents with a script of his own. */
export interface DocumentJudge {
  /** Run once, in a world that nothing else of the page reaches, before any document comes. */
  readonly script: string
  /** An expression, evaluated there with each document; its value, or what that promises, is the answer,
   *  and must be plain data. */
  readonly question: string
}

/** A page in which documents are shown that were fetched before, one after the other. Nothing of them runs
 *  (no script, no style sheet, no refresh), and nothing they name is loaded. */
export interface StillPage {
  /** How many documents it has been asked about. */
  readonly uses: () => number
  /** Shows a document and asks the judge. @throws when there is no answer: the page must be closed then */
  readonly ask: (html: string, signal: AbortSignal) => Promise<unknown>
  /** Ends it at once. Always resolves. */
  readonly close: () => Promise<void>
}

/** Nobody's; no name ends so. Source: RFC 2606, section 2 */
const PAGE_URL = 'http://document.invalid/'

/** What the page's own answer says of all that will ever be in it. Style attributes count: they tell what
 *  is hidden. */
const POLICY = "default-src 'none'; style-src-attr 'unsafe-inline'; base-uri *; form-action 'none'"

const HEADERS = [
  { name: 'content-type', value: 'text/html; charset=utf-8' },
  { name: 'content-security-policy', value: POLICY },
]

const CLOSE_MS = 5_000
const PAGE = new Set<string>(['page'])

/** Opens such a page. It has a browser context of its own, whose only way out is the browser's, which leads
 *  nowhere.
 *  @throws what Chrome says when it is gone, or the signal's reason */
export async function openStillPage(
  chrome: Chrome,
  { script, question }: DocumentJudge,
  signal: AbortSignal,
): Promise<StillPage> {
  const opening = chrome.puppeteer.createBrowserContext({ downloadBehavior: { policy: 'deny' } })
  let uses = 0
  let hasLedOn = false
  /** Aborts when its process ends: commands are not answered after that. */
  const crashed = new AbortController()
  let stopListening = (): void => {}

  async function close(): Promise<void> {
    stopListening()
    try {
      const limit = anySignal([chrome.gone, AbortSignal.timeout(CLOSE_MS)])
      const opened = await beforeAbort(opening, limit)
      await beforeAbort(opened.close(), limit)
    } catch {
      // What hangs cannot be told from the rest.
      await chrome.end()
    }
  }

  async function prepare(context: BrowserContext) {
    const blank = { url: 'about:blank', browserContextId: context.id ?? '' }
    await chrome.session.send('Target.createTarget', blank)
    const target = await context.waitForTarget((each) => PAGE.has(each.type()), { signal })
    const session = await target.createCDPSession()
    session.on('Fetch.requestPaused', ({ requestId, request }) => {
      const answered =
        uses === 0 && request.url === PAGE_URL
          ? session.send('Fetch.fulfillRequest', {
              requestId,
              responseCode: 200,
              responseHeaders: HEADERS,
            })
          : session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
      answered.catch(() => {})
    })
    await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
    await session.send('Page.enable')
    const loaded = new Promise((resolve) => session.once('Page.loadEventFired', resolve))
    const { frameId } = await session.send('Page.navigate', { url: PAGE_URL })
    await loaded
    const connection = session.connection()
    const died = ({ targetId }: { targetId: string }): void => {
      if (targetId === frameId) crashed.abort()
    }
    connection?.on('Target.targetCrashed', died)
    stopListening = () => void connection?.off('Target.targetCrashed', died)
    const world = { frameId, worldName: 'sightline' }
    const { executionContextId } = await session.send('Page.createIsolatedWorld', world)
    // A document leads on to what needs no request: about:blank.
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id === frameId && frame.url !== PAGE_URL) hasLedOn = true
    })
    await runInWorld(session, executionContextId, `${script};0`)
    return { session, frameId, executionContextId }
  }

  try {
    const context = await beforeAbort(opening, signal)
    const { session, frameId, executionContextId } = await beforeAbort(prepare(context), signal)
    return {
      uses: () => uses,
      async ask(html, ofCaller) {
        uses += 1
        const limit = anySignal([ofCaller, crashed.signal])
        const show = (text: string) =>
          session.send('Page.setDocumentContent', { frameId, html: text })
        await beforeAbort(show(html), limit)
        const asking = runInWorld(session, executionContextId, question)
        const answer = await beforeAbort(asking, limit)
        if (hasLedOn) throw new PageScriptError('the document led on to another one')
        // What is not shown any more takes no memory, and leads on no more.
        show('').catch(() => {})
        return answer
      },
      close,
    }
  } catch (error) {
    void close()
    throw error
  }
}
