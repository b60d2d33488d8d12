import { cannotListen } from '@sightline/shared/cannot-listen'
import { EnvironmentError } from '@sightline/shared/environment'
import type { Logger } from '@sightline/shared/logger'
import type { OperationPort } from '@sightline/shared/operation-port'
import { openOperationPort } from '@sightline/shared/operation-port'
import type { Lanes } from '../bounds/lanes.ts'
import type { AgentConfig } from '../config.ts'
import type { MakeHeartbeat } from '../connection/heartbeat.ts'
import type { Clock } from '../schedule/clock.ts'
import type { Spool } from '../state/spool.ts'
import type { AgentMetrics } from './agent-metrics.ts'
import { jsonAnswer, readinessOf } from './readiness.ts'

/** Where it is asked how the agent is doing; null: nobody asks.
 *  @throws EnvironmentError when the port is taken */
export async function openMetricsPort(
  config: AgentConfig,
  metrics: AgentMetrics | null,
  log: Logger,
  agent: {
    readonly makeHeartbeat: MakeHeartbeat
    readonly clock: Pick<Clock, 'now' | 'raw'>
    readonly lanes: Lanes
    readonly spool: Pick<Spool, 'bytes'>
    readonly heardSecondsAgo: () => number | null
    readonly trouble: () => string | null
    readonly error: () => string | null
  },
): Promise<OperationPort | null> {
  const { SIGHTLINE_AGENT_METRICS_PORT: port, SIGHTLINE_AGENT_METRICS_HOST: host } = config
  if (port === undefined || metrics === null) return null
  const { makeHeartbeat, clock, lanes, spool, heardSecondsAgo, trouble, error } = agent
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
        '/readyz': async () =>
          readinessOf({
            heardSecondsAgo: heardSecondsAgo(),
            trouble: trouble(),
            ailment: error(),
          }),
      },
      { host, port, token: null },
      log,
    )
  } catch (failure) {
    const at = {
      host: ['SIGHTLINE_AGENT_METRICS_HOST', host],
      port: 'SIGHTLINE_AGENT_METRICS_PORT',
    } as const
    throw new EnvironmentError(cannotListen('the port of the metrics', at, failure))
  }
}
