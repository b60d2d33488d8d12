/** Changes of one thing are told together, once in this time. */
const EVERY_MS = 1_000
/** The first change after a quiet time waits so long for those that come with it. */
const COMPANY_MS = 50

/** When a round begins: one at a time, as soon as there is something to do, and no sooner than a second after the last
 *  one began. */
export interface Rhythm {
  /** There may be something to do. */
  readonly plan: () => void
  /** What is planned is not done. */
  readonly cancel: () => void
}

/** @param isDue whether there is something to do
 *  @param round handles its own failures */
export function createRhythm(isDue: () => boolean, round: () => Promise<void>): Rhythm {
  let begunAtMs = -Infinity
  let timer: NodeJS.Timeout | undefined
  let isUnderWay = false

  function plan(): void {
    if (isUnderWay || timer !== undefined || !isDue()) return
    const waitMs = Math.max(COMPANY_MS, begunAtMs + EVERY_MS - performance.now())
    timer = setTimeout(() => void begin(), waitMs)
  }

  async function begin(): Promise<void> {
    timer = undefined
    isUnderWay = true
    begunAtMs = performance.now()
    await round()
    isUnderWay = false
    plan()
  }

  return {
    plan,
    cancel() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
