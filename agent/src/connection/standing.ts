/** How the agent stands with its controllers. */
export interface Standing {
  /** Given by a controller; empty before the first. */
  readonly agentId: () => string
  /** A controller took it in. @returns whether that is the first time since the start */
  readonly welcomed: (agentId: string) => boolean
  /** A controller answered. */
  readonly heard: () => void
  /** How long ago that was; null before the first time. */
  readonly heardSecondsAgo: () => number | null
}

/** @param known the id of the last start
 *  @param keep is told of an id that is another */
export function createStanding(known: string, keep: (agentId: string) => void): Standing {
  let agentId = known
  let wasWelcome = false
  let heardAtMs: number | null = null
  return {
    agentId: () => agentId,
    welcomed(given) {
      if (given !== agentId) keep(given)
      agentId = given
      const isFirst = !wasWelcome
      wasWelcome = true
      return isFirst
    },
    heard() {
      heardAtMs = performance.now()
    },
    heardSecondsAgo: () => (heardAtMs === null ? null : (performance.now() - heardAtMs) / 1000),
  }
}
