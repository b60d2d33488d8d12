import { availableParallelism } from 'node:os'
import { WorkRefusal } from '../../outcome/work.ts'
import type { RunTask } from '../../bounds/run-task.ts'
import type { ThreadAnswer } from '../../bounds/thread-queue.ts'
import { createThreadQueue } from '../../bounds/thread-queue.ts'
import type { TASKS } from './tasks.ts'

/** Does what analyses and their gatherers have done in a thread. */
export type RunInThread = RunTask<typeof TASKS>

/** A page of 5 MB takes 3 s, on a machine with other work up to 10; what takes this long is made to. */
const MAX_RUN_MS = 15_000
/** Half as much again as any page within the limits of pages takes. */
const MAX_HEAP_MB = 256
const MAX_WAITING_BYTES = 64 * 1024 * 1024
/** Each takes about 40 MB while pages come. */
const MAX_THREADS = 3

/** How many there are at most. */
export const ANALYSIS_THREADS = Math.min(MAX_THREADS, availableParallelism())

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

/** The threads in which pages are read and judged.
 *  @param letHeapsGrow called when a thread is started; what it returns, when it is gone */
export function createAnalysisThreads(
  letHeapsGrow: () => () => void = () => () => {},
): RunInThread {
  const { ask } = createThreadQueue<Question, unknown>(new URL('./thread.ts', import.meta.url), {
    maxRunMs: MAX_RUN_MS,
    maxHeapMb: MAX_HEAP_MB,
    maxWaitingBytes: MAX_WAITING_BYTES,
    accompany: letHeapsGrow,
    threads: ANALYSIS_THREADS,
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
