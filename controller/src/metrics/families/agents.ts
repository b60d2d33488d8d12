import type { AgentCounters } from '@sightline/shared/gen/probe/v1/agent_pb'
import type { Session } from '../../sessions/agent-session.ts'
import type { Family } from '../family.ts'

/** Totals of agents, of which what grew since the last look is added up by region. */
const TOTALS = {
  checksRun: {
    name: 'sightline_agent_checks_total',
    help: 'Checks that agents of a region ran.',
  },
  ticksMissed: {
    name: 'sightline_agent_ticks_missed_total',
    help: 'Slots that agents of a region did not run because they were late or full.',
  },
  spoolDropped: {
    name: 'sightline_agent_results_dropped_total',
    help: 'Results that agents of a region dropped because their spool was full, or their disk did not keep them.',
  },
} as const satisfies Partial<Record<keyof AgentCounters, object>>
type Total = keyof typeof TOTALS

/** What the latest heartbeats of a region's agents say, as one number. */
const GAUGES: readonly {
  readonly name: string
  readonly help: string
  readonly of: (sessions: readonly Session[]) => number
}[] = [
  {
    name: 'sightline_agents_quarantined',
    help: 'Those whose word does not count now.',
    of: (sessions) => sessions.filter(({ quarantinedAtMs }) => quarantinedAtMs !== null).length,
  },
  {
    name: 'sightline_agent_tick_lateness_seconds',
    help: 'How late checks begin: the 99th percentile of the last minute, of the worst agent of a region.',
    of: (sessions) => worst(sessions, ({ tickLatenessP99Ms }) => tickLatenessP99Ms) / 1000,
  },
  {
    name: 'sightline_agent_event_loop_delay_seconds',
    help: 'Longest that the loop of an agent was held up since its last heartbeat, of the worst of a region.',
    of: (sessions) => worst(sessions, ({ eventLoopDelayMaxMs }) => eventLoopDelayMaxMs) / 1000,
  },
  {
    name: 'sightline_agent_clock_offset_seconds',
    help: "How far an agent's clock is off, either way, of the worst of a region.",
    of: (sessions) =>
      Math.max(0, ...sessions.map(({ clockOffsetMs }) => Math.abs(clockOffsetMs))) / 1000,
  },
  {
    name: 'sightline_agent_checks_in_flight',
    help: 'Checks under way.',
    of: (sessions) => sum(sessions, ({ checksInFlight }) => checksInFlight),
  },
  {
    name: 'sightline_agent_spool_results',
    help: 'Results on the disks of agents that no controller has acknowledged.',
    of: (sessions) => sum(sessions, ({ spoolResults }) => spoolResults),
  },
  {
    name: 'sightline_agent_assignments',
    help: 'Monitors that agents of a region check, each as often as agents have it.',
    of: (sessions) => sum(sessions, ({ assignments }) => assignments),
  },
  {
    name: 'sightline_agent_memory_bytes',
    help: 'Memory of the largest agent of a region.',
    of: (sessions) => worst(sessions, ({ memoryBytes }) => Number(memoryBytes)),
  },
]

type Read = (counters: AgentCounters) => number

const numbersOf = (sessions: readonly Session[], read: Read): number[] =>
  sessions.map(({ heartbeat }) => (heartbeat?.counters ? read(heartbeat.counters) : 0))

const worst = (sessions: readonly Session[], read: Read): number =>
  Math.max(0, ...numbersOf(sessions, read))

const sum = (sessions: readonly Session[], read: Read): number =>
  numbersOf(sessions, read).reduce((all, one) => all + one, 0)

/** Agents of this controller, by region: of several controllers each tells of its own. */
export const agentMetrics: Family = ({ counter, gauge, sources }) => {
  const labelNames = ['region'] as const
  const byRegion = (): Map<string, Session[]> =>
    Map.groupBy(sources.sessions.values(), ({ region }) => region)
  gauge({
    name: 'sightline_agents',
    help: 'Agents of a region that are connected to this controller; 0 where monitors are and no controller has an agent.',
    labelNames,
    async collect() {
      const figures = await sources.figures()
      this.reset()
      // Said for as long as it is so: an alert on what is missing would end by itself once that is forgotten.
      for (const region of figures?.deadRegions ?? []) this.set({ region }, 0)
      for (const [region, sessions] of byRegion()) this.set({ region }, sessions.length)
    },
  })
  for (const { name, help, of } of GAUGES) {
    gauge({
      name,
      help,
      labelNames,
      collect() {
        // A region whose agents are gone must not keep its last word.
        this.reset()
        for (const [region, sessions] of byRegion()) this.set({ region }, of(sessions))
      },
    })
  }
  for (const total of Object.keys(TOTALS) as Total[]) {
    // What an agent said before it came to this controller was told by another.
    const seen = new WeakMap<Session, number>()
    counter({
      ...TOTALS[total],
      labelNames,
      collect() {
        for (const session of sources.sessions.values()) {
          const counters = session.heartbeat?.counters
          if (counters === undefined) continue
          const now = Number(counters[total])
          this.inc({ region: session.region }, Math.max(0, now - (seen.get(session) ?? now)))
          seen.set(session, now)
        }
      },
    })
  }
  return {}
}
