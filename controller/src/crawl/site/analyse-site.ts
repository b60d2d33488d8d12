import { Worker } from 'node:worker_threads'

/** What a thread is started with. */
export interface FiguresOrder {
  readonly databaseUrl: string
  readonly jobId: number
}

/** 100,000 pages with 2 million links take half of it. */
const MAX_HEAP_MB = 700
/** A site of 50,000 pages takes some seconds. */
const MAX_MS = 300_000

/** Makes the figures of a crawl in a thread with a connection of its own, so that nobody waits for them, and what
 *  it takes of the memory is given back afterwards.
 *  @throws where they cannot be made: the database is away, or they take too long, or more memory than there is */
export function analyseSite(databaseUrl: string, jobId: number): Promise<void> {
  const order: FiguresOrder = { databaseUrl, jobId }
  const { promise, resolve, reject } = Promise.withResolvers<undefined>()
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
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
