import type { Logger } from '@sightline/shared/logger'
import type { FamilyParts, MetricSources } from './family.ts'
import { agentMetrics } from './families/agents.ts'
import { alertMetrics } from './families/alerts.ts'
import { databaseMetrics } from './families/database.ts'
import { processMetrics } from './families/process.ts'
import { requestMetrics } from './families/requests.ts'
import { resultMetrics } from './families/results.ts'
import { createTroubleLog } from '../process/trouble-log.ts'
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
  const trouble = createTroubleLog(log, {
    met: 'a metric could not be read and is left out; the others are told',
    over: 'all metrics are read again',
  })
  let failures = 0
  const failed = (error: unknown, name: string): void => {
    failures += 1
    trouble.met(error, { metric: name })
  }
  const parts: FamilyParts = {
    counter: (options) =>
      new prom.Counter({ ...options, registers, ...unlessBroken(options, failed) }),
    gauge: (options) =>
      new prom.Gauge({
        ...options,
        registers,
        ...unlessBroken(options, failed, (gauge) => {
          gauge.reset()
          // Without labels a reset leaves a zero.
          if ((options.labelNames ?? []).length === 0) gauge.remove()
        }),
      }),
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
    async read() {
      failures = 0
      const text = await register.metrics()
      if (failures === 0) trouble.over()
      return { type: register.contentType, text }
    },
  }
}

/** Reads a metric so that one that cannot be read now does not take all others with it.
 *  @param failed told why, and of which
 *  @param clear leaves nothing of before, which would look like what is now */
function unlessBroken<T>(
  options: { readonly name: string; readonly collect?: (this: T) => void | Promise<void> },
  failed: (error: unknown, name: string) => void,
  clear: (metric: T) => void = () => undefined,
): { collect?: (this: T) => Promise<void> } {
  const { name, collect } = options
  if (collect === undefined) return {}
  return {
    async collect() {
      try {
        await collect.call(this)
      } catch (error: unknown) {
        failed(error, name)
        clear(this)
      }
    },
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
