/** Waits until all that was written before it was asked is on the disk. */
export type Flush = () => Promise<void>

/** Makes one wait for the disk of many: who asks while one is under way shares the next with all others who do, as what
 *  they wrote may have come too late for it.
 *  @param flush resolves when what was written before it began is on the disk */
export function shareFlush(flush: Flush): Flush {
  let underWay: Promise<void> | null = null
  let next: Promise<void> | null = null

  function begin(): Promise<void> {
    const its = flush().finally(() => {
      if (underWay === its) underWay = null
    })
    underWay = its
    return its
  }

  async function follow(before: Promise<void>): Promise<void> {
    // Whose it is hears of its failure.
    await before.catch(() => undefined)
    next = null
    return begin()
  }

  return () => (underWay === null ? begin() : (next ??= follow(underWay)))
}
