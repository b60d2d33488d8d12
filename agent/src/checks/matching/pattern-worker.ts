import { Worker } from 'node:worker_threads'
import type { TextsMatch } from './any-text-matches.ts'

export interface PatternQuestion {
  readonly pattern: string
  readonly caseSensitive: boolean
  readonly texts: readonly string[]
}

/** `ready` is said once, when the thread has loaded what it needs. */
export type PatternAnswer =
  | { readonly matches: boolean }
  | { readonly problem: string }
  | { readonly ready: true }

/** One thread that searches long texts, one question after the other. */
export interface PatternWorker {
  /** Always resolves. A question that is not answered when the signal aborts, or that runs for longer
   *  than its share, is given up as the agent's fault, and its thread is replaced. */
  readonly search: (question: PatternQuestion, signal: AbortSignal) => Promise<TextsMatch>
}

/** Questions that wait: with texts of up to 10 MB each, more would take the memory of the agent. */
const MAX_WAITING = 16
/** What one question may take from the others, not counting the start of the thread. */
const MAX_RUN_MS = 2_000
/** The engine's tables hold up to 8 MB; ten megabytes of text are 20 MB when they are not Latin-1. */
const MAX_HEAP_MB = 128

interface Waiting {
  readonly question: PatternQuestion
  readonly settle: (match: TextsMatch) => void
}

function fault(message: string): TextsMatch {
  return { ok: false, source: 'agent', message }
}

/** @param options.maxRunMs a test's own limit for one question */
export function createPatternWorker(options: { maxRunMs?: number } = {}): PatternWorker {
  const { maxRunMs = MAX_RUN_MS } = options
  const waiting: Waiting[] = []
  let running: Waiting | null = null
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
    const started = new Worker(new URL('./pattern-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    })
    started.on('message', (answer: PatternAnswer) => {
      if ('ready' in answer) {
        isReady = true
        if (running !== null) limitRun()
      } else if ('matches' in answer) finish({ ok: true, matches: answer.matches })
      else {
        const message = `The monitor's expression cannot be used: ${answer.problem}.`
        finish({ ok: false, source: 'monitor', message })
      }
    })
    const failed = (): void => {
      if (thread !== started) return
      drop()
      finish(fault('The agent could not search the answer because of an error of its own.'))
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
      finish(fault('The expression takes too long to search an answer of this size.'))
    }, maxRunMs)
  }

  function finish(match: TextsMatch): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const done = running
    running = null
    done?.settle(match)
    runNext()
  }

  function runNext(): void {
    if (running !== null) return
    running = waiting.shift() ?? null
    if (running === null) return
    if (isReady) limitRun()
    const idle = thread ?? start()
    // Between threads there are no origins.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    idle.postMessage(running.question)
  }

  return {
    search(question, signal) {
      if (waiting.length >= MAX_WAITING) {
        return Promise.resolve(fault('The agent has too many answers to search at the moment.'))
      }
      return new Promise((resolve) => {
        const entry: Waiting = {
          question,
          settle(match) {
            signal.removeEventListener('abort', giveUp)
            resolve(match)
          },
        }
        function giveUp(): void {
          const match = fault('The agent could not search the answer within the time limit.')
          if (running === entry) {
            drop()
            finish(match)
            return
          }
          const at = waiting.indexOf(entry)
          if (at !== -1) waiting.splice(at, 1)
          entry.settle(match)
        }
        signal.addEventListener('abort', giveUp, { once: true })
        waiting.push(entry)
        if (signal.aborted) giveUp()
        else runNext()
      })
    },
  }
}
