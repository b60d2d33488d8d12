import type { WorkKind } from '@sightline/shared/work-kinds'
import type { AnalysisWorkerDeps } from '../analyses/worker.ts'
import {
  createAnalysisThreads,
  PATIENT_THREADS,
  PROMPT_THREADS,
} from '../analyses/thread/threads.ts'
import { createAnalysisWorker } from '../analyses/worker.ts'
import type { CrawlWorkerDeps } from '../crawl/workers.ts'
import { createCrawlWorkers } from '../crawl/workers.ts'
import type { DiagnosisWorkerDeps } from '../diagnosis/worker.ts'
import { createDiagnosisWorker } from '../diagnosis/worker.ts'
import type { TraceWorkerDeps } from '../trace/worker.ts'
import { createTraceWorker } from '../trace/worker.ts'
import type { OneOffCheckDeps } from './one-off-check.ts'
import { createMonitorTestWorker, createOneOffCheckWorker } from './one-off-check.ts'
import type { JsonWorker } from '../outcome/work.ts'

/** Every kind of work this agent does on demand. */
export function createWorkers(
  deps: TraceWorkerDeps &
    OneOffCheckDeps &
    Omit<AnalysisWorkerDeps & CrawlWorkerDeps, 'run'> &
    Omit<DiagnosisWorkerDeps, 'trace'> & {
      /** Called when a thread is started; what it returns, when it is gone. */
      readonly letHeapsGrow: () => () => void
    },
): ReadonlyMap<string, JsonWorker> {
  const traceroute = createTraceWorker(deps)
  const run = createAnalysisThreads(PROMPT_THREADS, deps.letHeapsGrow)
  const ofCrawls = createAnalysisThreads(PATIENT_THREADS, deps.letHeapsGrow)
  const analysis = createAnalysisWorker({ ...deps, run })
  const workers = {
    traceroute,
    uptimeCheck: createOneOffCheckWorker(deps),
    monitorTest: createMonitorTestWorker(deps),
    analysis,
    // Counted apart, because each takes many times as long.
    rendering: analysis,
    diagnose: createDiagnosisWorker({ ...deps, trace: traceroute }),
    ...createCrawlWorkers({ ...deps, run: ofCrawls }),
  } satisfies { [K in WorkKind]: JsonWorker }
  return new Map(Object.entries(workers))
}
