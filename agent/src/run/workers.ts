import type { WorkKind } from '@sightline/shared/work-kinds'
import type { TraceWorkerDeps } from '../trace/worker.ts'
import { createTraceWorker } from '../trace/worker.ts'
import type { OneOffCheckDeps } from './one-off-check.ts'
import { createOneOffCheckWorker } from './one-off-check.ts'
import type { JsonWorker } from './work.ts'

/** Every kind of work this agent does on demand. */
export function createWorkers(
  deps: TraceWorkerDeps & OneOffCheckDeps,
): ReadonlyMap<string, JsonWorker> {
  const workers = {
    traceroute: createTraceWorker(deps),
    uptimeCheck: createOneOffCheckWorker(deps),
  } satisfies { [K in WorkKind]: JsonWorker }
  return new Map(Object.entries(workers))
}
