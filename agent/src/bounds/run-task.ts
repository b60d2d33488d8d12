import type { Transferable } from 'node:worker_threads'
import type { Handover } from './serve-questions.ts'

// What a table of tasks holds may take anything.
// oxlint-disable-next-line typescript/no-explicit-any
type TaskTable = Readonly<Record<string, (input: any) => unknown>>

type Given<R> = R extends Handover<infer A> ? A : R

/** Does one task of a table in a thread. @param bytes what the input takes of the memory while it waits
 *  @param transfer what is handed over instead of copied
 *  @throws WorkRefusal when it took too long or too much memory, or there is too much to do */
export type RunTask<Tasks extends TaskTable> = <T extends keyof Tasks>(
  task: T,
  input: Parameters<Tasks[T]>[0],
  options: { signal: AbortSignal; bytes: number; transfer?: readonly Transferable[] },
) => Promise<Given<Awaited<ReturnType<Tasks[T]>>>>
