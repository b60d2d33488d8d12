import { Worker } from 'node:worker_threads'

/** What a thread is started with. */
export interface FiguresOrder {
  readonly databaseUrl: string
  /** As `PoolOptions.directUrl`. */
  readonly directUrl?: string | undefined
  readonly jobId: number
}

/** Heaps that are tried one after the other: 50,000 pages with a million links need 60 MB, and grow to as much
 *  garbage as they are allowed. */
const MAX_HEAPS_MB = [160, 700] as const
/** What is made and forgotten at once: left alone it came to 100 MB, and nothing was quicker for it. */
const MAX_YOUNG_MB = 8
/** A site of 50,000 pages takes some seconds. */
const MAX_MS = 300_000

/** Node's code for a thread whose heap is full. */
const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY'

function analyseWithin(order: FiguresOrder, maxHeapMb: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>()
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: MAX_YOUNG_MB },
  })
  const timer = setTimeout(() => {
    reject(new Error(`the figures of a crawl were not made within ${MAX_MS / 1_000} s`))
    void worker.terminate()
  }, MAX_MS)
  worker.once('message', () => resolve(undefined))
  worker.once('error', reject)
  worker.once('exit', () => {
    clearTimeout(timer)
    reject(new Error('the thread that makes figures of a crawl ended without them'))
  })
  return promise
}

/** Makes the figures of a crawl in a thread with a connection of its own, so that nobody waits for them, and what
 *  it takes of the memory is given back afterwards.
 *  @throws where they cannot be made: the database is away, or they take too long, or more memory than there is */
export async function analyseSite(order: FiguresOrder): Promise<void> {
  const [small, large] = MAX_HEAPS_MB
  try {
    await analyseWithin(order, small)
  } catch (error: unknown) {
    if (!(error instanceof Error && 'code' in error && error.code === OUT_OF_MEMORY)) throw error
    await analyseWithin(order, large)
  }
}
