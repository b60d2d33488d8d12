import type { Expression } from './known-patterns.ts'
import { knownPattern, searchCost } from './known-patterns.ts'
import { createThreadQueue } from '../../bounds/thread-queue.ts'
import type { TextsMatch } from './texts-match.ts'

export interface PatternQuestion extends Expression {
  readonly texts: readonly string[]
}

/** Threads that search what is not cheap to search, each one question after the other. */
export interface PatternWorker {
  /** Always resolves. A question that is not answered when the signal aborts, ordinary ones a moment
   *  later, or that runs for longer than its share, is given up as the agent's fault.
   *  @throws PatternError */
  readonly search: (question: PatternQuestion, signal: AbortSignal) => Promise<TextsMatch>
}

/** Of the texts that wait. What waits is bounded by the checks' limits and by this, not by its number:
 *  an ordinary page is done in some ms. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024
const BYTES_PER_CHARACTER = 2
/** Up to this cost a search ends within a second. What costs more has a thread of its own, so that
 *  ordinary expressions and pages never wait for it. */
const MAX_QUICK_COST = 10_000_000
/** A check whose limit strikes still hears what an ordinary search finds in what came in time. It would
 *  be abandoned 50 ms later (`startDeadline`). */
const GRACE_MS = 200
/** What one question may take of a processor, not counting the start of the thread. */
const MAX_RUN_MS = 2_000
/** Expressions hold 24 MB; ten megabytes of text are 20 MB when they are not Latin-1. */
const MAX_HEAP_MB = 128

const FAULTS = {
  busy: 'The agent has too many answers to search at the moment.',
  late: 'The agent could not search the answer within the time limit.',
  slow: 'The expression takes too long to search an answer of this size.',
  large: 'The expression takes too much memory to search an answer of this size.',
  broken: 'The agent could not search the answer because of an error of its own.',
} as const

/** Aborts a while after another signal did. */
function laterThan(signal: AbortSignal, ms: number): AbortSignal {
  const later = new AbortController()
  const wait = (): void => void setTimeout(() => later.abort(), ms).unref()
  if (signal.aborted) wait()
  else signal.addEventListener('abort', wait, { once: true })
  return later.signal
}

/** @param options.maxRunMs a test's own limit for one question
 *  @param options.maxWaitingBytes a test's own limit for all that wait in one thread's line */
export function createPatternWorker(
  options: { maxRunMs?: number; maxWaitingBytes?: number } = {},
): PatternWorker {
  const { maxRunMs = MAX_RUN_MS, maxWaitingBytes = MAX_WAITING_BYTES } = options
  const startQueue = () =>
    createThreadQueue<PatternQuestion, boolean>(new URL('./pattern-thread.ts', import.meta.url), {
      maxRunMs,
      maxHeapMb: MAX_HEAP_MB,
      maxWaitingBytes,
    })
  const quick = startQueue()
  const slow = startQueue()
  return {
    async search(question, signal) {
      const length = question.texts.reduce((sum, text) => sum + text.length, 0)
      const bytes = length * BYTES_PER_CHARACTER
      const isQuick = searchCost(knownPattern(question), question.texts) <= MAX_QUICK_COST
      const given = isQuick
        ? await quick.ask(question, bytes, laterThan(signal, GRACE_MS))
        : await slow.ask(question, bytes, signal)
      if (given.ok) return { ok: true, matches: given.answer }
      return { ok: false, source: 'agent', message: FAULTS[given.why] }
    },
  }
}
