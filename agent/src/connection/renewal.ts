/** How often it is looked whether nothing is under way. */
const LOOK_AGAIN_MS = 1_000

/** An agent that is never idle does not wait longer: what it announced wrongly costs more than the answers
 *  that are lost, which are asked for again. As long as the longest work takes. */
const AT_LATEST_MS = 120_000

/** Says hello anew, when what the agent announces has changed. */
export interface Renewal {
  /** In a moment at which nothing is lost by it, or after two minutes without one. Checks and their
   *  results, which are on disk, go on meanwhile. */
  readonly ask: () => void
  readonly stop: () => void
}

/** @param deps.isIdle nothing is under way whose outcome a new connection would lose */
export function createRenewal(deps: { isIdle: () => boolean; renew: () => void }): Renewal {
  let timer: NodeJS.Timeout | null = null

  function look(waitedMs: number): void {
    timer = null
    if (deps.isIdle() || waitedMs >= AT_LATEST_MS) deps.renew()
    else timer = setTimeout(look, LOOK_AGAIN_MS, waitedMs + LOOK_AGAIN_MS)
  }

  return {
    ask() {
      if (timer === null) look(0)
    },
    stop() {
      if (timer !== null) clearTimeout(timer)
    },
  }
}
