import type { Logger } from '@sightline/shared/logger'
import { pruneLimits } from './accounts/admission.ts'
import { createPushIdentity } from './alerting/channels/push/identity.ts'
import type { ControllerConfig } from './config.ts'
import { mailFromOf } from './config.ts'
import type { JobParts } from './job-list.ts'
import type { Observers } from './metrics/observers.ts'
import type { Store } from './open-store.ts'
import { HEARTBEAT_WORDS } from './operation/call-heartbeat.ts'
import { createTroubleLog } from './process/trouble-log.ts'

/** What the jobs of a controller work with. */
export function jobParts(
  config: ControllerConfig,
  { pools, clock, resultDays, retention, secretBox }: Store,
  given: Pick<JobParts, 'desk' | 'guard' | 'resolver' | 'publicUrl'> & {
    readonly observers: Pick<Observers, 'alertsTried'>
    readonly log: Logger
  },
): JobParts {
  const { observers, ...rest } = given
  const { publicUrl, log } = given
  const mailFrom = mailFromOf(config)
  const db = pools.jobs
  return {
    ...rest,
    db,
    resultDays,
    pruneRequestLimits: (at) => pruneLimits(pools.counters, at),
    secrets: secretBox,
    smtpUrl: config.SMTP_URL ?? null,
    mailFrom,
    push: createPushIdentity({ db, secrets: secretBox, publicUrl: () => publicUrl, mailFrom }),
    crawlRetentionDays: config.SIGHTLINE_CRAWL_RETENTION_DAYS,
    retention,
    confirmsOwnContacts: config.SIGHTLINE_CONFIRM_CONTACTS,
    heartbeatUrl: config.SIGHTLINE_HEARTBEAT_URL ?? null,
    heartbeatTrouble: createTroubleLog(log, HEARTBEAT_WORDS),
    alertsTried: observers.alertsTried,
    now: clock.now,
  }
}
