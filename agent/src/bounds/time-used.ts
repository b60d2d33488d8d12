/** Whoever has had this much less comes first; below it sharers take turns. Most questions take a few ms, and on a busy
 *  machine many times as long. */
const STEP_MS = 250

/** How much of some threads' time sharers have had, one against the other. */
export interface TimeUsed {
  /** A question of a sharer comes. @returns what is called when it is answered; it may be called again */
  readonly come: (sharer: string) => () => void
  /** A thread begins with a question of a sharer. @returns what is called when it ends; it may be called again */
  readonly begin: (sharer: string) => () => void
  /** Of a sharer whose question waits; equal ones take turns. */
  readonly stepsOf: (sharer: string) => number
}

/** @param nowMs on the clock of `performance` */
export function createTimeUsed(nowMs: () => number = () => performance.now()): TimeUsed {
  /** Questions of each sharer that are not answered yet. */
  const present = new Map<string, number>()
  /** Of questions that ended, in ms. */
  const ended = new Map<string, number>()
  const running = new Set<{ readonly sharer: string; readonly sinceMs: number }>()

  function usedMs(sharer: string): number {
    let ms = ended.get(sharer) ?? 0
    for (const each of running) if (each.sharer === sharer) ms += nowMs() - each.sinceMs
    return ms
  }

  /** Whoever was away begins where the others are: what he did not ask for is not owed to him. */
  function join(sharer: string): void {
    let leastMs = Infinity
    for (const each of present.keys()) leastMs = Math.min(leastMs, usedMs(each))
    if (leastMs < Infinity && usedMs(sharer) < leastMs) ended.set(sharer, leastMs)
  }

  function leave(sharer: string): void {
    const left = (present.get(sharer) ?? 0) - 1
    if (left > 0) present.set(sharer, left)
    else present.delete(sharer)
    if (present.size === 0) ended.clear()
  }

  return {
    come(sharer) {
      if (!present.has(sharer)) join(sharer)
      present.set(sharer, (present.get(sharer) ?? 0) + 1)
      let isOver = false
      return () => {
        if (!isOver) leave(sharer)
        isOver = true
      }
    },
    begin(sharer) {
      const run = { sharer, sinceMs: nowMs() }
      running.add(run)
      return () => {
        if (!running.delete(run)) return
        ended.set(sharer, (ended.get(sharer) ?? 0) + nowMs() - run.sinceMs)
      }
    },
    stepsOf: (sharer) => Math.floor(usedMs(sharer) / STEP_MS),
  }
}
