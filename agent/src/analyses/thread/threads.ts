import { availableParallelism } from 'node:os'
import { WorkRefusal } from '../../outcome/work.ts'
import type { RunTask } from '../../bounds/run-task.ts'
import type { ThreadAnswer } from '../../bounds/thread-queue.ts'
import { createThreadQueue } from '../../bounds/thread-queue.ts'
import type { TASKS } from './tasks.ts'

/** Does what analyses and their gatherers have done in a thread. */
export type RunInThread = RunTask<typeof TASKS>

/** Half as much again as any page within the limits of pages takes. */
const MAX_HEAP_MB = 256
const MAX_WAITING_BYTES = 64 * 1024 * 1024
/** Of each kind. One takes 40 to 55 MB while pages come. */
const MAX_THREADS = 3

/** How threads serve those who ask. */
interface ThreadKind {
  /** What one question may take. */
  readonly maxRunMs: number
  readonly niceness: number
  /** Where a thread is never to wait for the main thread. Costs the memory of one more question. */
  readonly isToldAhead: boolean
}

/** Somebody waits. A page of 5 MB takes 3 s, on a machine with other work up to 10; what takes this long is made
 *  to. */
export const PROMPT_THREADS: ThreadKind = {
  maxRunMs: 15_000,
  niceness: 0,
  isToldAhead: false,
}

/** Nobody waits for a single page, and checks have to be on time: with the priority of all others a crawl at full
 *  speed made them 250 ms late, and with this one 27. There is one for each core all the same: a single one of this
 *  priority stayed behind whatever else ran on its core while the other core had nothing to do for a fifth of the
 *  time (290 to 340 pages a second, and 350 to 520 with two on two cores). How long a page takes depends on what
 *  else is done, and whether it is given up must not. */
export const PATIENT_THREADS: ThreadKind = {
  maxRunMs: 120_000,
  niceness: 15,
  isToldAhead: true,
}

const REFUSALS = {
  busy: {
    code: 'unavailable',
    message: 'This agent has too many pages to analyse: try again.',
  },
  late: {
    code: 'upstreamFailed',
    message: 'The analysis was not done within its time limit.',
  },
  slow: {
    code: 'upstreamFailed',
    message: 'The page is too complex: its analysis took too long.',
  },
  large: {
    code: 'upstreamFailed',
    message: 'The page is too complex: its analysis took too much memory.',
  },
  broken: {
    code: 'internal',
    message: 'The agent could not do this because of an error of its own.',
  },
} as const satisfies Record<Extract<ThreadAnswer<unknown>, { ok: false }>['why'], object>

interface Question {
  readonly task: keyof typeof TASKS
  readonly input: unknown
}

/** Threads in which pages are read and judged.
 *  @param letHeapsGrow called when a thread is started; what it returns, when it is gone */
export function createAnalysisThreads(
  kind: ThreadKind,
  letHeapsGrow: () => () => void = () => () => {},
): RunInThread {
  const { ask } = createThreadQueue<Question, unknown>(new URL('./thread.ts', import.meta.url), {
    ...kind,
    threads: Math.min(MAX_THREADS, availableParallelism()),
    maxHeapMb: MAX_HEAP_MB,
    maxWaitingBytes: MAX_WAITING_BYTES,
    accompany: letHeapsGrow,
  })
  return async (task, input, { signal, bytes, transfer }) => {
    const given = await ask({ task, input }, bytes, signal, transfer)
    if (!given.ok) {
      const { code, message } = REFUSALS[given.why]
      throw new WorkRefusal(code, message)
    }
    // The thread answers with the output of the task it was asked.
    return given.answer as never
  }
}
