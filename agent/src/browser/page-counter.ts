/** Counts the pages that share a Chrome, so that a page is known to have been alone in it. */
export interface PageCounter {
  readonly counted: <T>(work: () => Promise<T>) => Promise<T>
  /** Counts it too. @returns what came of it, and whether no other was open at any time of it */
  readonly alone: <T>(work: () => Promise<T>) => Promise<{ given: T; wasAlone: boolean }>
}

export function createPageCounter(): PageCounter {
  let open = 0
  let begun = 0

  async function counted<T>(work: () => Promise<T>): Promise<T> {
    open += 1
    begun += 1
    try {
      return await work()
    } finally {
      open -= 1
    }
  }

  return {
    counted,
    async alone(work) {
      const isAloneNow = open === 0
      const given = counted(work)
      const own = begun
      return { given: await given, wasAlone: isAloneNow && begun === own }
    },
  }
}
