import { EnvironmentError } from '@sightline/shared/environment'
import { createLogger } from '@sightline/shared/logger'
import { openTracer } from '@sightline/shared/tracing/open-tracer'
import { expect, it } from 'vitest'

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }
const open = (environment: NodeJS.ProcessEnv) =>
  openTracer(environment, 'test', createLogger('test', 'silent'))

it('is nothing unless the environment names somewhere to send traces', async () => {
  expect(await open({ SIGHTLINE_TRACED_CHECKS: '1', OTEL_TRACES_SAMPLER_ARG: '1' })).toBeNull()
})

it.each(['2', '-1', 'some'])('refuses a share of checks that is none: %s', async (share) => {
  const opened = open({ ...ENDPOINT, SIGHTLINE_TRACED_CHECKS: share })
  await expect(opened).rejects.toThrow(EnvironmentError)
})
