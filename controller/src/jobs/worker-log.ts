import type { Logger } from '@sightline/shared/logger'
import type { Job } from 'graphile-worker'
import { Logger as WorkerLogger } from 'graphile-worker'
import { DatabaseError } from 'pg'
import { explainDatabaseAnswer } from '../db/database-trouble.ts'
import { isDatabaseUnavailable } from '../db/pool.ts'
import type { TroubleLog } from '../process/trouble-log.ts'

/** What a worker tells, in our log: that the database is away as the trouble that it is, and nothing of what goes well. */
export function createWorkerLog(trouble: TroubleLog, log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message, facts) => {
    const error: unknown = facts?.['error']
    const job = facts?.['job'] as Job | undefined
    if (level !== 'error') log.trace({ worker: message }, 'background jobs')
    else if (!isDatabaseUnavailable(error) || isLastAttempt(job)) {
      log.error({ worker: message }, 'a background job reports a fault')
    } else if (job === undefined) trouble.met(error, { worker: message })
    else log.warn(putOff(job, error), putOffWords(error))
  })
}

const isLastAttempt = (job: Job | undefined): boolean =>
  job !== undefined && job.attempts >= job.max_attempts

/** What the database answers itself is no connection that was lost. */
const putOffWords = (error: unknown): string =>
  error instanceof DatabaseError
    ? 'a background job was not done as the database could not serve, and is tried again'
    : 'a background job lost a connection, and is tried again'

/** Nobody knows whose connection a job lost: the database's, most likely. What its code was doing tells nothing more. */
function putOff({ id, task_identifier, attempts, max_attempts }: Job, error: unknown) {
  return {
    job: id,
    task: task_identifier,
    attempt: `${attempts} of ${max_attempts}`,
    againInSeconds: Math.round(Math.exp(Math.min(attempts, LONGEST_AFTER))),
    reason:
      explainDatabaseAnswer(error) ?? (error instanceof Error ? error.message : String(error)),
  }
}

/** Attempts after which the wait does not grow any more. Source: graphile-worker, "Exponential-backoff" */
const LONGEST_AFTER = 10
