import { pruneControllers } from '../db/controllers.ts'
import type { ResultDays } from '../db/partitions.ts'
import type { Database } from '../db/pool.ts'
import { pruneWorkItems } from '../db/work-items.ts'
import { pruneWorkOutcomes } from '../db/work-outcomes.ts'

/** What jobs work with. */
export interface JobParts {
  readonly db: Database
  readonly resultDays: ResultDays
  readonly pruneRequestLimits: (now: Date) => Promise<void>
  readonly now: () => number
}

/** One kind of durable background job. */
export interface JobTask {
  /** When it runs by itself, as a cron line in UTC. */
  readonly schedule: string
  readonly run: (parts: JobParts) => Promise<void>
}

/** Whoever asked for work waits a minute at most. */
const OUTCOMES_KEPT_MS = 600_000

/** Every kind of job. Each may run again at any time without harm. */
export const JOB_TASKS = {
  maintainResultDays: {
    schedule: '7 * * * *',
    async run({ resultDays, now }) {
      await resultDays.makeAhead(now())
      await resultDays.dropOld(now())
    },
  },
  pruneCounters: {
    schedule: '*/10 * * * *',
    async run({ db, pruneRequestLimits, now }) {
      await pruneRequestLimits(new Date(now()))
      await pruneWorkItems(db, now())
      await pruneWorkOutcomes(db, now() - OUTCOMES_KEPT_MS)
      await pruneControllers(db)
    },
  },
} as const satisfies Record<string, JobTask>
