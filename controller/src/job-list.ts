import type { AddressGuard } from '@sightline/shared/address'
import type { Logger } from '@sightline/shared/logger'
import type { NameResolver } from '@sightline/shared/name-resolution'
import { AUDIT_LOG_DAYS } from './accounts/audit-log/kept-days.ts'
import type { PushIdentity } from './alerting/channels/push/identity.ts'
import { confirmContact } from './alerting/contacts/confirm-contact-job.ts'
import { callHeartbeat } from './operation/call-heartbeat.ts'
import { unlessFarAhead } from './operation/unless-far-ahead.ts'
import { watchInstallation } from './operation/watch-installation.ts'
import { deliverWaiting } from './alerting/delivery/deliver-waiting.ts'
import type { DeliveryParts } from './alerting/delivery/delivery-parts.ts'
import { followOutage } from './alerting/planning/follow-outage.ts'
import { planAlerts } from './alerting/planning/plan-alerts.ts'
import { sendDigest } from './alerting/planning/send-digest.ts'
import { pruneOldAlerts } from './alerting/watch/prune-alerts.ts'
import { reviewAlerts } from './alerting/watch/review-alerts.ts'
import { watchAgents } from './alerting/watch/watch-agents.ts'
import { watchCertificates } from './alerting/watch/watch-certificates.ts'
import { AUDIT_DAYS } from './audits/limits.ts'
import { pruneAuditLogBefore } from './db/audit-log.ts'
import { pruneAuditsBefore } from './db/audits.ts'
import type { JobName } from './db/jobs.ts'
import { startDueCrawls } from './crawl/schedules/start-due.ts'
import { pruneCrawlHosts, pruneCrawls } from './db/crawl-jobs.ts'
import { pruneControllers } from './db/controllers.ts'
import { pruneInvitationsBefore } from './db/invitations.ts'
import { prunePersonSessions } from './db/person-sessions.ts'
import { pruneVerifications } from './db/person-verifications.ts'
import type { ResultDays } from './db/partitions.ts'
import type { Database } from './db/pool.ts'
import { pruneHandedRechecks } from './db/handed-rechecks.ts'
import { pruneScreenshotsBefore } from './db/outage-screenshots.ts'
import { pruneWorkItems } from './db/work-items.ts'
import { pruneWorkOutcomes } from './db/work-outcomes.ts'
import { cleanRollupsJob, rollUpResults } from './reports/rollups/jobs.ts'
import type { Retention } from './reports/rollups/retention.ts'
import { noteRetention } from './reports/rollups/retention.ts'
import { diagnoseOutage, gatherEvidence } from './diagnosis/diagnose-outage.ts'
import type { OnDemandDesk } from './on-demand/desk.ts'
import { fillWorkspaces } from './outages/fill-workspaces.ts'
import { takeScreenshot } from './diagnosis/screenshot/take-screenshot.ts'
import { measureDistances } from './on-demand/measure-distances.ts'
import { inSteps } from './jobs/in-steps.ts'
import type { JobTask } from './jobs/task.ts'
import type { TroubleLog } from './process/trouble-log.ts'
import type { SecretBox } from './secrets/secret-box.ts'
import { mailSubscribers } from './status-pages/subscribers/mail-subscribers-job.ts'
import { mailSubscription } from './status-pages/subscribers/mail-subscription-job.ts'
import { tellSubscribers } from './status-pages/subscribers/tell-subscribers.ts'

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
  /** Sender of mails, an address perhaps with a name. */
  readonly mailFrom: string
  /** How the push services of browsers know this installation. */
  readonly push: PushIdentity
  /** Where people reach this installation, without a slash at the end. */
  readonly publicUrl: string
  /** How long what a crawl found is kept after its end. */
  readonly crawlRetentionDays: number
  /** How long results, quarters and hours are kept. */
  readonly retention: Retention
  /** Contacts of the operator's own workspace confirm their mail addresses too. */
  readonly confirmsOwnContacts: boolean
  /** Where another service waits for a call each minute; null: nowhere. */
  readonly heartbeatUrl: string | null
  readonly heartbeatTrouble: TroubleLog
  readonly alertsTried?: DeliveryParts['alertsTried']
  readonly log: Logger
  readonly now: () => number
}

/** Whoever asked for work waits a minute at most. */
const OUTCOMES_KEPT_MS = 600_000

/** A recheck that was not answered by then came to nothing, or its result says little any more. */
const RECHECKS_KEPT_MS = 86_400_000

/** How long a list still shows an invitation that is over. */
const INVITATIONS_KEPT_MS = 30 * 86_400_000

/** As long as what a crawl found: the story of an outage is read in the days after it. */
const SCREENSHOTS_KEPT_MS = 90 * 86_400_000

/** Every kind of job. Each may run again at any time without harm: delivery is at least once. */
export const JOB_TASKS = {
  maintainResultDays: {
    schedule: '7 * * * *',
    async run(parts) {
      const { db, resultDays, retention, now } = parts
      await resultDays.makeAhead(now())
      await unlessFarAhead(parts, async () => {
        await noteRetention(db, retention, now())
        await resultDays.dropOld(now())
      })
    },
  },
  pruneCounters: {
    schedule: '*/10 * * * *',
    run: ({ db, pruneRequestLimits, now }) =>
      inSteps(
        () => pruneRequestLimits(new Date(now())),
        () => prunePersonSessions(db, new Date(now())),
        () => pruneVerifications(db, new Date(now())),
        () => pruneInvitationsBefore(db, new Date(now() - INVITATIONS_KEPT_MS)),
        () => pruneWorkItems(db, now()),
        () => pruneHandedRechecks(db, now() - RECHECKS_KEPT_MS),
        () => pruneWorkOutcomes(db, now() - OUTCOMES_KEPT_MS),
        () => pruneControllers(db),
      ),
  },
  pruneAuditLog: {
    schedule: '17 3 * * *',
    run: (parts) =>
      unlessFarAhead(parts, () =>
        pruneAuditLogBefore(parts.db, new Date(parts.now() - AUDIT_LOG_DAYS * 86_400_000)),
      ),
  },
  startDueCrawls: { schedule: '* * * * *', run: startDueCrawls },
  pruneCrawls: {
    schedule: '11 * * * *',
    run: (parts) =>
      inSteps(
        () => unlessFarAhead(parts, () => pruneCrawls(parts.db, parts.crawlRetentionDays)),
        () => pruneCrawlHosts(parts.db),
      ),
  },
  rollUpResults: { schedule: '* * * * *', run: rollUpResults },
  cleanRollups: {
    schedule: '23 3 * * *',
    run: (parts, payload) => unlessFarAhead(parts, () => cleanRollupsJob(parts, payload)),
  },
  measureDistances: { schedule: '* * * * *', run: measureDistances },
  planAlerts: { schedule: null, lane: 'alerts', run: planAlerts },
  followOutage: { schedule: null, lane: 'alerts', run: followOutage },
  sendDigest: { schedule: null, lane: 'alerts', run: sendDigest },
  confirmContact: { schedule: null, lane: 'deliveries', run: confirmContact },
  mailSubscription: { schedule: null, lane: 'deliveries', run: mailSubscription },
  tellSubscribers: { schedule: '* * * * *', run: tellSubscribers },
  mailSubscribers: { schedule: null, lane: 'deliveries', run: mailSubscribers },
  deliverAlert: { schedule: null, lane: 'deliveries', run: deliverWaiting },
  reviewAlerts: { schedule: '* * * * *', run: reviewAlerts },
  watchAgents: { schedule: '* * * * *', run: watchAgents },
  watchInstallation: { schedule: '* * * * *', run: watchInstallation },
  callHeartbeat: { schedule: '* * * * *', lane: 'deliveries', run: callHeartbeat },
  watchCertificates: { schedule: '23 * * * *', run: watchCertificates },
  pruneAlerts: {
    schedule: '41 3 * * *',
    run: (parts) => unlessFarAhead(parts, () => pruneOldAlerts(parts)),
  },
  diagnose: { schedule: null, lane: 'diagnoses', run: diagnoseOutage },
  gatherEvidence: { schedule: null, lane: 'evidence', run: gatherEvidence },
  takeScreenshot: { schedule: null, lane: 'screenshots', run: takeScreenshot },
  pruneScreenshots: {
    schedule: '29 3 * * *',
    run: (parts) =>
      unlessFarAhead(parts, () =>
        pruneScreenshotsBefore(parts.db, new Date(parts.now() - SCREENSHOTS_KEPT_MS)),
      ),
  },
  pruneAudits: {
    schedule: '37 3 * * *',
    run: (parts) =>
      unlessFarAhead(parts, () =>
        pruneAuditsBefore(parts.db, new Date(parts.now() - AUDIT_DAYS * 86_400_000)),
      ),
  },
  fillWorkspaces: { schedule: '* * * * *', run: fillWorkspaces },
} as const satisfies Record<JobName, JobTask<JobParts>>
