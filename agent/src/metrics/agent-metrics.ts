import type { AgentCounters, Heartbeat } from '@sightline/shared/gen/probe/v1/agent_pb'
import { TYPE_FROM_PROTO } from '@sightline/shared/check-words'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import { SOFTWARE_VERSION } from '@sightline/shared/software-version'
import type { Lanes } from '../bounds/lanes.ts'
import type { RunCheck } from '../checks/run-check.ts'
import type { LatenessMeter } from '../schedule/lateness.ts'

/** At 10 ms, the usual resolution, the program woke a hundred times a second to measure its own delay. */
const LOOP_PRECISION_MS = 25
const CHECK_BUCKETS_S = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** Slots are given up when they are a minute late. */
const LATENESS_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 60]

/** What metrics are read from when they are asked for. */
export interface AgentMetricSources {
  readonly heartbeat: () => Pick<Heartbeat, 'counters'>
  /** How far this machine's clock is corrected, ms. */
  readonly clockOffsetMs: () => number
  /** How long ago a controller was heard, s; null: none was. */
  readonly heardSecondsAgo: () => number | null
  readonly lanes: Lanes
  readonly spoolBytes: () => number
}

/** Metrics of an agent. */
export interface AgentMetrics {
  /** The same, counted by type and verdict. */
  readonly counting: (runCheck: RunCheck) => RunCheck
  /** The same, and each slot counted by how late it began. */
  readonly countingSlots: (lateness: LatenessMeter) => LatenessMeter
  /** Once its parts are there. */
  readonly tellOf: (sources: AgentMetricSources) => void
  readonly read: () => Promise<{ readonly type: string; readonly text: string }>
}

/** Figures of the heartbeat that are as they are now, under their names here. */
const GAUGES: readonly {
  readonly name: string
  readonly help: string
  readonly of: (counters: AgentCounters) => number
}[] = [
  {
    name: 'sightline_probe_checks_in_flight',
    help: 'Checks under way, and those that wait for their lane.',
    of: ({ checksInFlight }) => checksInFlight,
  },
  {
    name: 'sightline_probe_assignments',
    help: 'Monitors that this agent checks.',
    of: ({ assignments }) => assignments,
  },
  {
    name: 'sightline_probe_spool_results',
    help: 'Results on disk that no controller has acknowledged.',
    of: ({ spoolResults }) => spoolResults,
  },
]

/** Its running totals. */
const TOTALS: typeof GAUGES = [
  {
    name: 'sightline_probe_ticks_missed_total',
    help: 'Slots that were not run because the agent was late or full.',
    of: ({ ticksMissed }) => Number(ticksMissed),
  },
  {
    name: 'sightline_probe_spool_dropped_total',
    help: 'Results that were dropped because the spool was full, or the disk did not keep them.',
    of: ({ spoolDropped }) => Number(spoolDropped),
  },
]

/** Lanes in which work waits for its turn. */
const LANES = ['quick', 'slow', 'browser', 'onDemand', 'crawl'] as const

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
  const lateness = new prom.Histogram({
    name: 'sightline_probe_slot_lateness_seconds',
    help: 'How late slots began; those that were given up are counted as missed.',
    buckets: LATENESS_BUCKETS_S,
    registers,
  })
  const gauge = (name: string, help: string, value: () => number | null): unknown =>
    new prom.Gauge({
      name,
      help,
      registers,
      collect() {
        const now = orNull(value)
        if (now === null) this.remove()
        else this.set(now)
      },
    })
  const total = (name: string, help: string, value: () => number | null): unknown => {
    let told = 0
    return new prom.Counter({
      name,
      help,
      registers,
      collect() {
        const now = orNull(value) ?? told
        this.inc(Math.max(0, now - told))
        told = now
      },
    })
  }
  const build = new prom.Gauge({
    name: 'sightline_build_info',
    help: 'Always 1; its label is the version.',
    labelNames: ['version'],
    registers,
  })
  build.set({ version: SOFTWARE_VERSION }, 1)
  return {
    counting: (runCheck) => async (spec, options) => {
      const begunMs = performance.now()
      let waitedMs = 0
      const take = options?.takeBrowserTurn
      const takeBrowserTurn = async (): Promise<boolean> => {
        const askedMs = performance.now()
        const isTaken = await take?.()
        waitedMs += performance.now() - askedMs
        return isTaken ?? true
      }
      const outcome = await runCheck(
        spec,
        take === undefined ? options : { ...options, takeBrowserTurn },
      )
      const type = TYPE_FROM_PROTO.get(spec.type) ?? 'unknown'
      const tookMs = performance.now() - begunMs - waitedMs
      checks.observe({ type, status: outcome.status }, tookMs / 1000)
      return outcome
    },
    countingSlots: ({ record, p99Ms }) => ({
      record(latenessMs) {
        lateness.observe(latenessMs / 1000)
        record(latenessMs)
      },
      p99Ms,
    }),
    tellOf({ heartbeat, clockOffsetMs, heardSecondsAgo, lanes, spoolBytes }) {
      const told = (of: (counters: AgentCounters) => number) => (): number | null => {
        const { counters } = heartbeat()
        return counters === undefined ? null : of(counters)
      }
      for (const { name, help, of } of GAUGES) gauge(name, help, told(of))
      for (const { name, help, of } of TOTALS) total(name, help, told(of))
      gauge(
        'sightline_probe_spool_bytes',
        'What the results on disk take, by the mean of the newest thousand.',
        spoolBytes,
      )
      gauge(
        'sightline_probe_clock_offset_seconds',
        'How far the clock of this machine is corrected.',
        () => clockOffsetMs() / 1000,
      )
      gauge(
        'sightline_probe_controller_heard_seconds',
        'How long ago a controller was heard.',
        heardSecondsAgo,
      )
      gauge(
        'sightline_probe_connected',
        'Whether a controller was heard lately: 1, or 0 while results wait on disk.',
        () => ((heardSecondsAgo() ?? Infinity) * 1000 > AGENT_LOST_AFTER_MS ? 0 : 1),
      )
      const waiting = new prom.Gauge({
        name: 'sightline_probe_lane_waiting',
        help: 'Work that waits for its turn, by lane.',
        labelNames: ['lane'],
        registers,
        collect() {
          for (const lane of LANES) waiting.set({ lane }, lanes[lane].waiting())
        },
      })
    },
    read: async () => ({ type: register.contentType, text: await register.metrics() }),
  }
}

/** A figure that cannot be read, as while the disk refuses, must not take the others with it. */
function orNull(value: () => number | null): number | null {
  try {
    return value()
  } catch {
    return null
  }
}
