/** Marks things while more of them come. */
export interface MarkAlong<T> {
  /** Resolves when so few wait to be marked that the next may come. Never fails. */
  readonly add: (item: T) => Promise<void>
  /** Resolves when all are marked. @throws what marking threw */
  readonly whenMarked: () => Promise<void>
}

/** Marks what comes while others are being marked together, next.
 *  @param mark called once at a time
 *  @param limit of what is not marked yet */
export function createMarkAlong<T>(
  mark: (items: readonly T[]) => Promise<void>,
  limit: number,
): MarkAlong<T> {
  let waiting: T[] = []
  let underWay: readonly T[] = []
  let marking: Promise<void> | null = null

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      underWay = waiting
      waiting = []
      await mark(underWay)
      underWay = []
    }
    marking = null
  }

  return {
    async add(item) {
      waiting.push(item)
      marking ??= run()
      // Whoever waits for all of them hears of a failure.
      const settled = marking.catch(() => undefined)
      if (waiting.length + underWay.length >= limit) await settled
    },
    async whenMarked() {
      await marking
    },
  }
}
