import type { Logger } from '@sightline/shared/logger'
import type { Chrome } from './launch.ts'
import type { ChromeProcess } from './process-memory.ts'
import { processMemory } from './process-memory.ts'

const EVERY_MS = 1_000
/** A page that takes more is killed; its scripts' heap alone has a limit of its own. */
const MAX_PAGE_BYTES = 1_000_000_000
/** SIGKILL is the machine's, which ends pages for no fault of theirs. */
const SIGNAL_OF_BLAME = 'SIGTERM'
const SIGNAL_WITHOUT_BLAME = 'SIGKILL'
/** Past it Chrome is ended with all of its pages: it is no page's, so no page can be blamed. */
const MAX_OTHER_BYTES = 1_500_000_000

/** Which processes of a Chrome take too much. Frames of other sites have processes of their own, and Chrome
 *  does not tell whose: all of them together may take what the open pages may, and the largest goes first.
 *  @param pages how many are open */
export function tooLarge(
  processes: readonly ChromeProcess[],
  pages: number,
): readonly ChromeProcess[] {
  const renderers = processes.filter(({ type }) => type === 'renderer')
  const single = renderers.filter(({ bytes }) => bytes > MAX_PAGE_BYTES)
  const others = processes.filter(
    ({ type, bytes }) => type !== 'renderer' && bytes > MAX_OTHER_BYTES,
  )
  const sum = renderers.reduce((bytes, { ownBytes }) => bytes + ownBytes, 0)
  if (single.length > 0 || sum <= MAX_PAGE_BYTES * Math.max(1, pages)) return [...others, ...single]
  return [...others, ...renderers.toSorted((a, b) => b.ownBytes - a.ownBytes).slice(0, 1)]
}

/** How a page's process is ended: where only all together took too much, the largest need not be the page
 *  that did. @param pages how many are open */
export function signalFor({ bytes }: Pick<ChromeProcess, 'bytes'>, pages: number): NodeJS.Signals {
  return bytes > MAX_PAGE_BYTES || pages <= 1 ? SIGNAL_OF_BLAME : SIGNAL_WITHOUT_BLAME
}

/** Looks after the memory of a Chrome while pages are open.
 *  @param pages how many are open now; one unless told otherwise
 *  @returns what ends it */
export function watchMemory(chrome: Chrome, log: Logger, pages = (): number => 1): () => void {
  let isLooking = false
  async function look(): Promise<void> {
    if (isLooking) return
    isLooking = true
    try {
      const open = pages()
      for (const { pid, type, bytes } of tooLarge(await processMemory(chrome.session), open)) {
        log.warn({ type, bytes }, 'a process of the browser takes too much memory and is ended')
        if (type === 'renderer') process.kill(pid, signalFor({ bytes }, open))
        else await chrome.end()
      }
    } catch {
      // Chrome, or the process, is gone.
    } finally {
      isLooking = false
    }
  }
  const timer = setInterval(() => void look(), EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
