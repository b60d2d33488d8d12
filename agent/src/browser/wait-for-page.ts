import { anySignal } from '@sightline/shared/any-signal'
import type { CDPSession } from 'puppeteer'
import { startDeadline } from '../bounds/deadline.ts'
import { beforeAbort } from './before-abort.ts'
import type { WaitFor } from './browser.ts'
import { hasElement, hasPainted, InvalidSelectorError } from './page-scripts.ts'
import type { PageWatch } from './page-watch.ts'

/** Without a request for so long, a page is idle. */
const QUIET_MS = 500
const LOOK_EVERY_MS = 100
/** Longest that a loaded page is waited for to be idle by who takes it as it is: one that polls never is. */
const MAX_SETTLING_MS = 5_000

/** A page that is watched. */
export interface WatchedPage {
  readonly session: CDPSession
  /** Id of its frame. */
  readonly mainFrame: string
  readonly watch: PageWatch
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Asks a document that is there again and again, until it says yes or there is trouble. */
async function waitForYes(
  { watch }: WatchedPage,
  ask: () => Promise<boolean>,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    await watch.until(() => watch.trouble() !== null || watch.hasDocument(), signal)
    if (watch.trouble() !== null) return
    const asking = ask().catch((error: unknown) => {
      if (error instanceof InvalidSelectorError) throw error
      // The page leads on just now.
      return false
    })
    if (await beforeAbort(asking, signal)) return
    await beforeAbort(pause(LOOK_EVERY_MS), signal)
  }
}

async function waitForLoad({ session, watch }: WatchedPage, signal: AbortSignal): Promise<void> {
  for (;;) {
    await watch.until(() => watch.trouble() !== null || watch.isLoaded(), signal)
    if (watch.trouble() !== null) return
    // Scripts that run at the load event may lead on at once; this comes back after them.
    const after = session.send('Runtime.evaluate', { expression: '0' }).catch(() => {})
    await beforeAbort(after, signal)
    if (watch.isLoaded()) return
  }
}

/** Until the page is loaded; when that takes too long, until there is something of it to see. */
async function waitForSight(
  page: WatchedPage,
  enough: AbortSignal,
  signal: AbortSignal,
): Promise<void> {
  try {
    await waitForLoad(page, anySignal([signal, enough]))
  } catch (error) {
    if (signal.aborted || !enough.aborted) throw error
    const { session, mainFrame } = page
    await waitForYes(page, () => hasPainted(session, mainFrame), signal)
  }
}

async function waitForIdle(page: WatchedPage, signal: AbortSignal): Promise<void> {
  const { watch } = page
  for (;;) {
    await waitForLoad(page, signal)
    await watch.until(() => watch.trouble() !== null || watch.openRequests().length === 0, signal)
    if (watch.trouble() !== null) return
    const before = watch.activity()
    await beforeAbort(pause(QUIET_MS), signal)
    if (watch.activity() === before && watch.isLoaded()) return
  }
}

/** Waits until a page is idle, but no longer than a time. @returns whether it is
 *  @throws the signal's reason when that ends first */
export async function settlePage(
  page: WatchedPage,
  mostMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  const limit = startDeadline(mostMs, () => {}, signal)
  try {
    await waitForIdle(page, limit.signal)
    return true
  } catch (error) {
    signal.throwIfAborted()
    if (limit.signal.aborted) return false
    throw error
  } finally {
    limit.end()
  }
}

/** Until the page is idle, or has been loaded for long. */
async function waitForRest(page: WatchedPage, signal: AbortSignal): Promise<void> {
  const { watch } = page
  do {
    await waitForLoad(page, signal)
    await settlePage(page, MAX_SETTLING_MS, signal)
    // What leads on is loaded anew.
  } while (watch.trouble() === null && !watch.isLoaded())
}

async function waitForSettled(
  page: WatchedPage,
  enough: AbortSignal,
  signal: AbortSignal,
): Promise<void> {
  const { watch } = page
  try {
    await waitForRest(page, anySignal([signal, enough]))
  } catch (error) {
    if (signal.aborted || !enough.aborted) throw error
    await watch.until(() => watch.trouble() !== null || watch.hasAnswer(), signal)
  }
}

/** Waits for what makes a page count as there, or for its trouble.
 *  @throws the signal's reason when that comes first; InvalidSelectorError for a selector that is none */
export function waitForPage(
  waitFor: WaitFor,
  page: WatchedPage,
  signal: AbortSignal,
): Promise<void> {
  switch (waitFor.kind) {
    case 'selector':
      return waitForYes(
        page,
        () => hasElement(page.session, page.mainFrame, waitFor.selector),
        signal,
      )
    case 'networkIdle':
      return waitForIdle(page, signal)
    case 'settled':
      return waitForSettled(page, waitFor.enough, signal)
    default:
      return waitFor.enough === undefined
        ? waitForLoad(page, signal)
        : waitForSight(page, waitFor.enough, signal)
  }
}
