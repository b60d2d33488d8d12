import { status } from '@grpc/grpc-js'
import { MonitorType } from '@sightline/shared/gen/probe/v1/check_pb'
import type { CheckResult } from '@sightline/shared/gen/probe/v1/result_pb'
import { CheckStatus, Lane } from '@sightline/shared/gen/probe/v1/result_pb'
import { TYPE_DESCRIPTIONS } from '@sightline/shared/monitor-types/registry'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { damagePage, pageOfResults } from '../../helpers/damaged-state.ts'
import { eventually } from '../../helpers/eventually.ts'
import type { AgentCall, FakeController } from '../../helpers/fake-controller.ts'
import { startFakeController } from '../../helpers/fake-controller.ts'
import { AGENT_TOKEN, PERIOD_MS, startAgent } from './agent-program.ts'

async function controllerWith(
  options: Parameters<typeof startFakeController>[0] = {},
): Promise<FakeController> {
  const controller = await startFakeController(options)
  onTestFinished(controller.stop)
  return controller
}

async function startTarget(): Promise<string> {
  const server = createServer((_, response) => response.end('hello'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

function webCheck(url: string) {
  const settingsJson = JSON.stringify(TYPE_DESCRIPTIONS.web.settings.parse({}))
  return { type: MonitorType.WEB, url, timeoutMs: 900, settingsJson }
}

function assign(call: AgentCall, url: string, fields: object = {}): void {
  const upserts = [
    { monitorId: 1, periodMs: PERIOD_MS, phaseMs: 0, check: webCheck(url), ...fields },
  ]
  call.say({ case: 'assignments', value: { snapshot: true, last: true, upserts } })
}

function acknowledgeAll(call: AgentCall): void {
  for (const { lane, results } of call.said('results')) {
    const upToSequence = results.at(-1)?.sequence ?? 0n
    call.say({ case: 'resultAck', value: { lane, upToSequence } })
  }
}

const keyOf = (result: CheckResult): string => `${result.scheduledAtMs} ${result.attempt}`

function slotsOf(results: readonly CheckResult[]): number[] {
  const slots = results.filter(({ attempt }) => attempt === 0)
  return [...new Set(slots.map(({ scheduledAtMs }) => Number(scheduledAtMs)))].sort((a, b) => a - b)
}

function expectNoGap(slots: readonly number[]): void {
  expect(slots).toEqual(slots.map((_, i) => (slots[0] ?? 0) + i * PERIOD_MS))
}

test('goes on to another controller when the one it has lets it go', async () => {
  const controllers = [await controllerWith(), await controllerWith()]
  const agent = startAgent(controllers.map(({ address }) => address).join(','))
  const taken = () => controllers.filter(({ calls }) => calls.length > 0)
  const [first] = await eventually(() => (taken().length === 1 ? taken() : null))
  await once(agent.child, 'message')
  first?.calls[0]?.refuse(status.UNAVAILABLE, 'this controller has lost its database')
  const other = controllers.find((controller) => controller !== first)
  const call = await (other ?? controllers[0])?.call(0)
  expect(call?.said('hello')[0]?.agentId).toBe('agt_test')
  expect(first?.calls).toHaveLength(1)
})

test('says which side has to be updated when no version of the protocol is common', async () => {
  const controller = await controllerWith({
    onHello(call) {
      const spoken = { lowestProtocolVersion: 98, highestProtocolVersion: 99 }
      call.say({ case: 'welcome', value: { agentId: 'agt_test', ...spoken } })
      return false
    },
  })
  const agent = startAgent(controller.address)
  const sentence = 'the controller speaks protocols 98 to 99: update the agent'
  await eventually(() => agent.output().includes(sentence))
  expect(controller.calls[0]?.said('heartbeat')).toEqual([])
})

test('says who it is, ticks on the grid, and tells what it found', async () => {
  const controller = await controllerWith()
  const agent = startAgent(controller.address)
  const ready = once(agent.child, 'message')
  const call = await controller.call(0)
  expect(call.token).toBe(`Bearer ${AGENT_TOKEN}`)
  expect(call.said('hello')[0]).toMatchObject({
    protocolVersion: 1,
    agentId: '',
    region: 'eu-west',
    capabilities: expect.arrayContaining(['web']),
  })
  expect(await ready).toEqual([{ type: 'ready' }, undefined])
  assign(call, await startTarget())
  await eventually(() => slotsOf(call.results()).length >= 3)
  expectNoGap(slotsOf(call.results()))
  expect(call.results()[0]).toMatchObject({
    monitorId: 1,
    status: CheckStatus.UP,
    statusCode: 200,
    ip: '127.0.0.1',
    confirmation: false,
  })
  expect(call.said('results').every(({ lane }) => lane === Lane.LIVE)).toBe(true)
})

test('what is covered is never past a result that is not acknowledged', async () => {
  const controller = await controllerWith()
  startAgent(controller.address)
  const call = await controller.call(0)
  assign(call, await startTarget())
  const first = await eventually(() => call.results()[0])
  const before = call.said('heartbeat').length
  await eventually(() => call.said('heartbeat').length > before + 3)
  expect(call.said('heartbeat').at(-1)).toMatchObject({
    coveredThroughMs: first.scheduledAtMs,
    selfTestPassed: true,
    counters: { assignments: 1 },
  })
  acknowledgeAll(call)
  await eventually(
    () => (call.said('heartbeat').at(-1)?.coveredThroughMs ?? 0n) > first.scheduledAtMs,
  )
})

test('a first check is run at once beside the grid, and once', async () => {
  const controller = await controllerWith()
  startAgent(controller.address)
  const call = await controller.call(0)
  const url = await startTarget()
  const runAtMs = BigInt(Date.now())
  const fields = { runAtMs, periodMs: 3_600_000, phaseMs: 0 }
  assign(call, url, fields)
  assign(call, url, fields)
  const result = await eventually(() => call.results()[0])
  expect(result).toMatchObject({ attempt: 1, confirmation: false, scheduledAtMs: runAtMs })
  await eventually(() => call.said('heartbeat').length > 3)
  expect(call.results()).toHaveLength(1)
})

test('a recheck is run once however often it is sent, unknown work is refused', async () => {
  const controller = await controllerWith()
  startAgent(controller.address)
  const call = await controller.call(0)
  const check = webCheck(await startTarget())
  const recheck = { monitorId: 9, check, scheduledAtMs: 1_234n, attempt: 3 }
  const item = { id: 'w1', timeoutMs: 5_000, work: { case: 'recheck', value: recheck } } as const
  call.say({ case: 'work', value: item })
  call.say({ case: 'work', value: item })
  const json = { case: 'json', value: { kind: 'headings', inputJson: '{}' } } as const
  call.say({ case: 'work', value: { id: 'w2', timeoutMs: 5_000, work: json } })
  const refused = await eventually(() => call.said('work')[0])
  expect(refused).toMatchObject({
    id: 'w2',
    update: { case: 'error', value: { code: 'badRequest' } },
  })
  await eventually(() => call.results()[0])
  await eventually(() => call.said('heartbeat').length > 3)
  expect(call.results()).toHaveLength(1)
  expect(call.results()[0]).toMatchObject({
    monitorId: 9,
    attempt: 3,
    confirmation: true,
    scheduledAtMs: 1_234n,
  })
})

test('what was not acknowledged is sent again as backlog, without delaying what happens now', async () => {
  const controller = await controllerWith()
  startAgent(controller.address)
  const first = await controller.call(0)
  assign(first, await startTarget())
  await eventually(() => first.results().length >= 2)
  first.refuse(status.UNAVAILABLE, 'going away')
  const second = await controller.call(1)
  expect(second.said('hello')[0]?.agentId).toBe('agt_test')
  await eventually(() => new Set(second.said('results').map(({ lane }) => lane)).size === 2)
  const backlog = second.said('results').filter(({ lane }) => lane === Lane.BACKLOG)
  const again = backlog.flatMap(({ results }) => results).map(keyOf)
  expect(again).toEqual(expect.arrayContaining(first.results().map(keyOf)))
  expectNoGap(slotsOf(second.results()))
})

test('killed, without a controller, and started again: no slot is missing', async () => {
  const controller = await controllerWith()
  const agent = startAgent(controller.address)
  const call = await controller.call(0)
  assign(call, await startTarget())
  await eventually(() => call.results().length >= 1)
  controller.stop()
  const firstSlot = Number(call.results()[0]?.scheduledAtMs)
  await eventually(() => Date.now() > firstSlot + 2_500)
  await agent.kill()
  await eventually(() => Date.now() > firstSlot + 4_500)
  startAgent(controller.address, { dataDir: agent.dataDir })
  await eventually(() => Date.now() > firstSlot + 6_500)
  const next = await controllerWith({ port: controller.port })
  const again = await next.call(0)
  await eventually(() => slotsOf(again.results()).length >= 7)
  const slots = slotsOf(again.results())
  expectNoGap(slots)
  expect(slots[0]).toBe(firstSlot)
  // The same slot may be there twice only when the process was killed between its two writes.
  expect(again.results().length - slots.length).toBeLessThanOrEqual(1)
})

test('a refusal is told once in plain words, never the token, and it tries again', async () => {
  const controller = await controllerWith({
    onHello(call) {
      call.refuse(status.UNAUTHENTICATED, 'this token was revoked')
      return false
    },
  })
  const agent = startAgent(controller.address)
  await controller.call(3)
  const lines = agent.output().split('\n')
  expect(lines.filter((line) => line.includes('this token was revoked'))).toHaveLength(1)
  expect(agent.output()).not.toContain('THIS-IS-THE-TOKEN')
})

test('a controller that breaks the protocol is left and tried again', async () => {
  let streams = 0
  const controller = await controllerWith({
    onHello(call) {
      streams += 1
      if (streams === 1) call.sayBytes(Buffer.from([0xff, 0xff, 0xff]))
      if (streams === 2) call.say({ case: 'assignments', value: { snapshot: true, last: true } })
      return streams > 2
    },
  })
  const agent = startAgent(controller.address)
  const call = await controller.call(2)
  await eventually(() => call.said('heartbeat').length > 0)
  expect(agent.child.exitCode).toBeNull()
})

test('an agent whose clock is off runs by the clock of the controller', async () => {
  const offsetMs = 300_000
  const controller = await controllerWith({ clockOffsetMs: offsetMs })
  startAgent(controller.address)
  const call = await controller.call(0)
  await eventually(() => call.said('heartbeat').length > 1)
  assign(call, await startTarget())
  const result = await eventually(() => call.results().at(-1))
  const aheadMs = Date.now() - Number(result.startedAtMs)
  expect(Math.abs(aheadMs - offsetMs)).toBeLessThan(2_000)
})

test('one agent per state folder; one that was killed leaves it free', async () => {
  const controller = await controllerWith()
  const agent = startAgent(controller.address)
  await controller.call(0)
  const second = startAgent(controller.address, { dataDir: agent.dataDir })
  expect(await second.exited).toBe(1)
  expect(second.output()).toMatch(/^agent: another agent is running on the state folder .*\n$/)
  await agent.kill()
  startAgent(controller.address, { dataDir: agent.dataDir })
  await controller.call(1)
})

test('an agent whose state was damaged says so, goes on with what can be read, and is the same agent', async () => {
  const controller = await controllerWith()
  const agent = startAgent(controller.address)
  const call = await controller.call(0)
  assign(call, await startTarget())
  await eventually(() => call.results().length >= 1)
  await agent.kill()
  const folder = path.join(agent.dataDir, 'agents', 'eu-west')
  damagePage(folder, pageOfResults(folder))
  const next = startAgent(controller.address, { dataDir: agent.dataDir })
  const again = await controller.call(1)
  expect(next.output()).toContain('the state on disk is damaged')
  expect(again.said('hello')[0]?.agentId).toBe('agt_test')
  // Nobody told it of the monitor again.
  await eventually(() => again.results().length >= 1)
})

test.for(['SIGTERM', 'SIGINT', 'disconnect'] as const)('%s stops it in order', async (how) => {
  const controller = await controllerWith()
  const agent = startAgent(controller.address)
  const call = await controller.call(0)
  await eventually(() => call.said('heartbeat').length > 0)
  if (how === 'disconnect') agent.child.disconnect()
  else agent.child.kill(how)
  expect(await agent.exited).toBe(0)
  expect(call.isOver()).toBe(true)
})

test('standing still for a while, it goes on and judges nothing wrongly', async () => {
  const controller = await controllerWith()
  const agent = startAgent(controller.address)
  const call = await controller.call(0)
  assign(call, await startTarget())
  await eventually(() => call.results().length >= 1)
  agent.child.kill('SIGSTOP')
  const stoppedAtMs = Date.now()
  await eventually(() => Date.now() > stoppedAtMs + 3_500)
  agent.child.kill('SIGCONT')
  await eventually(() => slotsOf(call.results()).length >= 5)
  expectNoGap(slotsOf(call.results()))
  expect(call.results().filter((result) => result.status === CheckStatus.DOWN)).toEqual([])
})
