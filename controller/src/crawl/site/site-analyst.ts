import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { keepHeapsTight } from '../../process/tight-heap.ts'

/** What a thread is started with. */
export interface AnalystThread {
  readonly databaseUrl: string
  /** Where the program's compiled modules are kept; null: nowhere. */
  readonly compiledFolder: string | null
}

/** What a thread is told: the crawl whose figures it makes, or that no more come. */
export type FiguresOrder = { readonly jobId: number } | 'end'

/** What it says when they are made. */
export interface FiguresMade {
  /** Pages of the crawl; 0 where it is gone. */
  readonly pages: number
}

/** Makes what is told of sites as wholes. */
export interface SiteAnalyst {
  /** Makes the figures of a crawl in a thread with a connection of its own, so that nobody waits for them.
   *  @throws where they cannot be made: the database is away, or they take too long, or more memory than there is */
  readonly analyse: (jobId: number) => Promise<void>
  /** Ends a thread that has nothing to do. */
  readonly stop: () => Promise<void>
}

/** Heaps that are tried one after the other: 50,000 pages with a million links need 70 MB, and grow to as much
 *  garbage as they are allowed. With 160 the first took 30 MB more, for a fifth less time. */
const MAX_HEAPS_MB = [100, 700] as const
/** What is made and forgotten at once: left alone it came to 100 MB, and nothing was quicker for it. */
const MAX_YOUNG_MB = 8
/** A site of 50,000 pages takes some seconds. */
const MAX_MS = 300_000
/** A thread stays for the next figures after a small site: to start another, and to compile what runs often once more,
 *  took more than half of the time for 2,000 pages. After a large one it is gone, with what it took of the memory. */
const SMALL_PAGES = 5_000
/** For so long; figures of a crawl that runs are made every three seconds. */
const IDLE_MS = 30_000

/** Node's code for a thread whose heap is full. */
const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY'

function startThread(databaseUrl: string, maxHeapMb: number): Worker {
  // Below it Node has a folder for each of its versions.
  const folder = getCompileCacheDir()
  const compiledFolder = folder === undefined ? null : dirname(folder)
  return new Worker(new URL('./thread.js', import.meta.url), {
    workerData: { databaseUrl, compiledFolder } satisfies AnalystThread,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: MAX_YOUNG_MB },
  })
}

function tell(thread: Worker, order: FiguresOrder): void {
  // Between threads there are no origins.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  thread.postMessage(order)
}

/** @returns how many pages the crawl has  @throws what ends the thread */
async function analyseIn(thread: Worker, jobId: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<FiguresMade>()
  const timer = setTimeout(() => {
    reject(new Error(`the figures of a crawl were not made within ${MAX_MS / 1_000} s`))
  }, MAX_MS)
  const ended = (): void => {
    reject(new Error('the thread that makes figures of a crawl ended without them'))
  }
  thread.once('message', resolve).once('error', reject).once('exit', ended)
  tell(thread, { jobId })
  try {
    return (await promise).pages
  } catch (error: unknown) {
    void thread.terminate()
    throw error
  } finally {
    clearTimeout(timer)
    thread.off('message', resolve).off('error', reject).off('exit', ended)
  }
}

function end(thread: Worker): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  // What it may meet on its way out concerns nobody.
  thread.once('error', () => undefined).once('exit', () => resolve(undefined))
  tell(thread, 'end')
  return promise
}

interface Idle {
  readonly thread: Worker
  /** Ends it. */
  readonly timer: NodeJS.Timeout
  /** Called where it breaks. */
  readonly forget: () => void
}

export function createSiteAnalyst(databaseUrl: string): SiteAnalyst {
  /** A thread that has nothing to do. */
  let idle: Idle | null = null
  let isStopped = false

  function takeIdle(): Worker | null {
    if (idle === null) return null
    const { thread, timer, forget } = idle
    idle = null
    clearTimeout(timer)
    // Not all of them: one is Node's own, and brings what the thread says.
    thread.off('error', forget).off('exit', forget)
    thread.ref()
    return thread
  }

  function keep(thread: Worker): void {
    const timer = setTimeout(() => void endIdle(), IDLE_MS).unref()
    // One that breaks meanwhile is replaced.
    const forget = (): void => void takeIdle()
    thread.on('error', forget).on('exit', forget).unref()
    idle = { thread, timer, forget }
  }

  async function endIdle(): Promise<void> {
    const thread = takeIdle()
    if (thread !== null) await end(thread)
  }

  async function analyseSmall(jobId: number, maxHeapMb: number): Promise<void> {
    const thread = takeIdle() ?? startThread(databaseUrl, maxHeapMb)
    const pages = await analyseIn(thread, jobId)
    if (pages <= SMALL_PAGES && idle === null && !isStopped) keep(thread)
    else await end(thread)
  }

  async function analyseLarge(jobId: number, maxHeapMb: number): Promise<void> {
    const thread = startThread(databaseUrl, maxHeapMb)
    await analyseIn(thread, jobId)
    await end(thread)
  }

  return {
    async analyse(jobId) {
      const [small, large] = MAX_HEAPS_MB
      const letHeapsGrow = keepHeapsTight()
      try {
        await analyseSmall(jobId, small)
      } catch (error: unknown) {
        if (!(error instanceof Error && 'code' in error && error.code === OUT_OF_MEMORY))
          throw error
        await analyseLarge(jobId, large)
      } finally {
        letHeapsGrow()
      }
    },
    async stop() {
      isStopped = true
      await endIdle()
    },
  }
}
