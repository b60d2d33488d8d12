import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { createAddressGuard } from '@sightline/shared/address'
import { secretsOf } from '@sightline/shared/environment'
import type { Logger } from '@sightline/shared/logger'
import { createLogger } from '@sightline/shared/logger'
import { SOFTWARE_VERSION } from '@sightline/shared/software-version'
import { createNameResolver } from '@sightline/shared/name-resolution'
import { openTracer } from '@sightline/shared/tracing/open-tracer'
import { traceWith } from '@sightline/shared/tracing/trace'
import { pruneLimits } from './accounts/admission.ts'
import { createSignInSecrets } from './accounts/sign-in/sign-in-secrets.ts'
import { ensureInstallation } from './accounts/installation.ts'
import { loadMailer } from './alerting/channels/email.ts'
import { createPushIdentity } from './alerting/channels/push/identity.ts'
import { tellWhoIsReached } from './alerting/contacts/tell-who-is-reached.ts'
import { controllerAddress } from './agents/controller-address.ts'
import { createDrain } from './agents/drain.ts'
import { createGateway } from './agents/gateway.ts'
import { startLiveness } from './agents/liveness.ts'
import { startQuarantineWatch } from './agents/quarantine-watch.ts'
import type { Session } from './sessions/agent-session.ts'
import { startWorkDispatcher } from './dispatch/work-dispatcher.ts'
import { analyseSite } from './crawl/site/analyse-site.ts'
import { startCrawlKeeper } from './crawl/keeper.ts'
import { startCrawlRunner } from './crawl/runner.ts'
import { createApi } from './api/app.ts'
import { appFolder } from './api/app-folder.ts'
import { listenAt } from './api/listen.ts'
import type { ControllerConfig } from './config.ts'
import {
  ControllerEnvironment,
  fieldDataAccessOf,
  gatewayTlsOf,
  mailFromOf,
  oidcOf,
  readControllerConfig,
  retentionOf,
} from './config.ts'
import { announceAgentChange } from './db/agents.ts'
import { markControllerDrained } from './db/controllers.ts'
import { readExcessRights } from './db/excess-rights.ts'
import { listenForNotifications } from './db/notifications.ts'
import { readOperationFigures } from './db/operation-figures.ts'
import { openResultDays } from './db/partitions.ts'
import { closePools, openPools } from './db/pools.ts'
import { openIngest } from './ingest/open-ingest.ts'
import { startJobs } from './jobs/runner.ts'
import type { JobParts } from './job-list.ts'
import { JOB_TASKS } from './job-list.ts'
import { startMaintenanceKeeper } from './maintenance/keeper.ts'
import { keepFigures } from './metrics/kept-figures.ts'
import { NO_OBSERVERS } from './metrics/observers.ts'
import { openMetrics } from './metrics/open-metrics.ts'
import { openMetricsPort, wantsMetrics } from './metrics/open-metrics-port.ts'
import { createJudge } from './verdicts/judge.ts'
import { startRuleKeeper } from './verdicts/rule-keeper.ts'
import { createFrontLimits } from './limits/front-limits.ts'
import { createPreferRegions } from './on-demand/prefer-regions.ts'
import { createOnDemandDesk } from './on-demand/desk.ts'
import { createOpenWork } from './on-demand/open-work.ts'
import { HEARTBEAT_WORDS } from './operation/call-heartbeat.ts'
import { openClock } from './process/clock.ts'
import { watchDiskRoom } from './process/disk-room.ts'
import { listening } from './process/listening.ts'
import { migrateWithPatience } from './process/migrate-with-patience.ts'
import { once } from './process/once.ts'
import { createRefusalLog } from './process/refusal-log.ts'
import { startFailureOf } from './process/start-error.ts'
import { watchStandstill } from './process/standstill.ts'
import { createTroubleLog } from './process/trouble-log.ts'
import { startPublisher } from './dispatch/publisher.ts'
import { createLiveHub } from './live/live-hub.ts'
import { loadSecretKeys } from './secrets/secret-keys.ts'
import { createSecretBox } from './secrets/secret-box.ts'
import { tidyHeapAfterStart } from './process/tidy-heap.ts'

/** Everything was told to stop by then; what still holds the process is left behind. */
const STOP_TIMEOUT_MS = 4_000

async function start(config: ControllerConfig, log: Logger): Promise<() => Promise<void>> {
  const tracer = await openTracer(process.env, 'sightline-controller', log)
  traceWith(tracer)
  await migrateWithPatience(config.DATABASE_URL, log)
  await mkdir(config.SIGHTLINE_DATA_DIR, { recursive: true, mode: 0o700 })
  const secretKeys = await loadSecretKeys(config.SIGHTLINE_SECRET_KEY, config.SIGHTLINE_DATA_DIR)
  const secretBox = createSecretBox(secretKeys)

  const pools = openPools({ url: config.DATABASE_URL, pooler: config.SIGHTLINE_POOLER_URL }, log)
  const { requests: db, results: ingestDb, jobs: jobsDb } = pools
  const { counters: limitsDb, agents: agentsDb, crawls: crawlDb } = pools
  // Of the agents' pool, as it is measured in their rounds.
  const clock = await openClock(agentsDb)
  const { now } = clock
  const controller = { id: randomUUID(), hostname: hostname(), startedAt: new Date(now()) }
  const excessRights = await readExcessRights(db)
  if (excessRights !== null) log.warn(excessRights)
  const retention = retentionOf(config)
  const resultDays = await openResultDays(ingestDb, log, retention.results)
  await resultDays.makeAhead(now())
  const installation = await ensureInstallation(db, {
    plan: config.SIGHTLINE_OWNER_PLAN,
    now: new Date(now()),
  })

  const sessions = new Map<string, Session>()
  const refusals = createRefusalLog(log, 'results of an agent were not taken')
  const judging = createTroubleLog(log, {
    met: 'results are stored but cannot be judged now; they are judged again',
    over: 'no result waits to be judged again',
  })
  const judge = createJudge({ met: judging.met })
  const live = createLiveHub({ db: agentsDb, now, log })
  const ingest = openIngest({
    db: ingestDb,
    resultDays,
    judge,
    refusals,
    resultsPassedOver: (unasked) => observers.resultsPassedOver(unasked),
    resultsCommitted(committed) {
      observers.resultsCommitted(committed)
      live.resultsStored(committed.rows)
    },
    now,
    log,
  })
  const { SIGHTLINE_METRICS_TOKEN: token } = config
  const metrics = wantsMetrics(config)
    ? await openMetrics(
        {
          sessions,
          ingest: ingest.stats,
          pools,
          clockOffsetMs: clock.offsetMs,
          figures: keepFigures(() => readOperationFigures(jobsDb)),
          dataFolder: config.SIGHTLINE_DATA_DIR,
          version: SOFTWARE_VERSION,
        },
        log,
      )
    : null
  const observers = metrics?.observers ?? NO_OBSERVERS
  const { unseal } = secretBox
  const standstill = watchStandstill()
  const publisher = startPublisher({
    db: agentsDb,
    sessions,
    unseal,
    standstill,
    agentsMoved: live.agentsChanged,
    now,
    log,
  })
  // Of the port, once it is there: liveness looks before.
  let ownSerial = (): string | null => null
  const liveness = startLiveness({
    db: agentsDb,
    controller,
    sessions,
    ownSerial: () => ownSerial(),
    refreshAgents: publisher.refreshAgents,
    drain: () => drain.begin(),
    clock,
    standstill,
    disk: watchDiskRoom(config.SIGHTLINE_DATA_DIR),
    log,
  })
  const quarantine = startQuarantineWatch({
    db: agentsDb,
    controllerId: controller.id,
    sessions,
    now,
    log,
  })
  const maintenance = startMaintenanceKeeper({ db: agentsDb, now, log })
  const openWork = createOpenWork()
  /** What a drained controller no longer does: it may be stopped in the middle of anything else. */
  const endings: (() => Promise<void>)[] = []
  const drain = createDrain({
    sessions,
    work: openWork,
    async finish() {
      await Promise.all(endings.map((end) => end()))
      await markControllerDrained(agentsDb, controller.id)
    },
    log,
  })
  const frontLimits = createFrontLimits()
  const work = startWorkDispatcher({ db: agentsDb, sessions, work: openWork, unseal, now, log })
  const ruleKeeper = startRuleKeeper({
    db: agentsDb,
    judge,
    allJudged: judging.over,
    now,
    log,
  })
  const desk = createOnDemandDesk({ db: agentsDb, sessions, work: openWork, now, log })
  const resolver = createNameResolver({ servers: config.SIGHTLINE_DNS_SERVERS })
  const crawlRunner = startCrawlRunner({
    db: crawlDb,
    controllerId: controller.id,
    sessions,
    work: openWork,
    allRead: () => crawlKeeper.look(),
    log,
  })
  const crawlKeeper = startCrawlKeeper({
    db: crawlDb,
    controllerId: controller.id,
    preferRegions: createPreferRegions({ db: crawlDb, resolveName: resolver.resolve }),
    makeFigures: (jobId) => analyseSite(config.DATABASE_URL, jobId),
    isFollowed: crawlRunner.isFollowed,
    look: crawlRunner.look,
    now,
    log,
  })
  const listener = await listenForNotifications(
    config.DATABASE_URL,
    {
      monitorsChanged: publisher.monitorsChanged,
      agentsChanged: liveness.look,
      workAdded() {
        work.look()
        crawlRunner.look()
      },
      workDone: desk.workDone,
      keysChanged() {
        frontLimits.refusedKeys.forget()
        live.letGo()
      },
      liveChanged: live.heard,
      resumed() {
        frontLimits.refusedKeys.forget()
        live.resumed()
        desk.lookForAll()
        publisher.catchUp()
        liveness.look()
        work.look()
        crawlRunner.look()
      },
    },
    log,
  )
  const announce = (): void => {
    announceAgentChange(agentsDb).catch((error: unknown) =>
      log.debug({ err: error }, 'a change of agents was not announced'),
    )
  }
  const gateway = createGateway(
    {
      db: agentsDb,
      controllerId: controller.id,
      sessions,
      ingest,
      refusals,
      work: openWork,
      quarantine,
      resultRetentionDays: retention.results,
      minAgentVersion: config.SIGHTLINE_AGENT_MIN_VERSION,
      now,
      log,
      isDatabaseLost: liveness.isDatabaseLost,
      isDraining: drain.isUnderWay,
      sessionStarted(session) {
        publisher.sessionStarted(session)
        work.look()
        crawlRunner.look()
        announce()
      },
      // All agents at once, and nobody to tell it to.
      sessionEnded: () => (liveness.isDatabaseLost() ? undefined : announce()),
    },
    gatewayTlsOf(config),
  )
  ownSerial = gateway.certificateSerial
  const guard = createAddressGuard(config.SIGHTLINE_ALLOW_PRIVATE_TARGETS)
  const mailFrom = mailFromOf(config)
  const api = await createApi({
    db,
    limitsDb,
    frontLimits,
    config,
    log,
    secrets: secretBox,
    signInSecrets: createSignInSecrets(secretKeys),
    oidc: oidcOf(config),
    desk,
    live,
    guard,
    resolver,
    smtpUrl: config.SMTP_URL ?? null,
    mailFrom,
    fieldData: fieldDataAccessOf(config),
    agentAddress: () =>
      controllerAddress(`${config.SIGHTLINE_GRPC_HOST}:${grpcPort}`, config.SIGHTLINE_PUBLIC_URL),
    requestAnswered: metrics?.observers.requestAnswered ?? null,
    metrics: metrics === null || token === undefined ? null : { token, read: metrics.read },
    isTraced: tracer !== null,
    isDraining: drain.isUnderWay,
    appFolder: appFolder(),
    resultRetentionDays: retention.results,
    now: () => new Date(now()),
  })

  const grpcPort = await listening('the gRPC port', 'SIGHTLINE_GRPC_PORT', () =>
    gateway.listen(config.SIGHTLINE_GRPC_HOST, config.SIGHTLINE_GRPC_PORT),
  )
  const { url, stop: stopApi } = await listening('the HTTP port', 'PORT', () =>
    listenAt(api, { host: config.HOST, port: config.PORT }),
  )
  const metricsPort = await openMetricsPort(metrics, config, log)
  const publicUrl = config.SIGHTLINE_PUBLIC_URL?.replace(/\/$/, '') ?? url
  const jobs = await startJobs<JobParts>(
    JOB_TASKS,
    {
      db: jobsDb,
      resultDays,
      pruneRequestLimits: (at) => pruneLimits(limitsDb, at),
      desk,
      guard,
      resolver,
      secrets: secretBox,
      smtpUrl: config.SMTP_URL ?? null,
      mailFrom,
      push: createPushIdentity({
        db: jobsDb,
        secrets: secretBox,
        publicUrl: () => publicUrl,
        mailFrom,
      }),
      publicUrl,
      crawlRetentionDays: config.SIGHTLINE_CRAWL_RETENTION_DAYS,
      retention,
      confirmsOwnContacts: config.SIGHTLINE_CONFIRM_CONTACTS,
      heartbeatUrl: config.SIGHTLINE_HEARTBEAT_URL ?? null,
      heartbeatTrouble: createTroubleLog(log, HEARTBEAT_WORDS),
      alertsTried: observers.alertsTried,
      log,
      now,
    },
    log,
    controller.id,
    config.DATABASE_URL,
  )
  const stopJobs = once(jobs.stop)
  endings.push(stopJobs, crawlRunner.stop, crawlKeeper.stop)
  const alertsNote = await tellWhoIsReached(
    db,
    {
      canMail: config.SMTP_URL !== undefined,
      confirmsOwn: config.SIGHTLINE_CONFIRM_CONTACTS,
    },
    log,
  )
  log.info({ url, grpcPort, metricsPort: metricsPort?.port }, 'the controller is ready')
  if (config.SMTP_URL !== undefined) await loadMailer()
  tidyHeapAfterStart()
  process.send?.({
    type: 'ready',
    url,
    grpc: `${config.SIGHTLINE_GRPC_HOST}:${grpcPort}`,
    warnings: excessRights === null ? [] : [excessRights],
    alertsNote,
    firstRun: installation.created
      ? {
          signUpUrl: `${publicUrl}/sign-up?token=${installation.signUpToken}`,
          signUpExpiresAt: installation.signUpExpiresAt.toISOString(),
          apiKey: installation.apiKey,
        }
      : null,
  })

  return async () => {
    drain.stop()
    standstill.stop()
    await Promise.all([stopApi(), metricsPort?.stop()])
    live.stop()
    await gateway.stop()
    await Promise.all([
      ingest.stop(),
      liveness.stop(),
      publisher.stop(),
      quarantine.stop(),
      maintenance.stop(),
      work.stop(),
      crawlRunner.stop(),
      crawlKeeper.stop(),
      ruleKeeper.stop(),
      listener.stop(),
      stopJobs(),
    ])
    await Promise.all([closePools(pools), tracer?.stop()])
  }
}

/** The controller's program (deploy/run.js calls it). */
export async function main(): Promise<void> {
  let log: Logger | null = null
  try {
    const config = readControllerConfig(process.env)
    log = createLogger('controller', config.LOG_LEVEL, {
      secrets: secretsOf(ControllerEnvironment, config),
    })
    const stop = await start(config, log)
    let isStopping = false
    const shutDown = (reason: string): void => {
      if (isStopping) return
      isStopping = true
      log?.info({ reason }, 'the controller stops')
      setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref()
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log?.error({ err: error }, 'the controller did not stop in order')
          process.exit(1)
        },
      )
    }
    process.on('SIGTERM', () => shutDown('SIGTERM'))
    process.on('SIGINT', () => shutDown('SIGINT'))
    // A controller whose supervisor died must not go on unseen.
    process.on('disconnect', () => shutDown('the supervisor is gone'))
  } catch (error: unknown) {
    const failure = startFailureOf(error)
    if (failure === null)
      (log ?? createLogger('controller', 'info')).fatal(
        { err: error },
        'the controller cannot start',
      )
    else process.stderr.write(`${failure}\n`)
    process.exit(1)
  }
}

if (import.meta.main) await main()
