import type { Lacks } from '@sightline/shared/lacks'
import type { BrowserGear } from './create-browser.ts'
import { tryBrowser } from './trial/try-browser.ts'

/** One that does not work is tried again: somebody may have brought what it lacked. */
const TRY_AGAIN_MS = 15 * 60_000

/** Trials of the agent's browser with a page of its own, one at a time: several at once would take the
 *  machine from each other, and each would be told as the browser's fault. */
export interface Trials {
  /** What the last one found missing; before the first, what was known from the last start. */
  readonly lacks: () => Lacks
  /** The first one, begun now if it was not yet. Never rejects. */
  readonly first: (isUrgent: boolean) => Promise<unknown>
  /** Another one, or the one under way.
   *  @returns whether the browser works; null when that could not be found out, which says nothing of it */
  readonly another: () => Promise<boolean | null>
  readonly stop: () => Promise<unknown>
}

/** @param known lacks of the last start
 *  @param onLacks hears of a trial that found something else than was known */
export function createTrials(
  { found, dataFolder, stateFolder, log }: BrowserGear,
  known: Lacks,
  onLacks: (lacks: Lacks) => void,
  stopping: AbortSignal,
): Trials {
  let lacks = known
  let begun: Promise<boolean | null> | null = null
  let underWay: Promise<boolean | null> | null = null
  let again: NodeJS.Timeout | undefined

  function learn(told: Lacks): void {
    const isNew = JSON.stringify(told) !== JSON.stringify(lacks)
    lacks = told
    try {
      if (isNew) onLacks(told)
    } catch (error) {
      // A disk that is full: it holds for this run all the same.
      log.warn({ err: error }, 'what the browser lacks could not be noted')
    }
  }

  async function run(isUrgent: boolean): Promise<boolean | null> {
    const told = await tryBrowser({ found, dataFolder, stateFolder, isUrgent }, stopping)
    if (stopping.aborted) return null
    if (told !== null) learn(told)
    clearTimeout(again)
    if (lacks.browser !== null) again = setTimeout(() => void begin(false), TRY_AGAIN_MS).unref()
    return told === null ? null : told.browser === null
  }

  function begin(isUrgent: boolean): Promise<boolean | null> {
    underWay ??= run(isUrgent).finally(() => {
      underWay = null
    })
    begun ??= underWay
    return underWay
  }

  return {
    lacks: () => lacks,
    first: (isUrgent) => begun ?? begin(isUrgent),
    another: () => begin(true),
    async stop() {
      clearTimeout(again)
      await underWay
    },
  }
}
