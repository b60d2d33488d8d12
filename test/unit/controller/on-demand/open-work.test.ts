import { create } from '@bufbuild/protobuf'
import type { MessageInitShape } from '@bufbuild/protobuf'
import { WorkUpdateSchema } from '@sightline/shared/gen/probe/v1/work_pb'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  chooseAgent,
  MAX_OPEN_PER_AGENT,
} from '../../../../controller/src/on-demand/choose-agent.ts'
import { createOpenWork } from '../../../../controller/src/on-demand/open-work.ts'
import { workerSession } from '../../../helpers/worker-session.ts'

type Update = MessageInitShape<typeof WorkUpdateSchema>['update']

function started(timeoutMs = 1_000) {
  const open = createOpenWork()
  const cancelled: string[] = []
  const session = workerSession(open, {
    region: 'eu-west',
    capabilities: ['web'],
    answer: () => 'silence',
    onCancel: (id) => cancelled.push(id),
  })
  const outcome = open.send(session, { id: 'wrk_1', kind: 'k', input: {}, timeoutMs })
  const say = (update: NonNullable<Update>) =>
    open.updated(session, create(WorkUpdateSchema, { id: 'wrk_1', update }))
  return { open, session, outcome, say, cancelled }
}

test('parts come before the output and belong to it', async () => {
  const { outcome, say, open, session } = started()
  expect(open.count(session)).toBe(1)
  say({ case: 'chunk', value: Buffer.from('one ') })
  say({ case: 'chunk', value: Buffer.from('two') })
  say({ case: 'outputJson', value: '{"a":1}' })
  expect(await outcome).toEqual({ ok: true, output: { a: 1 }, bytes: Buffer.from('one two') })
  expect(open.count(session)).toBe(0)
})

test('an output that is no JSON is told', async () => {
  const { outcome, say } = started()
  say({ case: 'outputJson', value: '{' })
  expect(await outcome).toMatchObject({ ok: false, code: 'upstreamFailed' })
})

test('parts without end are cut off', async () => {
  const { outcome, say } = started()
  for (let sent = 0; sent <= 32; sent += 1) {
    say({ case: 'chunk', value: Buffer.alloc(1024 * 1024) })
  }
  expect(await outcome).toMatchObject({ ok: false, code: 'upstreamFailed' })
})

test('an agent that stays silent is not waited for, and told so', async () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const { outcome, cancelled } = started(5_000)
  vi.advanceTimersByTime(7_000)
  expect(await outcome).toMatchObject({ ok: false, code: 'silent' })
  expect(cancelled).toEqual(['wrk_1'])
})

test('work of an agent that left is lost', async () => {
  const { outcome, open, session } = started()
  open.sessionEnded(session)
  expect(await outcome).toMatchObject({ ok: false, code: 'lost' })
})

test('the agent with the least to do is chosen, and none beyond its limit', () => {
  const open = createOpenWork()
  const make = (agentId: string, region: string) =>
    workerSession(open, { agentId, region, capabilities: ['web'], answer: () => 'silence' })
  const [a, b] = [make('a', 'eu-west'), make('b', 'eu-west')]
  const sessions = new Map([a, b, make('c', 'us-east')].map((each) => [each.agentId, each]))
  const load = (session: typeof a, count: number) => {
    for (let n = 0; n < count; n += 1) {
      const id = `${session.agentId}${open.count(session)}`
      void open.send(session, { id, kind: 'k', input: {}, timeoutMs: 1 })
    }
  }
  onTestFinished(() => {
    open.sessionEnded(a)
    open.sessionEnded(b)
  })
  load(a, 1)
  expect(chooseAgent(sessions, open, 'eu-west', 'web')).toBe(b)
  load(b, MAX_OPEN_PER_AGENT)
  expect(chooseAgent(sessions, open, 'eu-west', 'web')).toBe(a)
  load(a, MAX_OPEN_PER_AGENT - 1)
  expect(chooseAgent(sessions, open, 'eu-west', 'web')).toBe('full')
  expect(chooseAgent(sessions, open, 'eu-west', 'ping')).toBeNull()
})
