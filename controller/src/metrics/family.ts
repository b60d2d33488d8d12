import type {
  Counter,
  CounterConfiguration,
  Gauge,
  GaugeConfiguration,
  Histogram,
  HistogramConfiguration,
} from 'prom-client'
import type { OperationFigures } from '../db/operation-figures.ts'
import type { Database } from '../db/pool.ts'
import type { IngestStats } from '../ingest/queue.ts'
import type { Session } from '../sessions/agent-session.ts'
import type { Observers } from './observers.ts'

/** What metrics are read from when they are asked for. */
export interface MetricSources {
  readonly sessions: ReadonlyMap<string, Session>
  readonly ingest: () => IngestStats
  readonly pools: Readonly<Record<string, Pick<Database, 'connections'>>>
  /** How far this machine's clock is ahead of the database's, ms. */
  readonly clockOffsetMs: () => number
  /** null: the database does not answer now. */
  readonly figures: () => Promise<OperationFigures | null>
  readonly dataFolder: string
  readonly version: string
}

/** What families make metrics with, and read them from. */
export interface FamilyParts {
  readonly counter: <L extends string>(options: CounterConfiguration<L>) => Counter<L>
  readonly gauge: <L extends string>(options: GaugeConfiguration<L>) => Gauge<L>
  readonly histogram: <L extends string>(options: HistogramConfiguration<L>) => Histogram<L>
  readonly sources: MetricSources
}

/** Metrics of one subject: registers them, and returns what has to be told to it.
 *  Labels have few values, all of them ours: never a monitor, a workspace, a URL or a host. */
export type Family<Told extends keyof Observers = never> = (
  parts: FamilyParts,
) => Pick<Observers, Told>
