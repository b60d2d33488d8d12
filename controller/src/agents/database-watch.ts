/** How long the database may give no answer, in seconds. Agents that are then let go have 5 s to be heard by
 *  another controller before they are lost (AGENT_LOST_AFTER_MS). */
const LOST_AFTER_S = 10

/** Agents that were let go wait up to 10 s before they try again (agent/src/connection/backoff.ts). */
const RETURN_MS = 15_000

/** Knows whether this controller still has its database. */
export interface DatabaseWatch {
  /** A question is put, which stays open until there is an answer. */
  readonly asked: () => void
  readonly answered: () => void
  /** True from 10 s without an answer to the next one. */
  readonly isLost: () => boolean
  /** True from a loss until the agents that were let go had the time to come back. */
  readonly awaitsAgents: () => boolean
  readonly stop: () => void
}

/** @param onLost called once a loss */
export function watchDatabase(onLost: () => void): DatabaseWatch {
  let isAsking = false
  /** Seconds that were lived through without an answer, and not those of the clock: a machine that was
   *  asleep has lost nothing by it. */
  let openS = 0
  let awaitsUntilMs = -Infinity
  const isLost = (): boolean => openS >= LOST_AFTER_S

  function pass(): void {
    if (!isAsking) return
    openS += 1
    if (openS === LOST_AFTER_S) onLost()
  }

  const timer = setInterval(pass, 1_000)
  return {
    asked() {
      isAsking = true
    },
    answered() {
      if (isLost()) awaitsUntilMs = performance.now() + RETURN_MS
      isAsking = false
      openS = 0
    },
    isLost,
    awaitsAgents: () => isLost() || performance.now() < awaitsUntilMs,
    stop: () => clearInterval(timer),
  }
}
