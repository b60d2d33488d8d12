import type { CDPSession } from 'puppeteer'
import { beforeAbort } from '../browser/before-abort.ts'
import { runInPage } from '../browser/page-scripts.ts'

/** Longest wait for them. */
const ALL_MS = 3_000
const MAX_IMAGES = 1_000

/** Waits until images and fonts of the upper part of a page have come; those that never come are not
 *  waited for long.
 *  @param height of that part, in CSS pixels */
export async function awaitImages(
  session: CDPSession,
  mainFrame: string,
  height: number,
): Promise<void> {
  const expression = `(async () => {
    const isOver = (image) => new Promise((resolve) => {
      image.addEventListener('load', resolve, { once: true })
      image.addEventListener('error', resolve, { once: true })
    })
    const images = [...document.images].filter((image) => {
      const { top, left, right, width } = image.getBoundingClientRect()
      const isBeside = right <= 0 || left >= innerWidth
      return !image.complete && width > 0 && !isBeside && top + scrollY < ${height}
    })
    await Promise.all([document.fonts.ready, ...images.slice(0, ${MAX_IMAGES}).map(isOver)])
  })()`
  const limit = AbortSignal.timeout(ALL_MS)
  await beforeAbort(runInPage(session, mainFrame, expression), limit).catch(() => {})
}
