import { EnvironmentError } from '../environment.ts'
import type { Logger } from '../logger.ts'
import type { Tracer } from './trace.ts'

/** The variables of OpenTelemetry that are honoured here; the exporter reads its headers and time limits itself.
 *  Source: OpenTelemetry specification, "OpenTelemetry Protocol Exporter", and "SDK environment variables" */
const ENDPOINTS = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const
const SHARE = 'OTEL_TRACES_SAMPLER_ARG'
/** Nothing of OpenTelemetry's tells checks, of which there are thousands, from calls. */
const CHECKS = 'SIGHTLINE_TRACED_CHECKS'

const isAsked = (environment: NodeJS.ProcessEnv): boolean =>
  ENDPOINTS.some((name) => (environment[name] ?? '') !== '')

/** Of the traces that begin here; 1 where nothing sensible is said. */
function shareOf({ [SHARE]: said }: NodeJS.ProcessEnv): number {
  const share = said === undefined || said === '' ? 1 : Number(said)
  return share >= 0 && share <= 1 ? share : 1
}

/** Of the checks; none unless it is said. @throws EnvironmentError */
function checkShareOf({ [CHECKS]: said = '' }: NodeJS.ProcessEnv): number {
  const share = Number(said)
  if (share >= 0 && share <= 1) return share
  throw new EnvironmentError(`${CHECKS} is "${said}": it must be a share from 0 to 1, such as 0.01`)
}

/** Loads what sends traces by OTLP over HTTP, where the environment names somewhere to send them.
 *  @param service name of the program  @returns null where it does not
 *  @throws EnvironmentError */
export async function openTracer(
  environment: NodeJS.ProcessEnv,
  service: string,
  log: Logger,
): Promise<Tracer | null> {
  if (!isAsked(environment)) return null
  const checkShare = checkShareOf(environment)
  const { createTracer } = await import('./otlp-tracer.ts')
  return createTracer({ service, share: shareOf(environment), checkShare, log })
}
