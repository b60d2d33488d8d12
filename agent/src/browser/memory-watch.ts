import type { Logger } from '@sightline/shared/logger'
import type { Chrome } from './launch.ts'
import { processMemory } from './process-memory.ts'

const EVERY_MS = 1_000
/** A page that takes more is killed; its scripts' heap alone has a limit of its own. */
const MAX_PAGE_BYTES = 1_000_000_000
/** SIGKILL is the machine's, which ends pages for no fault of theirs. */
const PAGE_SIGNAL = 'SIGTERM'
/** Past it Chrome is ended with all of its pages: it is no page's, so no page can be blamed. */
const MAX_OTHER_BYTES = 1_500_000_000

/** Looks after the memory of a Chrome while pages are open. @returns what ends it */
export function watchMemory(chrome: Chrome, log: Logger): () => void {
  let isLooking = false
  async function look(): Promise<void> {
    if (isLooking) return
    isLooking = true
    try {
      for (const { pid, type, bytes } of await processMemory(chrome.session)) {
        const isPage = type === 'renderer'
        if (bytes <= (isPage ? MAX_PAGE_BYTES : MAX_OTHER_BYTES)) continue
        log.warn({ type, bytes }, 'a process of the browser takes too much memory and is ended')
        if (isPage) process.kill(pid, PAGE_SIGNAL)
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
