import { create } from '@bufbuild/protobuf'
import type { MessageInitShape } from '@bufbuild/protobuf'
import { WorkUpdateSchema } from '@sightline/shared/gen/probe/v1/work_pb'
import { expect, onTestFinished, test, vi } from 'vitest'
import { chooseAgent } from '../../../../controller/src/on-demand/choose-agent.ts'
import { createOpenWork } from '../../../../controller/src/on-demand/open-work.ts'
import { workerSession } from '../../../helpers/worker-session.ts'

type Update = MessageInitShape<typeof WorkUpdateSchema>['update']

const KINDS = {
  k: { hasBytes: true, maxOpen: 50 },
  plain: { hasBytes: false, maxOpen: 2 },
}

function started(timeoutMs = 1_000, kind = 'k') {
  const open = createOpenWork(KINDS)
  const cancelled: string[] = []
  const session = workerSession(open, {
    region: 'eu-west',
    capabilities: ['web'],
    answer: () => 'silence',
    onCancel: (id) => cancelled.push(id),
  })
  const outcome = open.send(session, {
    id: 'wrk_1',
    kind,
    input: {},
    timeoutMs,
    isOperators: false,
    sharer: 'workspace 1',
  })
  const say = (update: NonNullable<Update>) =>
    open.updated(session, create(WorkUpdateSchema, { id: 'wrk_1', update }))
  return { open, session, outcome, say, cancelled }
}

test('parts come before the output and belong to it', async () => {
  const { outcome, say, open, session } = started()
  expect(open.room(session, 'k')).toBe(49)
  say({ case: 'chunk', value: Buffer.from('one ') })
  say({ case: 'chunk', value: Buffer.from('two') })
  say({ case: 'outputJson', value: '{"a":1}' })
  expect(await outcome).toEqual({ ok: true, output: { a: 1 }, bytes: Buffer.from('one two') })
  expect(open.room(session, 'k')).toBe(50)
})

test('a part is kept without the message it came in', async () => {
  const { outcome, say } = started()
  const message = Buffer.from('one two')
  say({ case: 'chunk', value: message.subarray(0, 3) })
  message.fill('x')
  say({ case: 'outputJson', value: '{}' })
  expect(await outcome).toMatchObject({ bytes: Buffer.from('one') })
})

test.for([
  ['of work that has no bytes', 'plain', 'x', 1],
  ['of work nobody knows', 'new', 'x', 1],
  ['that is empty', 'k', '', 1],
  ['of very many', 'k', 'x', 4_097],
] as const)('a part %s ends the work, and the agent is told', async ([, kind, text, times]) => {
  const { outcome, say, cancelled, open, session } = started(1_000, kind)
  for (let sent = 0; sent < times; sent += 1) say({ case: 'chunk', value: Buffer.from(text) })
  expect(await outcome).toMatchObject({ ok: false, code: 'upstreamFailed' })
  expect(cancelled).toEqual(['wrk_1'])
  expect(open.room(session, 'k')).toBe(50)
})

test('what an agent says of its failure is cleaned and cut', async () => {
  const { outcome, say } = started()
  const message = `a\u0000b\n${'x'.repeat(3_900_000)}`
  const code = 'c'.repeat(1_000)
  say({ case: 'error', value: { code, message } })
  expect(await outcome).toEqual({
    ok: false,
    code: 'c'.repeat(50),
    message: `a b ${'x'.repeat(996)}`,
  })
})

test('a failure without a word gets one', async () => {
  const { outcome, say } = started()
  say({ case: 'error', value: { code: 'internal', message: '\u0000' } })
  expect(await outcome).toMatchObject({ message: 'The agent refused without a reason.' })
})

test.for([
  [String.raw`{"a":["\u0000"]}`, false],
  [String.raw`{"\u0000":1}`, false],
  [String.raw`{"a":"\ud83d"}`, false],
  [String.raw`{"a":"\\\u0000"}`, false],
  ['['.repeat(200_000) + ']'.repeat(200_000), false],
  [String.raw`{"a":"\\u0000 \ud83d\ude00 \u00e9"}`, true],
] as const)('output that the database could not hold is none: %.30s', async ([text, ok]) => {
  const { outcome, say } = started()
  say({ case: 'outputJson', value: text })
  expect((await outcome).ok).toBe(ok)
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
  const open = createOpenWork(KINDS)
  const make = (agentId: string, region: string) =>
    workerSession(open, { agentId, region, capabilities: ['web'], answer: () => 'silence' })
  const [a, b] = [make('a', 'eu-west'), make('b', 'eu-west')]
  const sessions = new Map([a, b, make('c', 'us-east')].map((each) => [each.agentId, each]))
  const load = (session: typeof a, count: number, kind = 'k') => {
    for (let n = 0; n < count; n += 1) {
      const id = `${session.agentId}${kind}${open.room(session, kind)}`
      void open.send(session, {
        id,
        kind,
        input: {},
        timeoutMs: 1,
        isOperators: false,
        sharer: 'workspace 1',
      })
    }
  }
  const choose = (capability: string, kind = 'k', sharer = 'workspace 1') =>
    chooseAgent(sessions, open, { region: 'eu-west', capability, kind, sharer })
  onTestFinished(() => {
    open.sessionEnded(a)
    open.sessionEnded(b)
  })
  load(a, 1)
  expect(choose('web')).toBe(b)
  load(b, KINDS.k.maxOpen)
  expect(choose('web')).toBe(a)
  load(a, KINDS.k.maxOpen - 1)
  expect(choose('web')).toBe('full')
  expect(choose('ping')).toBeNull()
  // Whoever has nothing there is let in beside those who filled it.
  expect(choose('web', 'k', 'workspace 2')).not.toBe('full')
  // Each kind has room of its own.
  load(a, 1, 'plain')
  expect(choose('web', 'plain')).toBe(b)
  load(a, 1, 'plain')
  load(b, 2, 'plain')
  expect(choose('web', 'plain')).toBe('full')
})

test('a full agent bars those of whom it has some, and at twice as much everybody', () => {
  const open = createOpenWork(KINDS)
  const silence = (): 'silence' => 'silence'
  const at = { region: 'eu-west', capabilities: ['web'], answer: silence }
  const [full, other] = [workerSession(open, at), workerSession(open, at)]
  onTestFinished(() => open.sessionEnded(full))
  const barred: unknown[] = []
  for (const [n, of] of [1, 1, 2, 3].entries()) {
    barred.push(open.barred(full, 'plain'))
    const order = { id: `wrk_${n}`, kind: 'plain', input: {}, timeoutMs: 1_000, isOperators: false }
    void open.send(full, { ...order, sharer: `workspace ${of}` })
  }
  barred.push(open.barred(full, 'plain'))
  expect(barred).toEqual([[], [], ['workspace 1'], ['workspace 1', 'workspace 2'], null])
  expect([open.barred(full, 'k'), open.barred(other, 'plain')]).toEqual([[], []])
})
