import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { keepHeapsTight } from '../../process/tight-heap.ts'

/** What a thread is started with. */
export interface FiguresOrder {
  readonly databaseUrl: string
  readonly jobId: number
  /** Where the program's compiled modules are kept; null: nowhere. */
  readonly compiledFolder: string | null
}

/** Heaps that are tried one after the other: 50,000 pages with a million links need 70 MB, and grow to as much
 *  garbage as they are allowed. With 160 the first took 30 MB more, for a fifth less time. */
const MAX_HEAPS_MB = [100, 700] as const
/** What is made and forgotten at once: left alone it came to 100 MB, and nothing was quicker for it. */
const MAX_YOUNG_MB = 8
/** A site of 50,000 pages takes some seconds. */
const MAX_MS = 300_000

/** Node's code for a thread whose heap is full. */
const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY'

function analyseWithin(order: FiguresOrder, maxHeapMb: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>()
  const worker = new Worker(new URL('./thread.js', import.meta.url), {
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
export async function analyseSite(databaseUrl: string, jobId: number): Promise<void> {
  // Below it Node has a folder for each of its versions.
  const folder = getCompileCacheDir()
  const compiledFolder = folder === undefined ? null : dirname(folder)
  const order: FiguresOrder = { databaseUrl, jobId, compiledFolder }
  const [small, large] = MAX_HEAPS_MB
  const letHeapsGrow = keepHeapsTight()
  try {
    await analyseWithin(order, small)
  } catch (error: unknown) {
    if (!(error instanceof Error && 'code' in error && error.code === OUT_OF_MEMORY)) throw error
    await analyseWithin(order, large)
  } finally {
    letHeapsGrow()
  }
}
