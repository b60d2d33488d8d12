import { anySignal } from '@sightline/shared/any-signal'
import type { Lacks } from '@sightline/shared/lacks'
import { beforeAbort } from './before-abort.ts'
import type { Browser, NoContext, RenderRequest } from './browser.ts'
import { hasBrowserEnded, PAGE_ENDS_BROWSER } from './browser-ended.ts'
import type { BrowserGear } from './create-browser.ts'
import { tryBrowser } from './trial/try-browser.ts'

/** A browser that knows whether it works. */
export interface TriedBrowser extends Browser {
  /** What the last trial found it lacks; before the first, what was known from the last start. */
  readonly lacks: () => Lacks
  /** Tries it, unless that is under way or was done; whoever wants a page before that has it tried at
   *  once. */
  readonly try: () => void
}

/** One that does not work is tried again: somebody may have brought what it lacked. */
const TRY_AGAIN_MS = 15 * 60_000

type Refused = { readonly ok: false } & NoContext

/** The agent's browser, whose code is loaded with its first page: agents that render nothing do without
 *  (5 MB). No page is opened before it has shown that it works, with a page of the agent's own: what fails
 *  after that is not the browser's fault.
 *  @param known lacks of the last start
 *  @param onLacks hears of a trial that found something else than was known */
export function createBrowserOnDemand(
  gear: BrowserGear,
  known: Lacks,
  onLacks: (lacks: Lacks) => void,
): TriedBrowser {
  const stopping = new AbortController()
  let loading: Promise<Browser> | null = null
  let trial: Promise<void> | null = null
  let again: NodeJS.Timeout | null = null
  let lacks = known

  async function load(): Promise<Browser> {
    const { createBrowser } = await import('./create-browser.ts')
    const browser = createBrowser(gear)
    if (stopping.signal.aborted) await browser.stop()
    return browser
  }

  function loaded(): Promise<Browser> {
    loading ??= load()
    return loading
  }

  async function runTrial(isUrgent: boolean): Promise<void> {
    const { found, dataFolder, stateFolder } = gear
    const job = { found, dataFolder, stateFolder, isUrgent }
    const before = JSON.stringify(lacks)
    lacks = (await tryBrowser(job, stopping.signal)) ?? lacks
    if (stopping.signal.aborted) return
    if (JSON.stringify(lacks) !== before) onLacks(lacks)
    if (lacks.browser === null) return
    again = setTimeout(() => {
      trial = runTrial(false)
    }, TRY_AGAIN_MS)
    again.unref()
  }

  function tried(isUrgent: boolean): Promise<void> {
    if (gear.found.missing !== null) return Promise.resolve()
    trial ??= runTrial(isUrgent)
    return trial
  }

  /** @returns why there is no page; null where the browser works */
  async function refusal(signal: AbortSignal): Promise<Refused | null> {
    const limit = anySignal([signal, stopping.signal])
    await beforeAbort(tried(true), limit).catch(() => {})
    if (lacks.browser === null) return null
    return { ok: false, kind: 'unavailable', message: lacks.browser }
  }

  /** Tells a page that ends Chrome from a Chrome that ends: the same page once more, then one of the
   *  agent's own.
   *  @returns what came of the page now */
  async function lookAgain(request: RenderRequest, signal: AbortSignal) {
    const second = await (await loaded()).render(request, signal)
    if (!hasBrowserEnded(second) || signal.aborted) return second
    trial = runTrial(true)
    const refused = await refusal(signal)
    if (signal.aborted) return second
    return { ...second, ...(refused ?? PAGE_ENDS_BROWSER) }
  }

  const NOTHING_SEEN = {
    statusCode: null,
    consoleErrors: [],
    failedRequests: [],
    wasCut: false,
    netError: null,
    waitedMs: 0,
  } as const

  return {
    get missing() {
      return gear.found.missing ?? lacks.browser
    },
    pages: gear.pages,
    lacks: () =>
      gear.found.missing === null ? lacks : { browser: gear.found.missing, scripts: [] },
    try: () => void tried(false),
    async render(request, signal) {
      const refused = await refusal(signal)
      if (refused !== null) return { ...refused, ...NOTHING_SEEN, url: request.url.href }
      const first = await (await loaded()).render(request, signal)
      return hasBrowserEnded(first) ? lookAgain(request, signal) : first
    },
    async visit(request, visitor, signal) {
      const refused = await refusal(signal)
      if (refused !== null) return { ...refused, ...NOTHING_SEEN, url: request.url.href }
      const first = await (await loaded()).visit(request, visitor, signal)
      if (!hasBrowserEnded(first)) return first
      const second = await lookAgain(request, signal)
      // One that is fine now was not looked at.
      return second.ok ? first : second
    },
    async judge(html, judge, signal) {
      return (await refusal(signal)) ?? (await loaded()).judge(html, judge, signal)
    },
    async withOwnChrome(needs, signal, use) {
      return (await refusal(signal)) ?? (await loaded()).withOwnChrome(needs, signal, use)
    },
    async stop() {
      stopping.abort()
      if (again !== null) clearTimeout(again)
      await Promise.all([trial, loading?.then((browser) => browser.stop())])
    },
  }
}
