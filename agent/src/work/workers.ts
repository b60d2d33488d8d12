import type { WorkKind } from '@sightline/shared/work-kinds'
import type { AnalysisWorkerDeps } from '../analyses/worker.ts'
import { createAnalysisWorker } from '../analyses/worker.ts'
import type { DiagnosisWorkerDeps } from '../diagnosis/worker.ts'
import { createDiagnosisWorker } from '../diagnosis/worker.ts'
import type { TraceWorkerDeps } from '../trace/worker.ts'
import { createTraceWorker } from '../trace/worker.ts'
import type { OneOffCheckDeps } from './one-off-check.ts'
import { createOneOffCheckWorker } from './one-off-check.ts'
import type { JsonWorker } from '../outcome/work.ts'

/** Every kind of work this agent does on demand. */
export function createWorkers(
  deps: TraceWorkerDeps & OneOffCheckDeps & AnalysisWorkerDeps & Omit<DiagnosisWorkerDeps, 'trace'>,
): ReadonlyMap<string, JsonWorker> {
  const traceroute = createTraceWorker(deps)
  const analysis = createAnalysisWorker(deps)
  const workers = {
    traceroute,
    uptimeCheck: createOneOffCheckWorker(deps),
    analysis,
    // Counted apart, because each takes many times as long.
    rendering: analysis,
    diagnose: createDiagnosisWorker({ ...deps, trace: traceroute }),
  } satisfies { [K in WorkKind]: JsonWorker }
  return new Map(Object.entries(workers))
}
