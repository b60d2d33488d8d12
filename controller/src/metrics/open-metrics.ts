import type { Logger } from '@sightline/shared/logger'
import type { FamilyParts, MetricSources } from './family.ts'
import { agentMetrics } from './families/agents.ts'
import { alertMetrics } from './families/alerts.ts'
import { databaseMetrics } from './families/database.ts'
import { processMetrics } from './families/process.ts'
import { requestMetrics } from './families/requests.ts'
import { resultMetrics } from './families/results.ts'
import type { Observers } from './observers.ts'

/** Metrics of this controller. */
export interface Metrics {
  readonly observers: Observers
  /** All of them in the text format of Prometheus, and its media type. */
  readonly read: () => Promise<{ readonly type: string; readonly text: string }>
}

/** Resolution of the measured delay of the event loop: at 10 ms, the usual, the program woke a hundred times a second
 *  for it. */
const LOOP_PRECISION_MS = 25

/** Makes metrics; what they are made with is loaded by whoever asks for them. A family's missing observer fails the
 *  type check here. */
export async function openMetrics(sources: MetricSources, log: Logger): Promise<Metrics> {
  const prom = await import('prom-client')
  const register = new prom.Registry()
  const registers = [register]
  prom.collectDefaultMetrics({ register, eventLoopMonitoringPrecision: LOOP_PRECISION_MS })
  const parts: FamilyParts = {
    counter: (options) => new prom.Counter({ ...options, registers }),
    gauge: (options) => new prom.Gauge({ ...options, registers }),
    histogram: (options) => new prom.Histogram({ ...options, registers }),
    sources,
  }
  const observers: Observers = {
    ...resultMetrics(parts),
    ...alertMetrics(parts),
    ...requestMetrics(parts),
  }
  for (const family of [agentMetrics, databaseMetrics, processMetrics]) family(parts)
  return {
    observers: harmless(observers, log),
    read: async () => ({ type: register.contentType, text: await register.metrics() }),
  }
}

/** What is counted must never stand in the way of what it counts. */
function harmless(observers: Observers, log: Logger): Observers {
  const guarded =
    <T>(tell: (told: T) => void) =>
    (told: T): void => {
      try {
        tell(told)
      } catch (error: unknown) {
        log.debug({ err: error }, 'something was not counted')
      }
    }
  return {
    resultsCommitted: guarded(observers.resultsCommitted),
    resultsPassedOver: guarded(observers.resultsPassedOver),
    alertsTried: guarded(observers.alertsTried),
    requestAnswered: guarded(observers.requestAnswered),
  }
}
