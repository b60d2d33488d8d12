import { EnvironmentError, secretsOf } from '@sightline/shared/environment'
import type { Logger } from '@sightline/shared/logger'
import { createLogger } from '@sightline/shared/logger'
import { PROTOCOL_VERSIONS } from '@sightline/shared/protocol'
import { SETTINGS_VERSION } from '@sightline/shared/monitor-types/since'
import { openTracer } from '@sightline/shared/tracing/open-tracer'
import { traceWith } from '@sightline/shared/tracing/trace'
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import path from 'node:path'
import { createBackoff } from './connection/backoff.ts'
import { CHECKERS } from './checks/index.ts'
import type { Clock } from './schedule/clock.ts'
import { createClock } from './schedule/clock.ts'
import { createBrowserOnDemand } from './browser/browser-on-demand.ts'
import { findChrome } from './browser/find-chrome.ts'
import type { AgentConfig } from './config.ts'
import { AgentEnvironment, readAgentConfig } from './config.ts'
import type { ControllerAddress } from './connection/controller-address.ts'
import { controllerName } from './connection/controller-address.ts'
import { controllerCredentials } from './connection/controller-credentials.ts'
import { createDispatcher } from './schedule/dispatch.ts'
import type { Lanes } from './bounds/lanes.ts'
import { createLanes } from './bounds/lanes.ts'
import { readOpenFilesLimit } from './bounds/open-files-limit.ts'
import type { MakeHeartbeat } from './connection/heartbeat.ts'
import { createMakeHeartbeat, ranThroughMs } from './connection/heartbeat.ts'
import { capabilitiesOf } from './capabilities.ts'
import { createSchedule } from './schedule/schedule.ts'
import { createLatenessMeter } from './schedule/lateness.ts'
import { openLink } from './connection/link.ts'
import { findIcmp, findPrograms } from './trace/find-icmp.ts'
import { createNetwork } from './network.ts'
import { createRunCheck } from './checks/run-check.ts'
import { egressProbe } from './self-test/egress.ts'
import { createLoopDelayMeter } from './self-test/loop-delay.ts'
import { loopDelayProbe } from './self-test/loop-delay-probe.ts'
import { loopbackProbe } from './self-test/loopback.ts'
import { createSelfTest } from './self-test/self-test.ts'
import { stateFolderProbe } from './self-test/state-folder.ts'
import { createRenewal } from './connection/renewal.ts'
import { watchPems } from './connection/pem-files.ts'
import { createRevokedControllers } from './connection/revoked-controllers.ts'
import { startSession } from './connection/session.ts'
import { createSettingsCache } from './checks/settings-cache.ts'
import type { Spool } from './state/spool.ts'
import { createSpool } from './state/spool.ts'
import { startCheckpoints } from './state/checkpoints.ts'
import { openState, stateFile, StateError } from './state/database.ts'
import { createFactStore } from './state/facts.ts'
import { createStream } from './connection/stream.ts'
import { createTurns } from './connection/turns.ts'
import { letHeapsGrow } from './small-heap.ts'
import type { OperationPort } from '@sightline/shared/operation-port'
import { openOperationPort } from '@sightline/shared/operation-port'
import { SOFTWARE_VERSION } from '@sightline/shared/software-version'
import type { AgentMetrics } from './metrics/agent-metrics.ts'
import { openAgentMetrics } from './metrics/agent-metrics.ts'
import { jsonAnswer, readinessOf } from './metrics/readiness.ts'
import { createWorkDesk } from './work/desk.ts'
import { createWorkers } from './work/workers.ts'

const REMEMBER_PROGRESS_MS = 1_000
/** After the first connection. */
const TRIAL_DELAY_MS = 5_000
/** Together below the 3 s in which an agent must stop. */
const STOP_CHECKS_MS = 2_000
const STOP_STREAM_MS = 700

/** Puts the agent together and sets it going. */
async function runAgent(config: AgentConfig, log: Logger): Promise<{ stop: () => Promise<void> }> {
  const tracer = await openTracer(process.env, 'sightline-agent', log)
  traceWith(tracer)
  const region = config.SIGHTLINE_REGION
  const runId = randomUUID()
  const [controller, ...others] = config.SIGHTLINE_CONTROLLER
  const pems = watchPems(
    {
      caFile: config.SIGHTLINE_CONTROLLER_CA,
      certificateFile: config.SIGHTLINE_AGENT_CERT,
      keyFile: config.SIGHTLINE_AGENT_KEY,
    },
    () => renewal.ask(),
    log,
  )
  const reachable = (address: ControllerAddress) => ({
    name: controllerName(address),
    // For each connection anew: files are exchanged while the agent runs.
    credentials: () =>
      controllerCredentials({
        host: address.host,
        useTls: config.SIGHTLINE_CONTROLLER_TLS,
        pems: pems.current(),
        check: revokedControllers.check,
      }),
  })
  const controllers = createTurns([reachable(controller), ...others.map(reachable)])
  const stateFolder = path.join(config.SIGHTLINE_DATA_DIR, 'agents', region)
  const database = openState(stateFolder)
  const endCheckpoints = startCheckpoints(database, stateFile(stateFolder), log)
  const factStore = createFactStore(database)
  const facts = factStore.read()
  const revokedControllers = createRevokedControllers(factStore)
  const clock = createClock({
    raw: Date.now,
    correctionMs: facts.clockOffsetMs,
    onCorrection(correctionMs) {
      log.warn({ correctionMs }, 'the clock of this machine is off: the schedule is corrected')
      factStore.setClockOffsetMs(correctionMs)
    },
  })
  const metrics =
    config.SIGHTLINE_AGENT_METRICS_PORT === undefined ? null : await openAgentMetrics()
  const uncounted = createLatenessMeter()
  const lateness = metrics?.countingSlots(uncounted) ?? uncounted
  const spool = createSpool({
    database,
    maxResults: config.SIGHTLINE_SPOOL_MAX_RESULTS,
    maxBytes: config.SIGHTLINE_SPOOL_MAX_MEGABYTES * 1_000_000,
    log,
  })
  const network = createNetwork(config)
  const { resolver, whose, findAddresses, dial } = network
  const icmp = await findIcmp(log, findPrograms(config.SIGHTLINE_ICMP), config.SIGHTLINE_ICMP)
  const gear = {
    found: findChrome(config.SIGHTLINE_CHROME ?? null, config.SIGHTLINE_CHROME_SANDBOX),
    dial,
    pages: config.SIGHTLINE_BROWSER_PAGES,
    dataFolder: config.SIGHTLINE_DATA_DIR,
    stateFolder,
    log,
  }
  let trial: NodeJS.Timeout | undefined
  const renewal = createRenewal({
    isIdle: () => workDesk.isIdle(),
    renew: () => stream.renew(),
  })
  const browser = createBrowserOnDemand(gear, facts.lacks, (lacks) => {
    if (lacks.browser !== null) log.warn(lacks.browser)
    if (lacks.scripts.length > 0) {
      log.warn(`Screenshots show boxes for texts in ${lacks.scripts.join(', ')}: no font has them.`)
    }
    // Also where the disk is too full to note them.
    renewal.ask()
    factStore.setLacks(lacks)
  })
  if (browser.missing !== null) log.info(browser.missing)
  const loopDelay = createLoopDelayMeter()
  const selfTest = createSelfTest([
    loopDelayProbe(loopDelay),
    stateFolderProbe(database),
    loopbackProbe,
    egressProbe(config.SIGHTLINE_SELF_TEST, resolver),
  ])
  const tools = {
    dial,
    findAddresses,
    resolver,
    resolverHealth: network.resolverHealth,
    icmp: icmp.engine,
    noIcmp: icmp.missing,
    withholds: network.withholds,
    browser,
  }
  const runUncounted = createRunCheck({
    checkers: CHECKERS,
    settings: createSettingsCache(),
    ailment: selfTest.ailment,
    tools,
    runAs: whose.runAs,
    log,
  })
  const runCheck = metrics?.counting(runUncounted) ?? runUncounted
  const openFiles = readOpenFilesLimit()
  const lanes = createLanes({
    total: config.SIGHTLINE_AGENT_CONCURRENCY,
    perHost: config.SIGHTLINE_AGENT_HOST_CONCURRENCY,
    pages: browser.pages,
    openFiles,
  })
  if (lanes.wantedFiles > openFiles) {
    log.warn(
      { openFiles, wanted: lanes.wantedFiles },
      'few files can be open at once (ulimit -n), so fewer checks run at once than is set',
    )
  }
  const dispatcher = createDispatcher({ now: clock.now, lanes, runCheck, spool, lateness, log })

  const { ticker, assignments } = createSchedule({
    database,
    now: clock.now,
    spool,
    dispatcher,
    ranThroughMs: facts.ranThroughMs,
    log,
  })
  const workDesk = createWorkDesk({
    workers: createWorkers({
      lanes,
      runCheck,
      isOperators: whose.isOperators,
      findAddresses,
      resolver,
      tracer: icmp.tracer,
      checkers: CHECKERS,
      tools,
      browser,
      dohUrl: config.SIGHTLINE_DOH_URL,
      letHeapsGrow,
      burden: { latenessP99Ms: lateness.p99Ms, loopDelayMs: loopDelay.reader() },
      log,
    }),
    dispatcher,
    send: (update) => stream.sendWork(update),
    runAs: whose.runAs,
    log,
  })
  const told = { clock, ticker, dispatcher, spool, assignments, lateness, selfTest }
  const makeHeartbeat = createMakeHeartbeat({ ...told, loopDelayMs: loopDelay.reader() })
  let heardAtMs: number | null = null
  let agentId = facts.agentId
  let isReady = false

  function welcomed(givenId: string): void {
    if (givenId !== agentId) factStore.setAgentId(givenId)
    agentId = givenId
    assignments.connected()
    log.info({ agentId, region, controller: controllers.current().name }, 'connected')
    if (!isReady) {
      process.send?.({ type: 'ready' })
      // Whatever starts beside it is done by then; who wants a page before does not wait for it.
      trial = setTimeout(browser.try, TRIAL_DELAY_MS)
    }
    isReady = true
  }

  const stream = createStream({
    controllers,
    connect: ({ name, credentials }) =>
      startSession(
        {
          protocolVersion: PROTOCOL_VERSIONS.lowest,
          highestProtocolVersion: PROTOCOL_VERSIONS.highest,
          settingsVersion: SETTINGS_VERSION,
          runId,
          agentId,
          region,
          softwareVersion: SOFTWARE_VERSION,
          capabilities: capabilitiesOf(icmp, browser),
          hostname: config.SIGHTLINE_AGENT_NAME ?? hostname(),
        },
        {
          clock,
          spool,
          makeHeartbeat,
          onWelcome: (welcome) => welcomed(welcome.agentId),
          onAlive() {
            heardAtMs = performance.now()
            stream.alive()
          },
          onAssignments: assignments.apply,
          onWork: workDesk.start,
          onWorkCancel: workDesk.cancel,
          onRevokedControllers(serials) {
            if (revokedControllers.take(serials)) stream.renew()
          },
        },
        (events) =>
          openLink(
            {
              address: name,
              credentials: credentials(),
              token: config.SIGHTLINE_AGENT_TOKEN,
            },
            events,
          ),
      ),
    backoff: createBackoff(Math.random, config.SIGHTLINE_CONTROLLER.length),
    log,
  })

  function rememberProgress(): void {
    try {
      factStore.setRanThroughMs(ranThroughMs({ ticker, dispatcher }))
    } catch (error) {
      // The spool tells the operator; the next second tries again.
      log.debug({ err: error }, 'progress cannot be written')
    }
  }

  const heardSecondsAgo = (): number | null =>
    heardAtMs === null ? null : (performance.now() - heardAtMs) / 1000
  const port = await openMetricsPort(config, metrics, log, {
    makeHeartbeat: createMakeHeartbeat({ ...told, loopDelayMs: loopDelay.reader() }),
    clock,
    lanes,
    spool,
    heardSecondsAgo,
    error: () => selfTest.result().error,
  })

  // Ticking comes before any connection: an agent whose controller is gone goes on.
  assignments.load(facts.ranThroughMs)
  spool.onCommit(stream.wake)
  ticker.start()
  const progress = setInterval(rememberProgress, REMEMBER_PROGRESS_MS)
  void selfTest.start().then(() => stream.start())

  return {
    async stop() {
      log.info('stopping')
      ticker.stop()
      selfTest.stop()
      loopDelay.stop()
      clearInterval(progress)
      clearTimeout(trial)
      renewal.stop()
      pems.stop()
      endCheckpoints()
      await port?.stop()
      // Checks that are over wait for nothing else.
      spool.hurry()
      await dispatcher.stop(STOP_CHECKS_MS)
      // Not before: echo requests under way would count as lost.
      icmp.stop()
      spool.flush()
      rememberProgress()
      await Promise.all([stream.stop(STOP_STREAM_MS), browser.stop(), tracer?.stop()])
      database.close()
    },
  }
}

/** Where it is asked how the agent is doing; null: nobody asks.
 *  @throws EnvironmentError when the port is taken */
async function openMetricsPort(
  config: AgentConfig,
  metrics: AgentMetrics | null,
  log: Logger,
  agent: {
    readonly makeHeartbeat: MakeHeartbeat
    readonly clock: Pick<Clock, 'now' | 'raw'>
    readonly lanes: Lanes
    readonly spool: Pick<Spool, 'bytes'>
    readonly heardSecondsAgo: () => number | null
    readonly error: () => string | null
  },
): Promise<OperationPort | null> {
  const { SIGHTLINE_AGENT_METRICS_PORT: port, SIGHTLINE_AGENT_METRICS_HOST: host } = config
  if (port === undefined || metrics === null) return null
  const { makeHeartbeat, clock, lanes, spool, heardSecondsAgo, error } = agent
  metrics.tellOf({
    heartbeat: () => makeHeartbeat({ controllerTimeMs: 0n, receivedAtMs: 0 }),
    clockOffsetMs: () => clock.raw() - clock.now(),
    heardSecondsAgo,
    lanes,
    spoolBytes: spool.bytes,
  })
  try {
    return await openOperationPort(
      {
        '/metrics': async () => ({ status: 200, ...(await metrics.read()) }),
        '/healthz': async () => jsonAnswer(200, { status: 'ok' }),
        '/readyz': async () => readinessOf(heardSecondsAgo(), error()),
      },
      { host, port, token: null },
      log,
    )
  } catch (failure) {
    const reason = failure instanceof Error ? failure.message : String(failure)
    throw new EnvironmentError(
      `SIGHTLINE_AGENT_METRICS_PORT is ${port}: the agent cannot listen there (${reason}); set another port`,
    )
  }
}

function exitWith(message: string): never {
  process.stderr.write(`agent: ${message}\n`)
  process.exit(1)
}

/** The program: reads its settings, runs until it is told to stop, and ends the process. A setting or
 *  a state folder that cannot be used is one line and exit code 1. */
export async function startAgent(): Promise<void> {
  try {
    const config = readAgentConfig(process.argv, process.env)
    const secrets = secretsOf(AgentEnvironment, config)
    const agent = await runAgent(config, createLogger('agent', config.LOG_LEVEL, { secrets }))
    let isStopping = false
    const stop = (): void => {
      if (isStopping) return
      isStopping = true
      // What is still open after the last moment (a checker that hangs) ends with the process.
      void agent.stop().finally(() => process.exit(0))
    }
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
    // The supervisor died: without it nobody would stop this process.
    process.on('disconnect', stop)
  } catch (error) {
    if (error instanceof EnvironmentError || error instanceof StateError) exitWith(error.message)
    throw error
  }
}
