import type { Logger } from '@sightline/shared/logger'
import type { OperationPort } from '@sightline/shared/operation-port'
import { openOperationPort } from '@sightline/shared/operation-port'
import type { ControllerConfig } from '../config.ts'
import { listening } from '../process/listening.ts'
import type { Metrics } from './open-metrics.ts'

/** Whether anybody asks for metrics: nothing is counted otherwise. */
export const wantsMetrics = (config: ControllerConfig): boolean =>
  config.SIGHTLINE_METRICS_PORT !== undefined || config.SIGHTLINE_METRICS_TOKEN !== undefined

/** @returns null without a port of their own */
export async function openMetricsPort(
  metrics: Metrics | null,
  config: ControllerConfig,
  log: Logger,
): Promise<OperationPort | null> {
  const {
    SIGHTLINE_METRICS_HOST: host,
    SIGHTLINE_METRICS_PORT: port,
    SIGHTLINE_METRICS_TOKEN: token = null,
  } = config
  if (metrics === null || port === undefined) return null
  return listening(
    'the port of the metrics',
    { host: ['SIGHTLINE_METRICS_HOST', host], port: 'SIGHTLINE_METRICS_PORT' },
    () =>
      openOperationPort(
        { '/metrics': async () => ({ status: 200, ...(await metrics.read()) }) },
        { host, port, token },
        log,
      ),
  )
}
