import type { AgentCounters, Heartbeat } from '@sightline/shared/gen/probe/v1/agent_pb'
import { TYPE_FROM_PROTO } from '@sightline/shared/check-words'
import { SOFTWARE_VERSION } from '@sightline/shared/software-version'
import type { RunCheck } from '../checks/run-check.ts'

/** At 10 ms, the usual resolution, the program woke a hundred times a second to measure its own delay. */
const LOOP_PRECISION_MS = 25
const CHECK_BUCKETS_S = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** What metrics are read from when they are asked for. */
export interface AgentMetricSources {
  readonly heartbeat: () => Pick<Heartbeat, 'counters'>
  /** How far this machine's clock is corrected, ms. */
  readonly clockOffsetMs: () => number
  /** How long ago a controller was heard, s; null: none was. */
  readonly heardSecondsAgo: () => number | null
}

/** Metrics of an agent. */
export interface AgentMetrics {
  /** The same, counted by type and verdict. */
  readonly counting: (runCheck: RunCheck) => RunCheck
  /** Once its parts are there. */
  readonly tellOf: (sources: AgentMetricSources) => void
  readonly read: () => Promise<{ readonly type: string; readonly text: string }>
}

/** Running totals and gauges of the heartbeat, under their names here. */
const FIGURES: readonly {
  readonly name: string
  readonly help: string
  readonly of: (counters: AgentCounters) => number
}[] = [
  {
    name: 'ticks_missed',
    help: 'Slots since the start that were not run because the agent was late or full.',
    of: ({ ticksMissed }) => Number(ticksMissed),
  },
  {
    name: 'tick_lateness_seconds',
    help: 'How late checks begin: the 99th percentile of the last minute.',
    of: ({ tickLatenessP99Ms }) => tickLatenessP99Ms / 1000,
  },
  {
    name: 'checks_in_flight',
    help: 'Checks under way.',
    of: ({ checksInFlight }) => checksInFlight,
  },
  {
    name: 'assignments',
    help: 'Monitors that this agent checks.',
    of: ({ assignments }) => assignments,
  },
  {
    name: 'spool_results',
    help: 'Results on disk that no controller has acknowledged.',
    of: ({ spoolResults }) => spoolResults,
  },
  {
    name: 'spool_dropped',
    help: 'Results since the start that were dropped because the spool was full.',
    of: ({ spoolDropped }) => Number(spoolDropped),
  },
]

/** Makes metrics; what they are made with is loaded by whoever asks for them. Labels are types and verdicts: never a
 *  monitor or its target. */
export async function openAgentMetrics(): Promise<AgentMetrics> {
  const prom = await import('prom-client')
  const register = new prom.Registry()
  const registers = [register]
  prom.collectDefaultMetrics({ register, eventLoopMonitoringPrecision: LOOP_PRECISION_MS })
  const checks = new prom.Histogram({
    name: 'sightline_probe_check_seconds',
    help: 'What checks took, by type and verdict; their number is its count.',
    labelNames: ['type', 'status'],
    buckets: CHECK_BUCKETS_S,
    registers,
  })
  const gauge = (name: string, help: string, value: () => number | null): unknown =>
    new prom.Gauge({
      name: `sightline_probe_${name}`,
      help,
      registers,
      collect() {
        const now = value()
        if (now === null) this.remove()
        else this.set(now)
      },
    })
  const build = new prom.Gauge({
    name: 'sightline_build_info',
    help: 'Always 1; its label is the version.',
    labelNames: ['version'],
    registers,
  })
  build.set({ version: SOFTWARE_VERSION }, 1)
  return {
    counting: (runCheck) => async (spec, cancelled) => {
      const begunMs = performance.now()
      const outcome = await runCheck(spec, cancelled)
      const type = TYPE_FROM_PROTO.get(spec.type) ?? 'unknown'
      checks.observe({ type, status: outcome.status }, (performance.now() - begunMs) / 1000)
      return outcome
    },
    tellOf({ heartbeat, clockOffsetMs, heardSecondsAgo }) {
      for (const { name, help, of } of FIGURES) {
        gauge(name, help, () => {
          const { counters } = heartbeat()
          return counters === undefined ? null : of(counters)
        })
      }
      gauge(
        'clock_offset_seconds',
        'How far the clock of this machine is corrected.',
        () => clockOffsetMs() / 1000,
      )
      gauge('controller_heard_seconds', 'How long ago a controller was heard.', heardSecondsAgo)
    },
    read: async () => ({ type: register.contentType, text: await register.metrics() }),
  }
}
