import type { Logger } from '@sightline/shared/logger'
import { beforeAbort } from './before-abort.ts'
import type { Chrome } from './launch.ts'
import { LaunchError } from './launch.ts'
import { watchMemory } from './memory-watch.ts'

/** A Chrome that is used; `giveBack` must be called once. */
export interface Lease {
  readonly chrome: Chrome
  readonly giveBack: () => void
}

/** Keeps one Chrome for everybody: starts it when it is needed, ends it when it is not. */
export interface ChromeKeeper {
  /** @throws LaunchError while Chrome does not start; the signal's reason when that comes first */
  readonly take: (signal: AbortSignal) => Promise<Lease>
  /** Ends Chrome, and whatever uses it; nothing can be taken after. */
  readonly stop: () => Promise<void>
}

const IDLE_MS = 60_000
/** Chrome grows with every page it has shown. */
const MAX_USES = 200
/** A Chrome that does not start is not tried again for every check. */
const FAILURE_KEPT_MS = 30_000

interface Kept {
  readonly chrome: Chrome
  readonly stopWatching: () => void
  uses: number
  users: number
}

/** @param launch starts a Chrome; @throws LaunchError */
export function createChromeKeeper(launch: () => Promise<Chrome>, log: Logger): ChromeKeeper {
  const running = new Set<Kept>()
  /** The one for new users; older ones end with their last. */
  let current: Kept | null = null
  let starting: Promise<Kept> | null = null
  let failure: { readonly error: LaunchError; readonly untilMs: number } | null = null
  let idle: NodeJS.Timeout | null = null
  let isStopped = false

  async function end(kept: Kept): Promise<void> {
    if (current === kept) current = null
    kept.stopWatching()
    await kept.chrome.end()
    running.delete(kept)
  }

  function endWhenIdle(kept: Kept): void {
    if (idle !== null) clearTimeout(idle)
    idle = setTimeout(() => void end(kept), IDLE_MS)
    idle.unref()
  }

  async function start(): Promise<Kept> {
    try {
      const chrome = await launch()
      const stopWatching = watchMemory(chrome, log, () => kept.users)
      const kept: Kept = { chrome, stopWatching, uses: 0, users: 0 }
      running.add(kept)
      chrome.gone.addEventListener('abort', () => void end(kept), { once: true })
      if (isStopped || chrome.gone.aborted) await end(kept)
      else {
        current = kept
        // Whoever asked for it may have left meanwhile.
        endWhenIdle(kept)
      }
      return kept
    } catch (error) {
      if (error instanceof LaunchError) {
        failure = { error, untilMs: performance.now() + FAILURE_KEPT_MS }
      }
      throw error
    } finally {
      starting = null
    }
  }

  function giveBack(kept: Kept): void {
    kept.users -= 1
    if (kept.users > 0) return
    if (current !== kept || kept.uses >= MAX_USES) {
      void end(kept)
      return
    }
    endWhenIdle(kept)
  }

  return {
    async take(signal) {
      if (isStopped) throw new LaunchError('The agent is stopping.')
      if (failure !== null && performance.now() < failure.untilMs) throw failure.error
      if (current !== null && current.uses >= MAX_USES) current = null
      let kept = current
      if (kept === null) {
        if (starting === null) {
          starting = start()
          // Told to those who still wait.
          starting.catch(() => {})
        }
        kept = await beforeAbort(starting, signal)
      }
      if (idle !== null) clearTimeout(idle)
      kept.uses += 1
      kept.users += 1
      let isBack = false
      return {
        chrome: kept.chrome,
        giveBack() {
          if (isBack) return
          isBack = true
          giveBack(kept)
        },
      }
    },
    async stop() {
      isStopped = true
      if (idle !== null) clearTimeout(idle)
      await starting?.catch(() => {})
      await Promise.all([...running].map(end))
    },
  }
}
