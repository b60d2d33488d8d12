/** What the person who started the program sees. */
export interface Terminal {
  /** One line of progress, with the time since the start. */
  readonly step: (text: string) => void
  /** A step that takes a while: `still` is said every few seconds until `work` is done.
   *  @returns what the work gives, or throws */
  readonly during: <T>(text: string, still: string, work: Promise<T>) => Promise<T>
  /** Text as it is. */
  readonly say: (text: string) => void
  /** Something that is wrong while the rest goes on. */
  readonly warn: (text: string) => void
}

const STILL_INTERVAL_MS = 5_000

/** Writes to standard output, warnings to standard error. */
export function createTerminal(): Terminal {
  const startedAt = performance.now()
  const elapsed = () => `${((performance.now() - startedAt) / 1_000).toFixed(1).padStart(5)} s`
  const step = (text: string) => console.log(`${elapsed()}  ${text}`)
  return {
    step,
    async during(text, still, work) {
      step(text)
      const timer = setInterval(step, STILL_INTERVAL_MS, still)
      return work.finally(() => clearInterval(timer))
    },
    say: (text) => console.log(text),
    warn: (text) => console.error(text),
  }
}
