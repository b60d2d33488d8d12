import { MAX_SCREENSHOT_HEIGHT } from '@sightline/shared/analyses/screenshot'
import type { CDPSession } from 'puppeteer'
import { beforeAbort } from '../browser/before-abort.ts'
import { runInPage } from '../browser/page-scripts.ts'

/** Longest that scrolling may take. */
const ALL_MS = 5_000
/** Longest wait for a page to notice that something came into view. */
const STEP_MS = 100

/** The same at its end: scripts that look every 200 ms or so see at least that, and ask for something, after
 *  which the page is gone through more slowly. It costs nothing beside the wait for the page to rest. */
const END_MS = 250

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** How long each part of a page is in view: until it was painted, when what observes it is told; or long
 *  enough for scripts that look where it stands only now and then. */
export type ScrollPace = 'frames' | 'pauses'

/** What is waited for after a step, as a promise of the page's. */
const WAITS = {
  // The first frame tells observers, and what they change stands in the second.
  frames: `Promise.race([
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    new Promise((resolve) => setTimeout(resolve, ${STEP_MS})),
  ])`,
  pauses: `new Promise((resolve) => setTimeout(resolve, ${STEP_MS}))`,
} as const satisfies Record<ScrollPace, string>

/** @returns how far the page can be scrolled by now, its height and all */
async function scrollTo(
  session: CDPSession,
  mainFrame: string,
  top: number,
  wait: string,
): Promise<number> {
  const expression = `(async () => {
    scrollTo({ left: 0, top: ${top}, behavior: 'instant' })
    await ${wait}
    return (document.scrollingElement ?? document.documentElement).scrollHeight
  })()`
  return Number(await runInPage(session, mainFrame, expression))
}

async function scrollDown(
  session: CDPSession,
  mainFrame: string,
  stepHeight: number,
  pace: ScrollPace,
  limit: AbortSignal,
): Promise<void> {
  for (let top = 0; top < MAX_SCREENSHOT_HEIGHT; top += stepHeight) {
    // It may have grown by what came into view.
    const bottom = await beforeAbort(scrollTo(session, mainFrame, top, WAITS[pace]), limit)
    if (top + stepHeight >= bottom) break
  }
  await beforeAbort(pause(END_MS), limit)
}

/** Scrolls down a page and back to its top, so that it loads what it loads only when it is seen. What
 *  does not let itself be scrolled is left as it is.
 *  @param stepHeight of the window, in CSS pixels */
export async function scrollThrough(
  session: CDPSession,
  mainFrame: string,
  stepHeight: number,
  pace: ScrollPace,
): Promise<void> {
  // A page that leads on meanwhile, or keeps the browser busy, is looked at as it is.
  await scrollDown(session, mainFrame, stepHeight, pace, AbortSignal.timeout(ALL_MS)).catch(
    () => {},
  )
  const back = scrollTo(session, mainFrame, 0, WAITS.frames)
  await beforeAbort(back, AbortSignal.timeout(ALL_MS)).catch(() => {})
}
