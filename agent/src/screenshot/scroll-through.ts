import { MAX_SCREENSHOT_HEIGHT } from '@sightline/shared/analyses/screenshot'
import type { CDPSession } from 'puppeteer'
import { beforeAbort } from '../browser/before-abort.ts'
import { runInPage } from '../browser/page-scripts.ts'

/** Longest that going down, or back, may take. */
const ALL_MS = 5_000
/** Longest wait for a page to notice that something came into view. */
const STEP_MS = 100

/** The same at its end: scripts that look every 200 ms or so see at least that, and ask for something, after
 *  which the page is gone through more slowly. It costs little beside the wait for the page to rest. */
const END_MS = 250

/** How long each part of a page is in view: until it was painted, when what observes it is told; or long
 *  enough for scripts that look where it stands only now and then. */
export type ScrollPace = 'frames' | 'pauses'

const PAUSE = `new Promise((resolve) => setTimeout(resolve, ${STEP_MS}))`

/** What is waited for after a step, as a promise of the page's. What observes is told at the end of the
 *  frame, after which the timer comes. */
const WAITS = {
  frames: `Promise.race([
    new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
    ${PAUSE},
  ])`,
  pauses: PAUSE,
} as const satisfies Record<ScrollPace, string>

/** In one piece, because a step a command would take half as long again. */
function goDown(stepHeight: number, pace: ScrollPace): string {
  return `(async () => {
    const endsAtMs = performance.now() + ${ALL_MS - END_MS}
    const seen = () => ${WAITS[pace]}
    const isLast = (bottom) => bottom >= (document.scrollingElement ?? document.documentElement).scrollHeight
    for (let top = 0; top < ${MAX_SCREENSHOT_HEIGHT} && performance.now() < endsAtMs; top += ${stepHeight}) {
      scrollTo({ left: 0, top, behavior: 'instant' })
      await seen()
      if (!isLast(top + ${stepHeight})) continue
      // It may grow by what came into view, a frame later.
      await seen()
      if (isLast(top + ${stepHeight})) break
    }
    await new Promise((resolve) => setTimeout(resolve, ${END_MS}))
  })()`
}

/** What stands in a page at its top is there in the second frame. */
const GO_BACK = `(async () => {
  scrollTo({ left: 0, top: 0, behavior: 'instant' })
  await ${WAITS.frames}
  await ${WAITS.frames}
})()`

/** Scrolls down a page and back to its top, so that it loads what it loads only when it is seen. What
 *  does not let itself be scrolled is left as it is.
 *  @param stepHeight of the window, in CSS pixels */
export async function scrollThrough(
  session: CDPSession,
  mainFrame: string,
  stepHeight: number,
  pace: ScrollPace,
): Promise<void> {
  for (const way of [goDown(stepHeight, pace), GO_BACK]) {
    // A page that leads on meanwhile, or keeps the browser busy, is looked at as it is.
    const going = runInPage(session, mainFrame, way)
    await beforeAbort(going, AbortSignal.timeout(ALL_MS)).catch(() => {})
  }
}
