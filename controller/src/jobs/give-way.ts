import type { JobLane } from './task.ts'

/** Lanes whose jobs wait while people are to be told something. */
export const GIVES_WAY: ReadonlySet<JobLane> = new Set(['diagnoses', 'evidence', 'screenshots'])

/** Up to so many jobs within a minute a lane goes on whatever waits: an outage of some monitors is diagnosed at once. With
 *  as many in 10 s, diagnoses took the database 0.6 of a core while 2,400 outages were told. */
const FREE_JOBS = 20
const FREE_WITHIN_MS = 60_000

/** But where so many wait it gives way at once: all lanes have two connections, and 40 diagnoses with their evidence, some
 *  15 statements thrice each, were before the first of 4,000 alerts. */
export const VERY_MANY = 50

const ASK_EVERY_MS = 250
const MOST_WAIT_MS = 5_000

/** Asks how much waits that people are to be told, for all lanes of a controller together and at most so often:
 *  each lane asks before each of its jobs, and where nothing waits all jobs are looked through. With 2,400 outages told and
 *  2,200 to be diagnosed that took the database a tenth of its time. */
export function createPressing(
  ask: () => Promise<number>,
  nowMs: () => number = () => performance.now(),
): () => Promise<number> {
  let latest: { readonly answer: Promise<number>; readonly askedAtMs: number } | null = null
  return () => {
    const atMs = nowMs()
    if (latest === null || atMs - latest.askedAtMs >= ASK_EVERY_MS) {
      latest = { answer: ask(), askedAtMs: atMs }
    }
    return latest.answer
  }
}

/** Makes a lane give way. */
export interface GiveWay {
  /** A job of the lane began. */
  readonly took: () => void
  /** Resolves when the next may be looked for. */
  readonly wait: () => Promise<void>
}

/** When thousands of monitors go down, why each did is found out by as many jobs, and each takes longer than to tell of
 *  it: the two have the same connections and cores.
 *  @param pressing how much waits that people are to be told, counted up to `VERY_MANY` at least
 *  @param stopping ends the wait */
export function createGiveWay(pressing: () => Promise<number>, stopping: AbortSignal): GiveWay {
  let began: number[] = []

  function begunLately(): number {
    const sinceMs = performance.now() - FREE_WITHIN_MS
    began = began.filter((ms) => ms > sinceMs)
    return began.length
  }

  return {
    took: () => began.push(performance.now()),
    async wait() {
      // Where nothing happens each look for a job would ask.
      if (begunLately() === 0) return
      const untilMs = performance.now() + MOST_WAIT_MS
      while (!stopping.aborted && performance.now() < untilMs) {
        // Without an answer nobody knows: the look itself will find the database away.
        const waiting = await pressing().catch(() => 0)
        if (waiting < (begunLately() < FREE_JOBS ? VERY_MANY : 1)) return
        await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS).unref())
      }
    },
  }
}
