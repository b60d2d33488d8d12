/** What the person who started the program sees. */
export interface Terminal {
  /** One line of progress, with the time since the start. */
  readonly step: (text: string) => void
  /** Text as it is. */
  readonly say: (text: string) => void
  /** Something that is wrong while the rest goes on. */
  readonly warn: (text: string) => void
  /** Says every few seconds that a step still goes on. @returns ends it */
  readonly still: (text: string) => () => void
}

const STILL_INTERVAL_MS = 5_000

/** Writes to standard output, warnings to standard error. */
export function createTerminal(): Terminal {
  const startedAt = performance.now()
  const elapsed = () => `${((performance.now() - startedAt) / 1_000).toFixed(1).padStart(5)} s`
  const step = (text: string) => console.log(`${elapsed()}  ${text}`)
  return {
    step,
    say: (text) => console.log(text),
    warn: (text) => console.error(text),
    still(text) {
      const timer = setInterval(() => step(text), STILL_INTERVAL_MS)
      return () => clearInterval(timer)
    },
  }
}
