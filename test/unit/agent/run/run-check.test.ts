import { create } from '@bufbuild/protobuf'
import { CheckSpecSchema, MonitorType } from '@sightline/shared/gen/probe/v1/check_pb'
import { createLogger } from '@sightline/shared/logger'
import { expect, test } from 'vitest'
import type { Checker, CheckOutcome } from '../../../../agent/src/checks/checker.ts'
import { failed, NO_TIMINGS } from '../../../../agent/src/checks/checker.ts'
import { createRunCheck } from '../../../../agent/src/run/run-check.ts'
import { CHECKERS } from '../../../../agent/src/checks/index.ts'
import { createSettingsCache } from '../../../../agent/src/run/settings-cache.ts'
import { toolsFor } from '../../../helpers/run-checker.ts'

const UP: CheckOutcome = {
  status: 'up',
  statusCode: 200,
  responseMs: 1,
  failure: null,
  ip: null,
  timings: NO_TIMINGS,
  details: null,
}

function runWith(
  run: Checker<'web'>['run'],
  fields: { type?: MonitorType; timeoutMs?: number; settingsJson?: string } = {},
): Promise<CheckOutcome> {
  const runCheck = createRunCheck({
    checkers: { ...CHECKERS, web: { type: 'web', run } },
    settings: createSettingsCache(),
    tools: toolsFor(),
    log: createLogger('test', 'silent'),
  })
  return runCheck(
    create(CheckSpecSchema, {
      type: MonitorType.WEB,
      url: 'https://example.com/',
      timeoutMs: 100,
      settingsJson: '{}',
      ...fields,
    }),
  )
}

test('a check is given its settings with defaults', async () => {
  const outcome = await runWith(async ({ settings, url }) => {
    expect(url).toBe('https://example.com/')
    expect(settings.redirects.max).toBe(10)
    return UP
  })
  expect(outcome).toBe(UP)
})

test('a check that obeys its signal tells itself how far it got', async () => {
  const down = failed({ source: 'target', phase: 'tls', cause: 'tlsHandshakeFailed', message: 'x' })
  const outcome = await runWith(
    (_, { signal }) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(down))),
  )
  expect(outcome).toBe(down)
})

test('a check that never ends is abandoned as a fault of the agent', async () => {
  const outcome = await runWith(() => new Promise(() => {}))
  expect(outcome).toMatchObject({
    status: 'unknown',
    failure: { source: 'agent', cause: 'agentFault' },
  })
})

test('a bug in a check says nothing about the target', async () => {
  const outcome = await runWith(() => Promise.reject(new TypeError('x is not a function')))
  expect(outcome).toMatchObject({ status: 'unknown', failure: { source: 'agent' } })
  expect(outcome.failure?.message).not.toContain('x is not')
})

test.for([
  { type: MonitorType.MAIL },
  { type: 99 as MonitorType },
  { settingsJson: '{"noSuchSetting":1}' },
  { settingsJson: '{' },
])('what this agent cannot check is unknown: %o', async (fields) => {
  const outcome = await runWith(() => Promise.resolve(UP), fields)
  expect(outcome).toMatchObject({
    status: 'unknown',
    failure: { source: 'agent', cause: 'agentFault' },
  })
})
