import type { Logger } from '@sightline/shared/logger'
import { Logger as WorkerLogger } from 'graphile-worker'
import { isDatabaseUnavailable } from '../db/pool.ts'
import type { TroubleLog } from '../process/trouble-log.ts'

/** What a worker tells, in our log: that the database is away as the trouble that it is, and nothing of what goes well. */
export function createWorkerLog(trouble: TroubleLog, log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message, facts) => {
    const error: unknown = facts?.['error']
    // Of a job that failed nobody knows whose connection it was.
    const isOwn = facts?.['job'] === undefined
    if (level !== 'error') log.trace({ worker: message }, 'background jobs')
    else if (isOwn && isDatabaseUnavailable(error)) trouble.met(error, { worker: message })
    else log.error({ worker: message }, 'a background job reports a fault')
  })
}
