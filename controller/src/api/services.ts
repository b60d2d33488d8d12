import { createApplyService } from '../apply/apply-service.ts'
import { createEmailChanges } from '../accounts/email-change.ts'
import { createInvitations } from '../accounts/invitations.ts'
import { createOwnAccounts } from '../accounts/own-account.ts'
import type { SessionCookies } from '../accounts/sign-in/session-cookie.ts'
import { createSignIn } from '../accounts/sign-in/sign-in.ts'
import { createAgentService } from '../agents/agent-service.ts'
import { createPushIdentity } from '../alerting/channels/push/identity.ts'
import { createAccountMail } from '../alerting/delivery/send-account-mail.ts'
import { createAuditService } from '../audits/audit-service.ts'
import { createCrawlService } from '../crawl/crawl-service.ts'
import { createCrawlReads } from '../crawl/read/crawl-reads.ts'
import { createCrawlWatch } from '../crawl/read/watch.ts'
import type { Database } from '../db/pool.ts'
import { readLogo } from '../db/status-pages.ts'
import { createAskFieldData } from '../field-data/chrome-ux-report.ts'
import { importContextOver } from '../imports/import-context.ts'
import { createImportService } from '../imports/import-service.ts'
import { shareReads } from '../limits/shared-reads.ts'
import { sharerOfWorkspace } from '../limits/sharer.ts'
import { createMonitorService } from '../monitors/monitor-service.ts'
import { createPropose } from '../monitors/propose/propose.ts'
import { createAnalyse } from '../on-demand/analyses.ts'
import { createCheckSettings } from '../on-demand/check-settings.ts'
import { createCompletions } from '../on-demand/completions.ts'
import { createPreferRegions } from '../on-demand/prefer-regions.ts'
import { createTraceroute } from '../on-demand/traceroute.ts'
import { createUptimeCheck } from '../on-demand/uptime-check.ts'
import { createOutageService } from '../outages/outage-service.ts'
import { createReportService } from '../reports/report-service.ts'
import { createDirectory } from '../status-pages/directory.ts'
import { createKeptLogos } from '../status-pages/kept-logos.ts'
import { createKeptPages } from '../status-pages/kept-pages.ts'
import { createReadStatus } from '../status-pages/shown/read-status.ts'
import { createSubscriptions } from '../status-pages/subscribers/subscribe.ts'
import { createSubscriberService } from '../status-pages/subscribers/subscriber-service.ts'
import type { ApiDependencies } from './dependencies.ts'
import { IMPORTED_BODIES } from './schemas/imported-bodies.ts'

/** What is asked of the API's services beside what the program gave it. */
export interface ServiceParts {
  readonly deps: ApiDependencies
  readonly cookies: SessionCookies
  /** Where people reach the API and the app, without a slash at its end. */
  readonly publicUrl: () => string
  readonly now: () => Date
}

/** Everything that endpoints call, made once. */
export type Services = ReturnType<typeof createServices>

export function createServices({ deps, cookies, publicUrl, now }: ServiceParts) {
  const { db, limitsDb, config, log, desk, guard, secrets, mailFrom } = deps
  const resolveName = deps.resolver.resolve
  const readsOfSharer = shareReads(db)
  const readsOf = (workspaceId: number): Database => readsOfSharer(sharerOfWorkspace(workspaceId))
  const monitorContext = {
    db,
    guard,
    resolveName,
    secretBox: secrets,
    canMail: deps.smtpUrl !== null,
    confirmsOwn: config.SIGHTLINE_CONFIRM_CONTACTS,
    now,
  }
  const checkSettings = createCheckSettings({ db, desk, secrets, now, log })
  const preferRegions = createPreferRegions({ db, resolveName })
  const onDemand = { db, guard, desk, log, now, resolveName, preferRegions }
  const checkUptime = createUptimeCheck(onDemand)
  const completions = createCompletions(createAskFieldData(deps.fieldData ?? null, log))
  const analyse = createAnalyse({ ...onDemand, completions })
  const sending = { ...deps, push: createPushIdentity({ db, secrets, publicUrl, mailFrom }) }
  const mail = createAccountMail({ db, sending, log, now })
  const directory = createDirectory(db, log)
  const kept = createKeptPages(createReadStatus(db, now), log)
  const logos = createKeptLogos((pageId) => readLogo(db, pageId))
  const pageChanged = (pageId: number): void => {
    directory.forget()
    kept.forget(pageId)
  }
  const signIn = createSignIn({
    db,
    log,
    mail,
    oidc: deps.oidc ?? null,
    now,
    secrets: deps.signInSecrets,
    cookies,
    publicUrl,
  })
  const parts = { ...monitorContext, sending, publicUrl, bodies: IMPORTED_BODIES, log }
  const importing = importContextOver({ ...parts, changed: pageChanged })
  const applying = createApplyService({
    db,
    resolveName,
    contextOver: (over, resolve, changed) =>
      importContextOver({ ...parts, db: over, resolveName: resolve, changed }),
    changed: pageChanged,
  })
  const { contacts, teams, windows, crawlSchedules, statusPages } = importing
  return {
    contacts,
    teams,
    windows,
    crawlSchedules,
    statusPages,
    applying,
    monitors: createMonitorService(monitorContext, readsOf, checkSettings),
    reports: createReportService({ now }, readsOf),
    outages: createOutageService(monitorContext, readsOf),
    traceroute: createTraceroute({ db, guard, desk, preferRegions }),
    checkUptime,
    propose: createPropose({ ...monitorContext, resolver: deps.resolver, checkUptime }),
    analyse,
    audits: createAuditService({ db, readsOf, analyse, now }),
    crawls: createCrawlService({ db, guard, resolveName, preferRegions, now }),
    crawlReads: createCrawlReads(readsOfSharer),
    crawlWatch: createCrawlWatch(db, log),
    directory,
    kept,
    logos,
    subscribers: createSubscriberService({ db }),
    subscriptions: createSubscriptions({ db, limitsDb, now }),
    agents: createAgentService({
      db,
      now,
      address: deps.agentAddress,
      minAgentVersion: config.SIGHTLINE_AGENT_MIN_VERSION,
    }),
    importing,
    imports: createImportService(importing),
    ownAccounts: createOwnAccounts({ db, now }),
    emailChanges: createEmailChanges({ db, mail, publicUrl, now }),
    mail,
    signIn,
    invitations: createInvitations({ db, mail, publicUrl, now }),
  }
}
