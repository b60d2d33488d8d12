/** A request of an address that was answered without the database. */
export interface DeferredHit {
  readonly address: string
  /** UNIX ms */
  readonly atMs: number
}

/** Tells the database afterwards, many at once, of requests that were answered without it, so that the
 *  limit of an address still holds across controllers. */
export interface DeferredHits {
  /** @returns false when it must be asked itself, now: the last hits are not stored yet, which may mean
   *    that it is away, or too many wait */
  readonly add: (hit: DeferredHit) => boolean
  /** Forgets what waits. */
  readonly stop: () => void
}

const DELAY_MS = 100
const MAX_WAITING = 5_000

/** @param store in one round trip
 *  @param failed what was to be stored is lost: the database cannot be reached */
export function createDeferredHits(
  store: (hits: readonly DeferredHit[]) => Promise<void>,
  failed: () => void,
): DeferredHits {
  let waiting: DeferredHit[] = []
  let isStoring = false
  let timer: NodeJS.Timeout | undefined

  async function flush(): Promise<void> {
    const hits = waiting
    waiting = []
    isStoring = true
    try {
      await store(hits)
    } catch {
      // Whoever asks next hears from the database itself what is wrong with it.
      failed()
    }
    isStoring = false
  }

  return {
    add(hit) {
      if (isStoring || waiting.length >= MAX_WAITING) return false
      waiting.push(hit)
      if (waiting.length === 1) timer = setTimeout(() => void flush(), DELAY_MS).unref()
      return true
    },
    stop() {
      clearTimeout(timer)
      waiting = []
    },
  }
}
