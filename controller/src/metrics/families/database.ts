import type { OperationFigures } from '../../db/operation-figures.ts'
import type { Family } from '../family.ts'

/** Figures that are one number. */
const NUMBERS: readonly {
  readonly name: string
  readonly help: string
  readonly of: (figures: OperationFigures) => number | null
}[] = [
  {
    name: 'sightline_database_bytes',
    help: 'Size of the database.',
    of: ({ bytes }) => bytes,
  },
  {
    name: 'sightline_outages_open',
    help: 'Outages that have not ended.',
    of: ({ openOutages }) => openOutages,
  },
  {
    name: 'sightline_alerts_waiting',
    help: 'Alerts that are still being tried or wait for their time.',
    of: ({ alertsWaiting }) => alertsWaiting,
  },
  {
    name: 'sightline_alert_oldest_seconds',
    help: 'How long ago the alert that waits longest was due.',
    of: ({ oldestAlertSeconds }) => oldestAlertSeconds,
  },
  {
    name: 'sightline_rollup_lag_seconds',
    help: 'How far behind now the counts of reports are; up to half an hour is usual.',
    of: ({ rollupLagSeconds }) => rollupLagSeconds,
  },
  {
    name: 'sightline_rollup_stale_quarters',
    help: 'Quarters of monitors that late results have to be added to, up to 100,000.',
    of: ({ staleQuarters }) => staleQuarters,
  },
]

/** Figures of the installation, each by its labels. */
const TABLES: readonly {
  readonly name: string
  readonly help: string
  readonly labelNames: readonly string[]
  readonly of: (figures: OperationFigures) => readonly [Record<string, string>, number][]
}[] = [
  {
    name: 'sightline_monitors',
    help: 'Monitors, by type and status.',
    labelNames: ['type', 'status'],
    of: ({ monitors }) => monitors.map(({ type, status, count }) => [{ type, status }, count]),
  },
  {
    name: 'sightline_jobs_waiting',
    help: 'Background jobs that could run by now, by kind.',
    labelNames: ['job'],
    of: ({ jobs }) => jobs.map(({ job, waiting }) => [{ job }, waiting]),
  },
  {
    name: 'sightline_job_oldest_seconds',
    help: 'How long the oldest of them has waited.',
    labelNames: ['job'],
    of: ({ jobs }) => jobs.map(({ job, oldestSeconds }) => [{ job }, oldestSeconds]),
  },
]

/** The database, and what is told from it: the same at each controller. While it does not answer the rest is told. */
export const databaseMetrics: Family = ({ gauge, sources }) => {
  gauge({
    name: 'sightline_database_up',
    help: 'Whether the database answered.',
    async collect() {
      this.set((await sources.figures()) === null ? 0 : 1)
    },
  })
  for (const { name, help, of } of NUMBERS) {
    gauge({
      name,
      help,
      // A value of before would look like one of now.
      labelNames: [],
      async collect() {
        const figures = await sources.figures()
        const value = figures === null ? null : of(figures)
        if (value === null) this.remove()
        else this.set(value)
      },
    })
  }
  for (const { name, help, labelNames, of } of TABLES) {
    gauge({
      name,
      help,
      labelNames: [...labelNames],
      async collect() {
        const figures = await sources.figures()
        this.reset()
        for (const [labels, value] of figures === null ? [] : of(figures)) this.set(labels, value)
      },
    })
  }
  gauge({
    name: 'sightline_database_connections',
    help: 'Connections of this controller, by what they are for and whether they are in use.',
    labelNames: ['pool', 'state'],
    collect() {
      for (const [pool, { connections }] of Object.entries(sources.pools)) {
        const { totalCount, idleCount } = connections
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'used' }, totalCount - idleCount)
      }
    },
  })
  gauge({
    name: 'sightline_database_waiting',
    help: 'Who waits for a connection now.',
    labelNames: ['pool'],
    collect() {
      for (const [pool, { connections }] of Object.entries(sources.pools)) {
        this.set({ pool }, connections.waitingCount)
      }
    },
  })
  return {}
}
