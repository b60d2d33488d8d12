import { anySignal } from '@sightline/shared/any-signal'
import type { Lacks } from '@sightline/shared/lacks'
import { beforeAbort } from './before-abort.ts'
import type { Browser, RenderRequest } from './browser.ts'
import { hasBrowserEnded, PAGE_ENDS_BROWSER } from './browser-ended.ts'
import type { BrowserGear } from './create-browser.ts'
import { createPageCounter } from './page-counter.ts'
import type { Refused } from './page-turn.ts'
import { createTrials } from './trials.ts'

/** A browser that knows whether it works. */
export interface TriedBrowser extends Browser {
  /** What the last trial found it lacks; before the first, what was known from the last start. */
  readonly lacks: () => Lacks
  /** Tries it, unless that is under way or was done; whoever wants a page before that has it tried at
   *  once. */
  readonly try: () => void
}

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
  const trials = createTrials(gear, known, onLacks, stopping.signal)
  const pages = createPageCounter()
  let secondLook: Promise<unknown> = Promise.resolve()

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

  function tried(isUrgent: boolean): Promise<unknown> {
    return gear.found.missing === null ? trials.first(isUrgent) : Promise.resolve()
  }

  /** @returns why there is no page; null where the browser works */
  async function refusal(signal: AbortSignal): Promise<Refused | null> {
    const limit = anySignal([signal, stopping.signal])
    await beforeAbort(tried(true), limit).catch(() => {})
    const { browser } = trials.lacks()
    return browser === null ? null : { ok: false, kind: 'unavailable', message: browser }
  }

  /** Waits for its turn: second looks that share a Chrome would share its end. */
  async function inTurn<T>(signal: AbortSignal, look: () => Promise<T>): Promise<T> {
    const before = secondLook
    const over = Promise.withResolvers<void>()
    secondLook = Promise.all([before, over.promise])
    await beforeAbort(before, signal).catch(() => {})
    try {
      return await look()
    } finally {
      over.resolve()
    }
  }

  /** Tells a page that ends Chrome from a Chrome that ends: the same page once more, then one of the
   *  agent's own. Only a page that was alone in it can have ended it.
   *  @returns what came of the page now */
  async function lookAgain(request: RenderRequest, signal: AbortSignal) {
    const chrome = await loaded()
    const { given: second, wasAlone } = await pages.alone(() => chrome.render(request, signal))
    if (second.ok || !hasBrowserEnded(second) || signal.aborted) return second
    const works = await beforeAbort(trials.another(), signal).catch(() => null)
    if (signal.aborted) return second
    const refused = await refusal(signal)
    if (refused !== null) return { ...second, ...refused }
    return works === true && wasAlone ? { ...second, ...PAGE_ENDS_BROWSER } : second
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
      return gear.found.missing ?? trials.lacks().browser
    },
    pages: gear.pages,
    lacks: () =>
      gear.found.missing === null ? trials.lacks() : { browser: gear.found.missing, scripts: [] },
    try: () => void tried(false),
    async render(request, signal) {
      const refused = await refusal(signal)
      if (refused !== null) return { ...refused, ...NOTHING_SEEN, url: request.url.href }
      const chrome = await loaded()
      const first = await pages.counted(() => chrome.render(request, signal))
      return hasBrowserEnded(first) ? inTurn(signal, () => lookAgain(request, signal)) : first
    },
    async visit(request, visitor, signal) {
      const refused = await refusal(signal)
      if (refused !== null) return { ...refused, ...NOTHING_SEEN, url: request.url.href }
      const chrome = await loaded()
      const first = await pages.counted(() => chrome.visit(request, visitor, signal))
      if (!hasBrowserEnded(first)) return first
      const second = await inTurn(signal, () => lookAgain(request, signal))
      // One that is fine now was not looked at.
      return second.ok ? first : second
    },
    async judge(html, judge, signal) {
      const refused = await refusal(signal)
      if (refused !== null) return refused
      const chrome = await loaded()
      return pages.counted(() => chrome.judge(html, judge, signal))
    },
    async withOwnChrome(needs, signal, use) {
      return (await refusal(signal)) ?? (await loaded()).withOwnChrome(needs, signal, use)
    },
    async stop() {
      stopping.abort()
      await Promise.all([trials.stop(), loading?.then((browser) => browser.stop())])
    },
  }
}
