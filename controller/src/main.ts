import { createAddressGuard } from '@sightline/shared/address'
import { secretsOf } from '@sightline/shared/environment'
import type { Logger } from '@sightline/shared/logger'
import { createLogger } from '@sightline/shared/logger'
import { SOFTWARE_VERSION } from '@sightline/shared/software-version'
import { createNameResolver } from '@sightline/shared/name-resolution'
import { peerName } from '@sightline/shared/peer-name'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import { openTracer } from '@sightline/shared/tracing/open-tracer'
import { traceWith } from '@sightline/shared/tracing/trace'
import { unknownSettings } from '@sightline/shared/unknown-settings'
import { loadMailer } from './alerting/channels/email.ts'
import { tellWhoIsReached } from './alerting/contacts/tell-who-is-reached.ts'
import type { Session } from './sessions/agent-session.ts'
import { startCrawls } from './crawl/start-crawls.ts'
import { createApi } from './api/app.ts'
import { listenAt } from './api/listen.ts'
import type { ControllerConfig } from './config.ts'
import { ControllerEnvironment, gatewayTlsOf, readControllerConfig } from './config.ts'
import { listenForNotifications } from './db/notifications.ts'
import { readOperationFigures } from './db/operation-figures.ts'
import { closePools } from './db/pools.ts'
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
import { createRecentVoters } from './votes/recent-voters.ts'
import { startRuleKeeper } from './verdicts/rule-keeper.ts'
import { startSetBackWatch } from './verdicts/set-back.ts'
import { createFrontLimits } from './limits/front-limits.ts'
import { createOpenWork } from './on-demand/open-work.ts'
import { watchDiskRoom } from './process/disk-room.ts'
import { listening } from './process/listening.ts'
import { once } from './process/once.ts'
import { createRefusalLog } from './process/refusal-log.ts'
import { startFailureOf } from './process/start-error.ts'
import { stopWhenTold } from './process/stop-when-told.ts'
import { createTroubleLog } from './process/trouble-log.ts'
import { createLiveHub } from './live/live-hub.ts'
import { startAgentsSide } from './start-agents-side.ts'
import { tidyHeapAfterStart } from './process/tidy-heap.ts'
import { otherKeysNote } from './secrets/open-secret-keys.ts'
import { jobParts } from './job-parts.ts'
import type { Store } from './open-store.ts'
import { openStore } from './open-store.ts'
import { apiParts } from './api-parts.ts'

async function start(config: ControllerConfig, log: Logger): Promise<() => Promise<void>> {
  const unknown = unknownSettings(process.env)
  for (const words of unknown) log.warn(words)
  const tracer = await openTracer(process.env, 'sightline-controller', log)
  traceWith(tracer)
  const store = await openStore(config, log)
  const { pools, clock, controller, excessRights, retention, resultDays, secretBox } = store
  const { requests: db, results: ingestDb, jobs: jobsDb } = pools
  const { agents: agentsDb, crawls: crawlDb } = pools
  const { now } = clock

  const sessions = new Map<string, Session>()
  const refusals = createRefusalLog(log, 'results of an agent were not taken')
  const judging = createTroubleLog(log, {
    met: 'results are stored but cannot be judged now; they are judged again',
    over: 'no result waits to be judged again',
  })
  const judge = createJudge({ met: judging.met, readVoters: createRecentVoters() })
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
  const metrics = wantsMetrics(config)
    ? await openMetrics(
        {
          sessions,
          ingest: ingest.stats,
          pools,
          clockOffsetMs: clock.offsetMs,
          figures: keepFigures(() => readOperationFigures(jobsDb, AGENT_LOST_AFTER_MS)),
          dataFolder: config.SIGHTLINE_DATA_DIR,
          version: SOFTWARE_VERSION,
        },
        log,
      )
    : null
  const observers = metrics?.observers ?? NO_OBSERVERS
  let stopJobs = async (): Promise<void> => undefined
  const openWork = createOpenWork()
  const resolver = createNameResolver({ servers: config.SIGHTLINE_DNS_SERVERS })
  const inCommon = { controllerId: controller.id, sessions, work: openWork, now, log }
  const crawls = startCrawls({
    db: crawlDb,
    databaseUrl: config.DATABASE_URL,
    resolver,
    ...inCommon,
  })
  const { desk, heard, ...agentsSide } = startAgentsSide({
    ...inCommon,
    db: agentsDb,
    hastyDb: pools.counters,
    controller,
    ingest,
    refusals,
    unseal: secretBox.unseal,
    clock,
    disk: watchDiskRoom(config.SIGHTLINE_DATA_DIR),
    tls: gatewayTlsOf(config),
    resultRetentionDays: retention.results,
    minAgentVersion: config.SIGHTLINE_AGENT_MIN_VERSION,
    workAdded: crawls.look,
    agentsMoved: live.agentsChanged,
    // A drained controller may be stopped in the middle of anything else.
    endRest: async () => {
      await Promise.all([stopJobs(), crawls.stop()])
    },
  })
  const maintenance = startMaintenanceKeeper({ db: agentsDb, now, log })
  const ruleKeeper = startRuleKeeper({
    db: agentsDb,
    judge,
    allJudged: judging.over,
    now,
    log,
  })
  const setBackWatch = startSetBackWatch({ db: agentsDb, clock, log })
  const frontLimits = createFrontLimits()
  const { refusedKeys } = frontLimits
  const listener = await listenForNotifications(
    config.DATABASE_URL,
    {
      ...heard,
      keysChanged() {
        refusedKeys.forget()
        live.letGo()
      },
      liveChanged: live.heard,
      resumed() {
        refusedKeys.forget()
        live.resumed()
        heard.resumed()
      },
      moved(error) {
        // At once: to stop in order would be to store what is under way.
        log.fatal(error.message)
        process.exit(1)
      },
    },
    log,
  )
  const guard = createAddressGuard(config.SIGHTLINE_ALLOW_PRIVATE_TARGETS)
  const apiGiven = {
    frontLimits,
    desk,
    live,
    guard,
    resolver,
    metrics,
    isTraced: tracer !== null,
    isDraining: agentsSide.isDraining,
    grpcPort: () => grpcPort,
    log,
  }
  const api = await createApi(apiParts(config, store, apiGiven))

  const grpcHost = config.SIGHTLINE_GRPC_HOST
  const grpcPort = await listening(
    'the gRPC port',
    { host: ['SIGHTLINE_GRPC_HOST', grpcHost], port: 'SIGHTLINE_GRPC_PORT' },
    () => agentsSide.listen(grpcHost, config.SIGHTLINE_GRPC_PORT),
  )
  const { url, stop: stopApi } = await listening(
    'the HTTP port',
    { host: ['HOST', config.HOST], port: 'PORT' },
    () => listenAt(api, { host: config.HOST, port: config.PORT }),
  )
  const metricsPort = await openMetricsPort(metrics, config, log)
  const publicUrl = config.SIGHTLINE_PUBLIC_URL?.replace(/\/$/, '') ?? url
  const parts = jobParts(config, store, { desk, guard, resolver, publicUrl, observers, log })
  const { DATABASE_URL: databaseUrl } = config
  const jobs = await startJobs<JobParts>(JOB_TASKS, parts, log, controller.id, databaseUrl)
  stopJobs = once(jobs.stop)
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
  // Of very many monitors it looks at each: nobody waits for it.
  otherKeysNote(jobsDb, store.secretKeys).then(
    (words) => words !== null && log.warn(words),
    (error: unknown) => log.debug({ err: error }, 'what is sealed could not be looked at'),
  )
  process.send?.({
    type: 'ready',
    url,
    grpc: peerName(grpcHost, grpcPort),
    warnings: excessRights === null ? unknown : [excessRights, ...unknown],
    alertsNote,
    firstRun: firstRunOf(store.installation, publicUrl),
  })

  return async () => {
    await Promise.all([stopApi(), metricsPort?.stop()])
    live.stop()
    await agentsSide.close()
    await Promise.all([
      ingest.stop(),
      agentsSide.stop(),
      maintenance.stop(),
      crawls.stop(),
      ruleKeeper.stop(),
      setBackWatch.stop(),
      listener.stop(),
      stopJobs(),
    ])
    await Promise.all([closePools(pools), tracer?.stop()])
  }
}

/** What the first start tells of getting in; null at later ones. */
function firstRunOf(installation: Store['installation'], publicUrl: string) {
  if (!installation.created) return null
  return {
    signUpUrl: `${publicUrl}/sign-up?token=${installation.signUpToken}`,
    signUpExpiresAt: installation.signUpExpiresAt.toISOString(),
    apiKey: installation.apiKey,
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
    stopWhenTold(await start(config, log), log)
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
