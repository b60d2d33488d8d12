import { EnvironmentError, secretsOf } from '@sightline/shared/environment'
import type { Logger } from '@sightline/shared/logger'
import { createLogger } from '@sightline/shared/logger'
import { openTracer } from '@sightline/shared/tracing/open-tracer'
import { traceWith } from '@sightline/shared/tracing/trace'
import { unknownSettings } from '@sightline/shared/unknown-settings'
import { createBackoff } from './connection/backoff.ts'
import type { AgentConfig } from './config.ts'
import { AgentEnvironment, readAgentConfig } from './config.ts'
import { createDispatcher } from './schedule/dispatch.ts'
import { createMakeHeartbeat, ranThroughMs } from './connection/heartbeat.ts'
import { createSchedule } from './schedule/schedule.ts'
import { createLatenessMeter } from './schedule/lateness.ts'
import { openLink } from './connection/link.ts'
import { createRenewal } from './connection/renewal.ts'
import { createRevokedControllers } from './connection/revoked-controllers.ts'
import type { SessionPeers } from './connection/session.ts'
import { startSession } from './connection/session.ts'
import { createStanding } from './connection/standing.ts'
import { StateError } from './state/database.ts'
import { keepProgress } from './state/progress.ts'
import { createStream } from './connection/stream.ts'
import { createMakeHello } from './hello.ts'
import { openAgentMetrics } from './metrics/agent-metrics.ts'
import { openEquipment } from './equipment.ts'
import { openKeptState } from './kept-state.ts'
import { openMetricsPort } from './metrics/open-metrics-port.ts'
import { openWork } from './open-work.ts'
import { reachableControllers } from './reachable-controllers.ts'

/** After the first connection. */
const TRIAL_DELAY_MS = 5_000
/** Together below the 3 s in which an agent must stop. */
const STOP_CHECKS_MS = 2_000
const STOP_STREAM_MS = 700

/** Puts the agent together and sets it going. */
async function runAgent(config: AgentConfig, log: Logger): Promise<{ stop: () => Promise<void> }> {
  const tracer = await openTracer(process.env, 'sightline-agent', log)
  traceWith(tracer)
  const state = openKeptState(config, log)
  const { database, factStore, facts, clock, spool } = state
  const renewal = createRenewal({
    isIdle: () => workDesk.isIdle(),
    renew: () => stream.renew(),
  })
  const revokedControllers = createRevokedControllers(factStore)
  const reach = reachableControllers(config, {
    revoked: revokedControllers,
    filesChanged: () => renewal.ask(),
    log,
  })
  const { controllers } = reach
  const metrics =
    config.SIGHTLINE_AGENT_METRICS_PORT === undefined ? null : await openAgentMetrics()
  const uncounted = createLatenessMeter()
  const lateness = metrics?.countingSlots(uncounted) ?? uncounted
  const equipment = await openEquipment(config, state, {
    lacksChanged: () => renewal.ask(),
    log,
  })
  const { icmp, browser, loopDelay, selfTest, lanes } = equipment
  const runCheck = metrics?.counting(equipment.runCheck) ?? equipment.runCheck
  const dispatcher = createDispatcher({ now: clock.now, lanes, runCheck, spool, lateness, log })
  const { ticker, assignments } = createSchedule({
    database,
    now: clock.now,
    spool,
    dispatcher,
    ranThroughMs: facts.ranThroughMs,
    log,
  })
  const workDesk = openWork(
    config,
    { ...equipment, runCheck },
    {
      dispatcher,
      lateness,
      send: (update) => stream.sendWork(update),
      log,
    },
  )
  const told = { clock, ticker, dispatcher, spool, assignments, lateness, selfTest }
  const makeHeartbeat = createMakeHeartbeat({ ...told, loopDelayMs: loopDelay.reader() })
  const standing = createStanding(facts.agentId, factStore.setAgentId)
  const makeHello = createMakeHello(config, { standing, icmp, browser })
  let trial: NodeJS.Timeout | undefined

  const peers: SessionPeers = {
    clock,
    spool,
    makeHeartbeat,
    onWelcome({ agentId }) {
      const isFirst = standing.welcomed(agentId)
      assignments.connected()
      const { SIGHTLINE_REGION: region } = config
      log.info({ agentId, region, controller: controllers.current().name }, 'connected')
      if (!isFirst) return
      process.send?.({ type: 'ready' })
      // Whatever starts beside it is done by then; who wants a page before does not wait for it.
      trial = setTimeout(browser.try, TRIAL_DELAY_MS)
    },
    onAlive() {
      standing.heard()
      stream.alive()
    },
    onAssignments: assignments.apply,
    onWork: workDesk.start,
    onWorkCancel: workDesk.cancel,
    onRevokedControllers(serials) {
      if (revokedControllers.take(serials)) stream.renew()
    },
  }
  const { SIGHTLINE_AGENT_TOKEN: token } = config
  const stream = createStream({
    controllers,
    connect: ({ name, credentials }) =>
      startSession(makeHello(), peers, (events) =>
        openLink({ address: name, credentials: credentials(), token }, events),
      ),
    backoff: createBackoff(Math.random, config.SIGHTLINE_CONTROLLER.length),
    log,
  })
  const port = await openMetricsPort(config, metrics, log, {
    makeHeartbeat: createMakeHeartbeat({ ...told, loopDelayMs: loopDelay.reader() }),
    clock,
    lanes,
    spool,
    heardSecondsAgo: standing.heardSecondsAgo,
    trouble: stream.trouble,
    error: () => selfTest.result().error,
  })

  // Ticking comes before any connection: an agent whose controller is gone goes on.
  assignments.load(facts.ranThroughMs)
  spool.onCommit(stream.wake)
  ticker.start()
  const progress = keepProgress(factStore, () => ranThroughMs({ ticker, dispatcher }), log)
  void selfTest.start().then(() => stream.start())

  return {
    async stop() {
      log.info('stopping')
      ticker.stop()
      selfTest.stop()
      loopDelay.stop()
      progress.stop()
      clearTimeout(trial)
      renewal.stop()
      reach.stop()
      state.endCheckpoints()
      await port?.stop()
      // Checks that are over wait for nothing else.
      spool.stopWaiting()
      await dispatcher.stop(STOP_CHECKS_MS)
      // Not before: echo requests under way would count as lost.
      icmp.stop()
      spool.flush()
      progress.remember()
      await Promise.all([stream.stop(STOP_STREAM_MS), browser.stop(), tracer?.stop()])
      database.close()
    },
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
    const log = createLogger('agent', config.LOG_LEVEL, { secrets })
    for (const words of unknownSettings(process.env)) log.warn(words)
    const agent = await runAgent(config, log)
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
