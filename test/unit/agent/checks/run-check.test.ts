import { create } from '@bufbuild/protobuf'
import { CheckSpecSchema, MonitorType } from '@sightline/shared/gen/probe/v1/check_pb'
import { createLogger } from '@sightline/shared/logger'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Checker } from '../../../../agent/src/checks/checker.ts'
import type { CheckOutcome } from '../../../../agent/src/outcome/check-outcome.ts'
import { failed, NO_TIMINGS } from '../../../../agent/src/outcome/check-outcome.ts'
import { createRunCheck } from '../../../../agent/src/checks/run-check.ts'
import { CHECKERS } from '../../../../agent/src/checks/index.ts'
import type { Ailment } from '../../../../agent/src/self-test/probe.ts'
import { createSettingsCache } from '../../../../agent/src/checks/settings-cache.ts'
import { serveRaw } from '../../../helpers/listen.ts'
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
  fields: {
    type?: MonitorType
    timeoutMs?: number
    settingsJson?: string
    obstacle?: string
    forOperator?: boolean
    ailment?: Ailment
    stoodStill?: () => boolean
  } = {},
): Promise<CheckOutcome> {
  const { ailment, stoodStill = () => false, ...spec } = fields
  const runCheck = createRunCheck({
    checkers: { ...CHECKERS, web: { type: 'web', run } },
    settings: createSettingsCache(),
    tools: toolsFor(),
    ailment: () => ailment ?? null,
    standstill: { watch: () => stoodStill },
    log: createLogger('test', 'silent'),
  })
  return runCheck(
    create(CheckSpecSchema, {
      type: MonitorType.WEB,
      url: 'https://example.com/',
      timeoutMs: 100,
      settingsJson: '{}',
      ...spec,
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

test('a limit that struck late, because the process stood still, blames no target', async () => {
  const down = failed({ source: 'target', phase: 'connect', cause: 'timeout', message: 'x' })
  const outcome = await runWith(async (_, { signal }) => {
    const until = performance.now() + 400
    while (performance.now() < until);
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve(down)))
  })
  expect(outcome).toMatchObject({
    status: 'unknown',
    failure: { source: 'agent', cause: 'agentFault' },
  })
})

test('an answer that came while the process stood still still counts', async () => {
  const port = await serveRaw((socket) => socket.end('hello'))
  const outcome = await runWith(async () => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const until = performance.now() + 400
    while (performance.now() < until);
    const [data] = (await once(socket, 'data')) as [Buffer]
    expect(data.toString()).toBe('hello')
    return UP
  })
  expect(outcome).toBe(UP)
})

test('what was measured while the process stood still, and was over before the limit, blames no target', async () => {
  const timings = { ...NO_TIMINGS, firstByteMs: 6_000 }
  const slow = { source: 'target', phase: 'firstByte', cause: 'slowServer', message: 'x' } as const
  const lost = {
    source: 'target',
    phase: 'connect',
    cause: 'connectionTimeout',
    message: 'x',
  } as const
  const expiring = {
    source: 'target',
    phase: 'tls',
    cause: 'certExpired',
    message: 'x',
  } as const
  const seen: CheckOutcome = { ...UP, responseMs: 6_000, timings }
  const unknown = { status: 'unknown', failure: { source: 'agent', cause: 'agentFault' } }
  const untimed = { responseMs: null, timings: NO_TIMINGS }
  for (const [outcome, expected] of [
    [seen, { ...seen, ...untimed }],
    [{ ...seen, status: 'degraded', failure: slow }, unknown],
    [
      { ...seen, status: 'degraded', failure: expiring },
      { status: 'degraded', failure: expiring, ...untimed },
    ],
    [failed(lost), unknown],
  ] as const) {
    const run = async (): Promise<CheckOutcome> => outcome
    expect(await runWith(run, { stoodStill: () => true })).toMatchObject(expected)
  }
})

test('a check with an obstacle is not run, and the obstacle is told', async () => {
  const obstacle = 'Its passwords cannot be opened.'
  const outcome = await runWith(() => Promise.resolve(UP), { obstacle, settingsJson: '' })
  expect(outcome).toMatchObject({
    status: 'unknown',
    failure: { source: 'agent', cause: 'agentFault', message: obstacle },
  })
})

test('what an agent that is not well calls down is unknown, with what it saw', async () => {
  const ailment = { cause: 'agentEgressDown', message: 'the agent has no way out' } as const
  const down = failed(
    { source: 'network', phase: 'connect', cause: 'connectionTimeout', message: 'No connection.' },
    { ip: '192.0.2.1' },
  )
  expect(await runWith(() => Promise.resolve(down), { ailment })).toMatchObject({
    status: 'unknown',
    ip: '192.0.2.1',
    failure: {
      source: 'agent',
      phase: 'connect',
      cause: 'agentEgressDown',
      message: 'This agent is not well: the agent has no way out. What it saw: No connection.',
    },
  })
  expect(await runWith(() => Promise.resolve(UP), { ailment })).toBe(UP)
})

test('what is the operator’s own of an agent that is not well is told to the operator alone', async () => {
  const ailment = {
    cause: 'agentEgressDown',
    message: 'the agent has no way out: none of 10.9.8.7:443 (SIGHTLINE_SELF_TEST) can be reached',
    toldToOthers: 'the agent has no way out',
  } as const
  const run = () =>
    Promise.resolve(
      failed({ source: 'target', phase: 'connect', cause: 'timeout', message: 'Nothing.' }),
    )
  const told = async (forOperator: boolean) =>
    (await runWith(run, { ailment, forOperator })).failure?.message
  expect(await told(true)).toBe(`This agent is not well: ${ailment.message}. What it saw: Nothing.`)
  expect(await told(false)).toBe(
    'This agent is not well: the agent has no way out. What it saw: Nothing.',
  )
})

test('a check waits for its page outside of its time limit, and has the rest of it afterwards', async () => {
  const limits: number[] = []
  const runCheck = createRunCheck({
    checkers: {
      ...CHECKERS,
      web: {
        type: 'web',
        async run(_, { signal, takeBrowserTurn }) {
          await delay(60)
          await takeBrowserTurn?.()
          expect(signal.aborted).toBe(false)
          const fromMs = performance.now()
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
          limits.push(performance.now() - fromMs)
          return UP
        },
      },
    },
    settings: createSettingsCache(),
    tools: toolsFor(),
    ailment: () => null,
    standstill: { watch: () => () => false },
    log: createLogger('test', 'silent'),
  })
  const spec = create(CheckSpecSchema, {
    type: MonitorType.WEB,
    url: 'https://example.com/',
    timeoutMs: 200,
    settingsJson: '{}',
  })
  const takeBrowserTurn = (): Promise<boolean> => delay(400, true)
  expect(await runCheck(spec, { takeBrowserTurn })).toBe(UP)
  expect(limits[0]).toBeGreaterThan(50)
  expect(limits[0]).toBeLessThan(200)
})
