import type { AddressGuard } from '@sightline/shared/address'
import type { Logger } from '@sightline/shared/logger'
import type { NameResolver } from '@sightline/shared/name-resolution'
import { planAlerts } from '../alerting/plan-alerts.ts'
import type { JobName } from '../db/jobs.ts'
import { pruneControllers } from '../db/controllers.ts'
import type { ResultDays } from '../db/partitions.ts'
import type { Database } from '../db/pool.ts'
import { pruneWorkItems } from '../db/work-items.ts'
import { pruneWorkOutcomes } from '../db/work-outcomes.ts'
import { cleanRollupsJob, rollUpResults } from '../monitoring/reports/jobs.ts'
import { diagnoseOutage } from '../monitoring/diagnosis/diagnose-outage.ts'
import type { OnDemandDesk } from '../on-demand/desk.ts'
import type { SecretBox } from '../secrets.ts'

/** What jobs work with. */
export interface JobParts {
  readonly db: Database
  readonly resultDays: ResultDays
  readonly pruneRequestLimits: (now: Date) => Promise<void>
  /** Work for agents, of any controller. */
  readonly desk: OnDemandDesk
  /** Which addresses may be reached, also by webhooks. */
  readonly guard: AddressGuard
  readonly resolver: NameResolver
  readonly secrets: SecretBox
  /** Where mail is handed in; null: there is no mail. */
  readonly smtpUrl: string | null
  /** Where people reach this installation, without a slash at the end. */
  readonly publicUrl: string
  readonly log: Logger
  readonly now: () => number
}

/** One kind of durable background job. A job that throws is tried again later, with backoff. */
export interface JobTask {
  /** When it runs by itself, as a cron line in UTC; null: only when it is added. */
  readonly schedule: string | null
  /** @param payload what it was added with; {} when its schedule started it */
  readonly run: (parts: JobParts, payload: unknown) => Promise<void>
}

/** Whoever asked for work waits a minute at most. */
const OUTCOMES_KEPT_MS = 600_000

/** Every kind of job. Each may run again at any time without harm: delivery is at least once. */
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
  rollUpResults: { schedule: '* * * * *', run: rollUpResults },
  cleanRollups: { schedule: '23 3 * * *', run: cleanRollupsJob },
  planAlerts: { schedule: null, run: planAlerts },
  diagnose: { schedule: null, run: diagnoseOutage },
} as const satisfies Record<JobName, JobTask>
