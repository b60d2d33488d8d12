/** Work that is done again and again, one round at a time. */
export interface Loop {
  /** Asks for a round now; asked during a round, another follows it. */
  readonly look: () => void
  /** Ends after the round under way. */
  readonly stop: () => Promise<void>
}

/** Starts with a round at once.
 *  @param round one round; it handles its own failures and tells how many ms the next may wait */
export function startLoop(round: () => Promise<number>): Loop {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let lookAgain = false
  let stopped = false

  function look(): void {
    if (stopped) return
    if (running !== null) {
      lookAgain = true
      return
    }
    clearTimeout(timer)
    running = round().then((waitMs) => {
      running = null
      if (stopped) return
      timer = setTimeout(look, lookAgain ? 0 : waitMs)
      lookAgain = false
    })
  }

  look()
  return {
    look,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
