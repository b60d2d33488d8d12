import { Worker } from 'node:worker_threads'

/** `ready` is said once, when the thread has loaded what it needs. */
export type ThreadMessage<A> = { readonly answer: A } | { readonly ready: true }

/** An answer, or why there is none: too much waits already, the check's time is over, the question took
 *  longer than its share, or more memory than the thread has, or the thread broke. */
export type ThreadAnswer<A> =
  | { readonly ok: true; readonly answer: A }
  | { readonly ok: false; readonly why: 'busy' | 'late' | 'slow' | 'large' | 'broken' }

/** One thread that answers questions which would stop the event loop, one after the other. It is
 *  started at the first question and ended when none has come for a while. */
export interface ThreadQueue<Q, A> {
  /** Always resolves. A question that is given up takes its thread with it, and a new one serves the
   *  next. @param bytes what the question takes of the memory while it waits */
  readonly ask: (question: Q, bytes: number, signal: AbortSignal) => Promise<ThreadAnswer<A>>
}

/** An idle thread keeps 10 MB. */
const IDLE_MS = 30_000

interface Entry<Q, A> {
  readonly question: Q
  readonly bytes: number
  readonly settle: (answer: ThreadAnswer<A>) => void
}

/** @param file of the thread
 *  @param limits.maxRunMs what one question may take from the others, without the thread's start
 *  @param limits.maxWaitingBytes what all questions that wait may take together */
export function createThreadQueue<Q, A>(
  file: URL,
  limits: { maxRunMs: number; maxHeapMb: number; maxWaitingBytes: number },
): ThreadQueue<Q, A> {
  const waiting: Entry<Q, A>[] = []
  let waitingBytes = 0
  let running: Entry<Q, A> | null = null
  let thread: Worker | null = null
  let isReady = false
  let timer: NodeJS.Timeout | null = null

  function drop(): void {
    const dropped = thread
    thread = null
    isReady = false
    // What the old thread may still say concerns no one.
    dropped?.removeAllListeners()
    dropped?.on('error', () => {})
    void dropped?.terminate()
  }

  function start(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: limits.maxHeapMb }
    const started = new Worker(file, { resourceLimits })
    started.on('message', (message: ThreadMessage<A>) => {
      if ('answer' in message) finish({ ok: true, answer: message.answer })
      else {
        isReady = true
        if (running !== null) limitRun()
      }
    })
    const failed = (error: unknown): void => {
      if (thread !== started) return
      drop()
      const isMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
      finish({ ok: false, why: isMemory ? 'large' : 'broken' })
    }
    started.on('error', failed)
    started.on('exit', failed)
    // An agent that ends does not wait for it.
    started.unref()
    thread = started
    return started
  }

  function limitRun(): void {
    timer = setTimeout(() => {
      drop()
      finish({ ok: false, why: 'slow' })
    }, limits.maxRunMs)
  }

  function finish(answer: ThreadAnswer<A>): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const done = running
    running = null
    done?.settle(answer)
    runNext()
  }

  function runNext(): void {
    if (running !== null) return
    if (timer !== null) clearTimeout(timer)
    running = waiting.shift() ?? null
    if (running === null) {
      timer = setTimeout(drop, IDLE_MS)
      timer.unref()
      return
    }
    waitingBytes -= running.bytes
    timer = null
    const idle = thread ?? start()
    if (isReady) limitRun()
    // Between threads there are no origins.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    idle.postMessage(running.question)
  }

  return {
    ask(question, bytes, signal) {
      if (waiting.length > 0 && waitingBytes + bytes > limits.maxWaitingBytes) {
        return Promise.resolve({ ok: false, why: 'busy' })
      }
      return new Promise((resolve) => {
        const entry: Entry<Q, A> = {
          question,
          bytes,
          settle(answer) {
            signal.removeEventListener('abort', giveUp)
            resolve(answer)
          },
        }
        function giveUp(): void {
          if (running === entry) {
            drop()
            finish({ ok: false, why: 'late' })
            return
          }
          const at = waiting.indexOf(entry)
          if (at !== -1) {
            waiting.splice(at, 1)
            waitingBytes -= bytes
          }
          entry.settle({ ok: false, why: 'late' })
        }
        signal.addEventListener('abort', giveUp, { once: true })
        if (signal.aborted) {
          giveUp()
          return
        }
        waiting.push(entry)
        waitingBytes += bytes
        runNext()
      })
    },
  }
}
