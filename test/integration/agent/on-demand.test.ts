import { WORK_KINDS } from '@sightline/shared/work-kinds'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../helpers/eventually.ts'
import type { AgentCall } from '../../helpers/fake-controller.ts'
import { startFakeController } from '../../helpers/fake-controller.ts'
import { listen } from '../../helpers/listen.ts'
import { startAgent } from './agent-program.ts'

let call: AgentCall

/** Starts the agent's program and waits for its Hello. */
async function startWorker(environment: Record<string, string> = {}): Promise<void> {
  const controller = await startFakeController()
  onTestFinished(controller.stop)
  startAgent(controller.address, { environment })
  call = await controller.call(0)
}

function ask(id: string, kind: string, input: unknown, timeoutMs = 10_000): void {
  const inputJson = JSON.stringify(input)
  call.say({
    case: 'work',
    value: { id, timeoutMs, work: { case: 'json', value: { kind, inputJson } } },
  })
}

async function outcomeOf(id: string) {
  const update = await eventually(() => call.said('work').find((each) => each.id === id))
  return update.update
}

async function outputOf(id: string, kind: keyof typeof WORK_KINDS): Promise<unknown> {
  const update = await outcomeOf(id)
  if (update.case !== 'outputJson') throw new Error(JSON.stringify(update))
  return WORK_KINDS[kind].output.parse(JSON.parse(update.value))
}

test('a one-off check runs at once and is answered, not stored', async () => {
  await startWorker()
  const port = await listen(createServer((_, response) => response.end('hello')))
  const url = `http://127.0.0.1:${port}/`
  ask('wrk_1', 'uptimeCheck', { type: 'web', url, timeoutMs: 5_000 })
  expect(await outputOf('wrk_1', 'uptimeCheck')).toMatchObject({
    status: 'up',
    statusCode: 200,
    ip: '127.0.0.1',
    failure: null,
  })
  ask('wrk_2', 'uptimeCheck', { type: 'tcp', url: 'tcp://127.0.0.1:1', timeoutMs: 5_000 })
  expect(await outputOf('wrk_2', 'uptimeCheck')).toMatchObject({
    status: 'down',
    failure: { cause: 'connectionRefused' },
  })
  expect(call.results()).toEqual([])
})

test('a monitor is tested by its settings, and refused where they are newer than the agent', async () => {
  await startWorker()
  const seen: string[] = []
  const port = await listen(
    createServer((request, response) => {
      seen.push(`${request.method} ${request.headers.authorization}`)
      response.writeHead(503).end('hello')
    }),
  )
  const asked = { type: 'web', url: `http://127.0.0.1:${port}/`, timeoutMs: 5_000 }
  const auth = { kind: 'basic', username: 'me', password: 'secret' }
  ask('wrk_1', 'monitorTest', { ...asked, settings: { expectedStatus: ['503'], auth } })
  expect(await outputOf('wrk_1', 'monitorTest')).toMatchObject({ status: 'up', statusCode: 503 })
  expect(seen).toEqual([`GET Basic ${Buffer.from('me:secret').toString('base64')}`])
  ask('wrk_2', 'monitorTest', { ...asked, settings: { telepathy: true } })
  expect(await outcomeOf('wrk_2')).toMatchObject({
    case: 'error',
    value: { code: 'badRequest', message: 'This agent does not know "telepathy": update it.' },
  })
})

test('work it does not know, or input that is none, is refused and harms nothing', async () => {
  await startWorker()
  ask('wrk_1', 'makeCoffee', {})
  ask('wrk_2', 'uptimeCheck', { type: 'telepathy' })
  expect(await outcomeOf('wrk_1')).toMatchObject({ case: 'error', value: { code: 'badRequest' } })
  expect(await outcomeOf('wrk_2')).toMatchObject({ case: 'error', value: { code: 'badRequest' } })
})

test('the same item sent twice is done once', async () => {
  await startWorker()
  let visits = 0
  const port = await listen(
    createServer((_, response) => {
      visits += 1
      response.end()
    }),
  )
  const input = { type: 'web', url: `http://127.0.0.1:${port}/`, timeoutMs: 5_000 }
  ask('wrk_1', 'uptimeCheck', input)
  ask('wrk_1', 'uptimeCheck', input)
  await outputOf('wrk_1', 'uptimeCheck')
  ask('wrk_2', 'uptimeCheck', input)
  await outputOf('wrk_2', 'uptimeCheck')
  expect(visits).toBe(2)
})

test('says what it can do', async () => {
  await startWorker()
  const [hello] = call.said('hello')
  expect(hello?.capabilities).toEqual(expect.arrayContaining(['web', 'tcp', 'udp', 'dns', 'mail']))
})

test('without any way to ping it says so, and such a check tells nothing about its target', async () => {
  await startWorker({ SIGHTLINE_ICMP: 'none' })
  const [hello] = call.said('hello')
  expect(hello?.capabilities).not.toContain('ping')
  expect(hello?.capabilities).not.toContain('traceroute')
  ask('wrk_1', 'uptimeCheck', { type: 'ping', url: 'ping://127.0.0.1', timeoutMs: 2_000 })
  expect(await outputOf('wrk_1', 'uptimeCheck')).toMatchObject({
    status: 'unknown',
    failure: {
      source: 'agent',
      cause: 'agentFault',
      message: 'Ping is switched off on this agent (SIGHTLINE_ICMP=none).',
    },
  })
})
