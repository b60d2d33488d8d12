import { AsyncLocalStorage } from 'node:async_hooks'

/** By what lines of a log belong together: the request, the piece of work, the job. */
export type LogContext = Readonly<Record<string, string | number>>

const contexts = new AsyncLocalStorage<LogContext>()

/** Has every line that is logged within `work`, however deep and late, carry these fields too. */
export function withLogContext<T>(fields: LogContext, work: () => T): T {
  return contexts.run({ ...contexts.getStore(), ...fields }, work)
}

export function logContext(): LogContext {
  return contexts.getStore() ?? {}
}
