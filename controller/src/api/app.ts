import type { AddressInfo } from 'node:net'
import cors from '@fastify/cors'
import type { AddressGuard } from '@sightline/shared/address'
import type { Logger } from '@sightline/shared/logger'
import type { NameResolver } from '@sightline/shared/name-resolution'
import Fastify from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { createInvitations } from '../accounts/invitations.ts'
import { createOwnAccounts } from '../accounts/own-account.ts'
import { createSessionCookies } from '../accounts/sign-in/session-cookie.ts'
import { createSignIn } from '../accounts/sign-in/sign-in.ts'
import type { OidcSettings } from '../accounts/sign-in/oidc.ts'
import type { SignInSecret } from '../accounts/sign-in/sign-in-secrets.ts'
import { createScheduleService } from '../crawl/schedules/schedule-service.ts'
import { createCrawlService } from '../crawl/crawl-service.ts'
import { createCrawlWatch } from '../crawl/read/watch.ts'
import { createCrawlReads } from '../crawl/read/crawl-reads.ts'
import type { ControllerAddress } from '../agents/controller-address.ts'
import { createApplyService } from '../apply/apply-service.ts'
import { createAuditService } from '../audits/audit-service.ts'
import { createAgentService } from '../agents/agent-service.ts'
import { createAccountMail } from '../alerting/delivery/send-account-mail.ts'
import { createPushIdentity } from '../alerting/channels/push/identity.ts'
import { createContactService } from '../alerting/contacts/contact-service.ts'
import { createTeamService } from '../alerting/teams/team-service.ts'
import { RETENTION_DAYS } from '../db/partitions.ts'
import type { Database } from '../db/pool.ts'
import type { FrontLimits } from '../limits/front-limits.ts'
import { createMaintenanceService } from '../maintenance/maintenance-service.ts'
import { createOutageService } from '../outages/outage-service.ts'
import { createReportService } from '../reports/report-service.ts'
import { shareReads } from '../limits/shared-reads.ts'
import { sharerOfWorkspace } from '../limits/sharer.ts'
import { importContextOver } from '../imports/import-context.ts'
import { createImportService } from '../imports/import-service.ts'
import type { LiveHub } from '../live/live-hub.ts'
import { createPropose } from '../monitors/propose/propose.ts'
import { createDirectory } from '../status-pages/directory.ts'
import { createKeptPages } from '../status-pages/kept-pages.ts'
import { createReadStatus } from '../status-pages/shown/read-status.ts'
import { createStatusPageService } from '../status-pages/status-page-service.ts'
import { createSubscriberService } from '../status-pages/subscribers/subscriber-service.ts'
import { createSubscriptions } from '../status-pages/subscribers/subscribe.ts'
import { createMonitorService } from '../monitors/monitor-service.ts'
import type { ReportAccess } from '../field-data/chrome-ux-report.ts'
import { createAskFieldData } from '../field-data/chrome-ux-report.ts'
import type { OnDemandDesk } from '../on-demand/desk.ts'
import { createAnalyse } from '../on-demand/analyses.ts'
import { createCompletions } from '../on-demand/completions.ts'
import { createCheckSettings } from '../on-demand/check-settings.ts'
import { createPreferRegions } from '../on-demand/prefer-regions.ts'
import { createTraceroute } from '../on-demand/traceroute.ts'
import { createUptimeCheck } from '../on-demand/uptime-check.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import type { Api } from './api-types.ts'
import { collectEndpoints } from './endpoints.ts'
import {
  addErrorHandler,
  answerBrokenRequest,
  answerError,
  answerUnmetExpectation,
} from './errors.ts'
import type { ContinentOf } from './caller-continent.ts'
import { callerContinent } from './caller-continent.ts'
import { EXPOSED_HEADERS } from './exposed-headers.ts'
import { addAdmission } from './hooks/admission.ts'
import { addAuditLog } from './hooks/audit-log.ts'
import { addRequestMetrics } from './hooks/request-metrics.ts'
import { addStorableTextCheck } from './hooks/storable-text.ts'
import { addJsonBody, MAX_BODY_BYTES } from './json-body.ts'
import { addApiDescription } from './openapi.ts'
import { addAccountRoutes } from './routes/account.ts'
import { addAgentRoutes } from './routes/agents.ts'
import { addAppPages, FIRST_PAGE } from './routes/app-pages.ts'
import { addAlertRoutes } from './routes/alerts.ts'
import { addApplyRoute } from './routes/apply.ts'
import { addAuditLogRoute } from './routes/audit-log.ts'
import { addAuditRoutes } from './routes/audits.ts'
import { addConfirmContactRoutes } from './routes/confirm-contact.ts'
import { addCrawlCompareRoutes } from './routes/crawl-compare.ts'
import { addCrawlEventsRoute } from './routes/crawl-events.ts'
import { addCrawlExportRoute } from './routes/crawl-export.ts'
import { addCrawlGraphRoutes } from './routes/crawl-graph.ts'
import { addCrawlIssueRoutes } from './routes/crawl-issues.ts'
import { addCrawlPageRoute } from './routes/crawl-page.ts'
import { addCrawlReadRoutes } from './routes/crawl-reads.ts'
import { addCrawlScheduleRoutes } from './routes/crawl-schedules.ts'
import { addCrawlRoutes } from './routes/crawls.ts'
import { addContactRoutes } from './routes/contacts.ts'
import { addAnalysisRoute } from './routes/analysis.ts'
import { addEventsRoute } from './routes/events.ts'
import { addHealthRoutes } from './routes/health.ts'
import { addImportRoutes } from './routes/imports.ts'
import { addMaintenanceOccurrenceRoutes } from './routes/maintenance-occurrences.ts'
import { addMaintenanceRoutes } from './routes/maintenance.ts'
import { addHoursOfDayRoute } from './routes/hours-of-day.ts'
import { addInvitationPage } from './routes/invitation-page.ts'
import { addInvitationRoutes } from './routes/invitations.ts'
import { addResetPasswordPage } from './routes/reset-password-page.ts'
import { addSecondFactorRoutes } from './routes/second-factor.ts'
import { addSignInLinkRoutes } from './routes/sign-in-links.ts'
import { addOwnAccountRoutes } from './routes/me.ts'
import type { AnsweredRequest } from '../metrics/observers.ts'
import type { Metrics } from '../metrics/open-metrics.ts'
import { addMetricsRoute } from './routes/metrics.ts'
import { addMonitorActions } from './routes/monitor-actions.ts'
import { addMonitorRoutes } from './routes/monitors.ts'
import { addMonitorTestRoute } from './routes/monitor-test.ts'
import { addMonitorBulkRoutes } from './routes/monitors-bulk.ts'
import { addOneUrlRoutes } from './routes/one-url.ts'
import { addMonitorCountsRoute } from './routes/monitor-counts.ts'
import { addOptionsRoute } from './routes/options.ts'
import { addOutageScreenshotRoute } from './routes/outage-screenshot.ts'
import { addOutagesRoute } from './routes/outages.ts'
import { addOwnKeyRoutes } from './routes/own-keys.ts'
import { addOwnViewRoutes } from './routes/own-views.ts'
import { addPasskeyRoutes } from './routes/passkeys.ts'
import { addPeopleRoutes } from './routes/people.ts'
import { addPerformanceRoute } from './routes/performance.ts'
import { addProviderRoutes } from './routes/sign-in-providers.ts'
import { addPublicStatusRoutes } from './routes/public-status.ts'
import { addProposeRoute } from './routes/propose.ts'
import { addProbesRoute } from './routes/probes.ts'
import { addResultRoutes } from './routes/results.ts'
import { addStatusPageExportRoute } from './routes/status-page-export.ts'
import { addStatusPageRoutes } from './routes/status-pages.ts'
import { addSubscriberRoutes } from './routes/status-page-subscribers.ts'
import { addStatusSubscriptionRoutes } from './routes/status-subscriptions.ts'
import { addTeamRoutes } from './routes/teams.ts'
import { addSummaryRoute } from './routes/summary.ts'
import { addTracerouteRoute } from './routes/traceroute.ts'
import { addWorkspaceOutageRoutes } from './routes/workspace-outages.ts'
import { addUptimeCheckRoute } from './routes/uptime-check.ts'
import { addSignInRoutes } from './routes/sign-in.ts'
import { addWorkspaceRoutes } from './routes/workspaces.ts'
import { addSignUpRoutes } from './routes/sign-up.ts'
import { IMPORTED_BODIES } from './schemas/imported-bodies.ts'
import { serveOwnHosts } from './own-hosts.ts'
import { requireSameOrigin } from './same-origin.ts'
import { createClientOf } from './sign-in-client.ts'
import { validatorCompiler } from './validation.ts'

/** What the API is made of. */
export interface ApiDependencies {
  readonly db: Database
  /** A pool of its own without synchronous commit, for the counters of requests. */
  readonly limitsDb: Database
  /** What is refused before the database is asked. */
  readonly frontLimits: FrontLimits
  readonly config: {
    /** Take the client's address from the last entry of X-Forwarded-For. */
    readonly SIGHTLINE_TRUST_PROXY: boolean
    readonly SIGHTLINE_PUBLIC_URL?: string | undefined
    readonly SIGHTLINE_CONFIRM_CONTACTS: boolean
  }
  readonly log: Logger
  readonly guard: AddressGuard
  readonly resolver: NameResolver
  readonly secrets: SecretBox
  /** What cookies are signed with, the one that signs first. */
  readonly signInSecrets: () => readonly SignInSecret[]
  /** The identity provider; null: there is none. */
  readonly oidc?: OidcSettings | null
  /** Where mail is handed in; null: there is no mail. */
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** Where agents connect to. */
  readonly agentAddress: () => ControllerAddress
  /** Work for agents. */
  readonly desk: OnDemandDesk
  /** What people follow as it happens. */
  readonly live: LiveHub
  /** What real users measure; null without a key for it. */
  readonly fieldData?: ReportAccess | null
  /** Told of each answer; null: nobody asks. */
  readonly requestAnswered?: ((answered: AnsweredRequest) => void) | null
  /** Metrics behind a token; null: they are not served here. */
  readonly metrics?: { readonly token: string; readonly read: Metrics['read'] } | null
  /** Whether the controller hands over what it does. */
  readonly isDraining?: () => boolean
  /** Where the built app lies; null: `/` leads to the description of the API. */
  readonly appFolder?: string | null
  /** Days results are kept; left out: as usual. */
  readonly resultRetentionDays?: number
  readonly now?: () => Date
}

/** Longest path parameter: as long as Node takes a request line, so that an id of any length is 404. */
const MAX_PARAMETER_LENGTH = 16_384
/** A request, headers and body, must have arrived within this time. */
const REQUEST_TIMEOUT_MS = 30_000
const PREFLIGHT_MAX_AGE_SECONDS = 86_400

/** Makes the HTTP API, ready to listen or to be asked by `inject`. */
export async function createApi(deps: ApiDependencies): Promise<Api> {
  const { db, limitsDb, config, log } = deps
  const now = deps.now ?? (() => new Date())
  const cookies = createSessionCookies(deps.signInSecrets)
  const app: Api = Fastify({
    // One hop: the proxy appends the address it saw; what stands before it any client can invent.
    trustProxy: config.SIGHTLINE_TRUST_PROXY ? (_address, hop) => hop === 0 : false,
    bodyLimit: MAX_BODY_BYTES,
    // A path that cannot be decoded is taken as it stands: an id like any other, after the key is checked.
    rewriteUrl: (request) => decodable(request.url ?? '/'),
    http: { requireHostHeader: false },
    requestTimeout: REQUEST_TIMEOUT_MS,
    // While it closes, what still arrives is served: the framework's own 503 is not in our form.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket),
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply, log),
  })
  app.server.on('checkExpectation', answerUnmetExpectation)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  addErrorHandler(app, log)
  if (deps.requestAnswered != null) addRequestMetrics(app, deps.requestAnswered)
  addJsonBody(app)
  const endpoints = collectEndpoints(app)
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_MAX_AGE_SECONDS,
    strictPreflight: false,
  })
  addAdmission(app, {
    limitsDb,
    frontLimits: deps.frontLimits,
    endpoints,
    trustsProxy: config.SIGHTLINE_TRUST_PROXY,
    publicUrl: config.SIGHTLINE_PUBLIC_URL,
    cookies,
    now,
  })
  addStorableTextCheck(app)
  addAuditLog(app, { db, trustsProxy: config.SIGHTLINE_TRUST_PROXY, now, log })
  await addApiDescription(app, config.SIGHTLINE_PUBLIC_URL)

  const readsOfSharer = shareReads(db)
  const readsOf = (workspaceId: number): Database => readsOfSharer(sharerOfWorkspace(workspaceId))
  const monitorContext = {
    db,
    guard: deps.guard,
    resolveName: deps.resolver.resolve,
    secretBox: deps.secrets,
    canMail: deps.smtpUrl !== null,
    confirmsOwn: config.SIGHTLINE_CONFIRM_CONTACTS,
    now,
  }
  const checkSettings = createCheckSettings({
    db,
    desk: deps.desk,
    secrets: deps.secrets,
    now,
    log,
  })
  const monitors = createMonitorService(monitorContext, readsOf, checkSettings)
  const reports = createReportService({ now }, readsOf)
  addMonitorRoutes(app, monitors)
  addMonitorBulkRoutes(app, monitors)
  addMonitorCountsRoute(app, monitors)
  addOptionsRoute(app, monitors)
  addMonitorActions(app, monitors)
  addMonitorTestRoute(app, { monitors, log })
  addEventsRoute(app, deps.live, now)
  const outages = createOutageService({ db, now }, readsOf)
  addWorkspaceOutageRoutes(app, outages, now)
  addOutageScreenshotRoute(app, outages)
  addResultRoutes(app, reports, now)
  addSummaryRoute(app, reports, now)
  addOutagesRoute(app, reports, now)
  addPerformanceRoute(app, reports, now)
  addHoursOfDayRoute(app, reports, now)
  addProbesRoute(app, reports, now)
  const windows = createMaintenanceService({ db, now })
  addMaintenanceRoutes(app, windows)
  addMaintenanceOccurrenceRoutes(app, windows)
  addAnalysisRoute(app, reports)
  const { desk, guard } = deps
  const resolveName = deps.resolver.resolve
  const preferRegions = createPreferRegions({ db, resolveName })
  const continentOf: ContinentOf = (request) =>
    callerContinent(request.headers, config.SIGHTLINE_TRUST_PROXY)
  addTracerouteRoute(app, createTraceroute({ db, guard, desk, preferRegions }), continentOf)
  const onDemand = { db, guard, desk, log, now, resolveName, preferRegions }
  const checkUptime = createUptimeCheck(onDemand)
  addUptimeCheckRoute(app, checkUptime, continentOf)
  const propose = createPropose({ ...monitorContext, resolver: deps.resolver, checkUptime })
  addProposeRoute(app, propose, continentOf)
  const completions = createCompletions(createAskFieldData(deps.fieldData ?? null, log))
  const analyse = createAnalyse({ ...onDemand, completions })
  addOneUrlRoutes(app, analyse, continentOf)
  addAuditRoutes(app, createAuditService({ db, readsOf, analyse, now }), continentOf)
  addCrawlRoutes(
    app,
    createCrawlService({ db, guard, resolveName, preferRegions, now }),
    continentOf,
  )
  const crawlSchedules = createScheduleService({ db, guard, resolveName, now })
  addCrawlScheduleRoutes(app, crawlSchedules)
  const crawlReads = createCrawlReads(readsOfSharer)
  addCrawlReadRoutes(app, { reads: crawlReads, log })
  addCrawlPageRoute(app, crawlReads)
  addCrawlGraphRoutes(app, crawlReads)
  addCrawlIssueRoutes(app, crawlReads)
  addCrawlCompareRoutes(app, crawlReads)
  addCrawlExportRoute(app, { reads: crawlReads, log })
  addCrawlEventsRoute(app, createCrawlWatch(db, log))
  // Never what a request says of itself: links are mailed, and a Host header is anybody's to choose.
  const publicUrl = (): string =>
    config.SIGHTLINE_PUBLIC_URL?.replace(/\/$/, '') ?? listeningUrl(app.addresses())
  const { secrets, mailFrom } = deps
  const sending = { ...deps, push: createPushIdentity({ db, secrets, publicUrl, mailFrom }) }
  const contacts = createContactService({
    db,
    secrets,
    sending,
    confirmsOwn: config.SIGHTLINE_CONFIRM_CONTACTS,
    publicUrl,
    now,
  })
  const directory = createDirectory(db, log)
  const kept = createKeptPages(createReadStatus(db, now), log)
  const ownHosts = serveOwnHosts(app, directory, { trustsProxy: config.SIGHTLINE_TRUST_PROXY })
  const changed = (pageId: number): void => {
    directory.forget()
    kept.forget(pageId)
  }
  const statusPages = createStatusPageService({ db, now, publicUrl, changed })
  addStatusPageRoutes(app, statusPages)
  addStatusPageExportRoute(app, { pages: statusPages, directory, kept })
  addSubscriberRoutes(app, createSubscriberService({ db }))
  addPublicStatusRoutes(app, {
    db,
    directory,
    kept,
    ownHosts,
    publicUrl,
    canSubscribe: deps.smtpUrl !== null,
  })
  addAgentRoutes(app, createAgentService({ db, now, address: deps.agentAddress }))
  addAlertRoutes(app, db)
  addContactRoutes(app, contacts)
  const teams = createTeamService({ db, now })
  addTeamRoutes(app, teams)
  const importing = {
    ...monitorContext,
    contacts,
    teams,
    windows,
    crawlSchedules,
    statusPages,
    bodies: IMPORTED_BODIES,
    log,
  }
  await addImportRoutes(app, { imports: createImportService(importing), context: importing, log })
  const applying = createApplyService({
    db,
    resolveName,
    contextOver: (over, resolve, pageChanged) =>
      importContextOver({
        ...monitorContext,
        db: over,
        resolveName: resolve,
        sending,
        publicUrl,
        changed: pageChanged,
        bodies: IMPORTED_BODIES,
        log,
      }),
    changed,
  })
  addApplyRoute(app, applying, { trustsProxy: config.SIGHTLINE_TRUST_PROXY })
  addAccountRoutes(app, db, {
    retentionDays: deps.resultRetentionDays ?? RETENTION_DAYS,
    now,
  })
  addOwnAccountRoutes(app, createOwnAccounts({ db, now }), {
    cookies,
    publicUrl: config.SIGHTLINE_PUBLIC_URL,
  })
  addOwnKeyRoutes(app, db, now)
  addOwnViewRoutes(app, db, now)
  addAuditLogRoute(app, db)
  addPeopleRoutes(app, db)
  addWorkspaceRoutes(app, db, now)
  const clientOf = createClientOf({
    trustsProxy: config.SIGHTLINE_TRUST_PROXY,
    publicUrl: config.SIGHTLINE_PUBLIC_URL,
  })
  const mail = createAccountMail({ sending, log, now })
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
  const invitations = createInvitations({ db, mail, publicUrl, now })
  addInvitationRoutes(app, invitations, { limitsDb, clientOf, now })
  await app.register(async (scope: Api) => {
    scope.addHook('onRequest', async (request) =>
      requireSameOrigin(request, config.SIGHTLINE_PUBLIC_URL),
    )
    const signingIn = { signIn, limitsDb, clientOf, now }
    addSignInRoutes(scope, signingIn)
    addSecondFactorRoutes(scope, signingIn)
    addPasskeyRoutes(scope, { ...signingIn, db })
    addProviderRoutes(scope, {
      ...signingIn,
      oidcName: deps.oidc?.name ?? null,
      canMail: mail.canMail,
      publicUrl,
    })
    addSignInLinkRoutes(scope, { ...signingIn, invitations, canMail: mail.canMail })
  })
  addHealthRoutes(app, limitsDb, deps.isDraining ?? (() => false))
  if (deps.metrics != null) addMetricsRoute(app, deps.metrics)
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  const folder = deps.appFolder ?? null
  if (folder === null)
    app.get('/', { schema: { hide: true } }, async (_request, reply) => reply.redirect('/docs'))
  else await addAppPages(app, folder, publicUrl)
  await app.register(async (scope) =>
    addSignUpRoutes(scope, {
      db,
      now,
      publicUrl,
      signIn,
      clientOf,
      firstPage: folder === null ? null : FIRST_PAGE,
    }),
  )
  await app.register(async (scope) =>
    addInvitationPage(scope, {
      db,
      invitations,
      signIn,
      cookies,
      clientOf,
      publicUrl: config.SIGHTLINE_PUBLIC_URL,
      now,
    }),
  )
  await app.register(async (scope) => addResetPasswordPage(scope, { signIn, clientOf }))
  await app.register(async (scope) => addConfirmContactRoutes(scope, { db, now }))
  await app.register(async (scope) =>
    addStatusSubscriptionRoutes(scope, {
      directory,
      kept,
      ownHosts,
      subscriptions: createSubscriptions({ db, limitsDb, now }),
      clientOf,
      canMail: deps.smtpUrl !== null,
    }),
  )
  await app.ready()
  return app
}

/** Where the API listens, for links that are opened on this machine. */
function listeningUrl(addresses: readonly (AddressInfo | string)[]): string {
  const [first] = addresses
  if (first === undefined || typeof first === 'string') return 'http://localhost'
  const { address, family, port } = first
  if (address === '0.0.0.0' || address === '::') return `http://127.0.0.1:${port}`
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

/** A URL whose path cannot be decoded, with that path taken to the letter. */
function decodable(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}
