/** Stores what came of a batch when its turn has come.
 *  @param isCalm what came lets its host be asked as before, so more of the crawl may be handed out first */
export type StoreInTurn = <T>(jobId: number, isCalm: boolean, store: () => Promise<T>) => Promise<T>

/** Batches of a crawl one after the other, as its lock asks for anyway, and between two of them what waits is handed
 *  out: batches that came together held that lock one after the other, nothing could be handed out meanwhile,
 *  and agents had nothing to do for 0.3 s.
 *  @param handedOut hands out what there is for agents with room; never rejects */
export function createStoreTurns(handedOut: () => Promise<void>): StoreInTurn {
  /** By the crawl: the end of the last one that came. */
  const last = new Map<number, Promise<unknown>>()
  return async (jobId, isCalm, store) => {
    const before = last.get(jobId) ?? Promise.resolve()
    const mine = before.then(async () => {
      if (isCalm) await handedOut()
      return store()
    })
    const ended = mine.catch(() => undefined)
    last.set(jobId, ended)
    try {
      return await mine
    } finally {
      if (last.get(jobId) === ended) last.delete(jobId)
    }
  }
}
