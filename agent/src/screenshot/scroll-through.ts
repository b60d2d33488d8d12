import { MAX_SCREENSHOT_HEIGHT } from '@sightline/shared/analyses/screenshot'
import type { CDPSession } from 'puppeteer'
import { beforeAbort } from '../browser/before-abort.ts'
import { runInPage } from '../browser/page-scripts.ts'

/** Longest that scrolling may take. */
const ALL_MS = 5_000
/** Time for a page to notice that something came into view. */
const STEP_MS = 100

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** @returns how far the page can be scrolled by now, its height and all */
async function scrollTo(session: CDPSession, mainFrame: string, top: number): Promise<number> {
  const expression = `(() => {
    scrollTo({ left: 0, top: ${top}, behavior: 'instant' })
    return (document.scrollingElement ?? document.documentElement).scrollHeight
  })()`
  return Number(await runInPage(session, mainFrame, expression))
}

async function scrollDown(
  session: CDPSession,
  mainFrame: string,
  stepHeight: number,
  limit: AbortSignal,
): Promise<void> {
  for (let top = 0; top < MAX_SCREENSHOT_HEIGHT; top += stepHeight) {
    // It may have grown by what came into view.
    const bottom = await beforeAbort(scrollTo(session, mainFrame, top), limit)
    if (top >= bottom) return
    await beforeAbort(pause(STEP_MS), limit)
  }
}

/** Scrolls down a page and back to its top, so that it loads what it loads only when it is seen. What
 *  does not let itself be scrolled is left as it is.
 *  @param stepHeight of the window, in CSS pixels */
export async function scrollThrough(
  session: CDPSession,
  mainFrame: string,
  stepHeight: number,
): Promise<void> {
  // A page that leads on meanwhile, or keeps the browser busy, is looked at as it is.
  await scrollDown(session, mainFrame, stepHeight, AbortSignal.timeout(ALL_MS)).catch(() => {})
  const back = scrollTo(session, mainFrame, 0)
  await beforeAbort(back, AbortSignal.timeout(ALL_MS)).catch(() => {})
}
