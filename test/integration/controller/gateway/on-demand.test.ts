import { randomBytes } from 'node:crypto'
import { AppError } from '@sightline/shared/errors'
import type { WorkOutput } from '@sightline/shared/work-kinds'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { OnDemandDesk } from '../../../../controller/src/on-demand/desk.ts'
import { createSecretBox } from '../../../../controller/src/secrets/secret-box.ts'
import { fixedKeys } from '../../../../controller/src/secrets/secret-keys.ts'
import { sealInput } from '../../../../controller/src/on-demand/sealed-input.ts'
import { gatewaySecrets, startAgentsSide, useGateway } from '../../../helpers/gateway.ts'
import type { SyntheticAgent } from '../../../helpers/synthetic-agent.ts'

const gateway = useGateway()

const OUTPUT: WorkOutput<'uptimeCheck'> = {
  status: 'up',
  statusCode: 200,
  responseMs: 12.5,
  timings: { dnsMs: null, connectMs: 1, tlsMs: null, firstByteMs: 2, downloadMs: 0 },
  ip: '192.0.66.1',
  failure: null,
}
const INPUT = { type: 'web', url: 'https://example.com/', timeoutMs: 5_000 } as const

const TRACE: WorkOutput<'traceroute'> = {
  host: 'example.com',
  resolvedIp: '192.0.66.1',
  protocol: 'icmp',
  port: null,
  startedAt: '2026-03-10T12:00:00.000Z',
  durationMs: 120,
  reached: false,
  hops: [],
  verdict: { code: 'timeout', hop: null, text: 'Nothing answered.' },
}

const trace = (desk: OnDemandDesk, signal = new AbortController().signal, sharer = 'workspace 1') =>
  desk.request('traceroute', {
    region: 'eu-west',
    sharer,
    input: { host: 'example.com' },
    isOperators: false,
    capability: 'traceroute',
    timeoutMs: 20_000,
    signal,
  })

/** The ids of the next items of an agent. */
async function nextIds(agent: SyntheticAgent, count: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) {
    // oxlint-disable-next-line no-await-in-loop
    const item = await agent.next('work')
    expect(item.sharer).toBe('workspace 1')
    ids.push(item.id)
  }
  return ids
}

/** Ends a trace that an agent was given. */
function endTrace(agent: SyntheticAgent, id: string): void {
  const outputJson = JSON.stringify(TRACE)
  agent.say({ case: 'work', value: { id, update: { case: 'outputJson', value: outputJson } } })
}

const ask = (desk: OnDemandDesk, options: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
  desk.request('uptimeCheck', {
    region: 'eu-west',
    sharer: 'workspace 1',
    input: INPUT,
    isOperators: true,
    capability: 'web',
    timeoutMs: options.timeoutMs ?? 10_000,
    signal: options.signal ?? new AbortController().signal,
  })

/** Answers the next work item of an agent. */
async function answer(agent: SyntheticAgent, output: unknown): Promise<void> {
  const { id, work } = await agent.next('work')
  expect(work).toMatchObject({ case: 'json', value: { kind: 'uptimeCheck' } })
  if (work.case === 'json') expect(JSON.parse(work.value.inputJson)).toEqual(INPUT)
  const outputJson = JSON.stringify(output)
  agent.say({ case: 'work', value: { id, update: { case: 'outputJson', value: outputJson } } })
}

async function refusalOf(asked: Promise<unknown>): Promise<AppError> {
  const error = await asked.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof AppError)) throw new Error(`no refusal: ${String(error)}`)
  return error
}

async function anotherController() {
  const other = await startAgentsSide(gateway.database, 'controller-2')
  onTestFinished(() => other.stop())
  return other
}

describe('the password of a monitor that is tested', () => {
  it('is sealed in the database on its way over another controller, and open for the agent', async () => {
    const other = await anotherController()
    const agent = await gateway.connected({ address: other.address })
    const { db } = gateway.database
    // What is kept of it, before anybody takes it.
    await db.query({
      text: `create table kept_payloads (payload jsonb);
        create function keep_payload() returns trigger language plpgsql as $$ begin
          insert into kept_payloads values (new.payload); return null; end $$;
        create trigger keep_payload after insert on work_items for each row execute function keep_payload()`,
    })
    onTestFinished(async () => {
      await db.query({ text: 'drop trigger keep_payload on work_items; drop table kept_payloads' })
    })
    const settings = { auth: { kind: 'basic', username: 'me', password: 'hunter2' } }
    const input = { ...INPUT, settings }
    const asked = gateway.side.desk.request('monitorTest', {
      region: 'eu-west',
      sharer: 'workspace 1',
      input,
      stored: sealInput(gatewaySecrets, 1, input),
      isOperators: true,
      capability: 'web',
      timeoutMs: 10_000,
      signal: new AbortController().signal,
    })
    const { id, work } = await agent.next('work')
    if (work.case !== 'json') throw new Error('it is other work')
    expect(JSON.parse(work.value.inputJson)).toEqual(input)
    const outputJson = JSON.stringify(OUTPUT)
    agent.say({ case: 'work', value: { id, update: { case: 'outputJson', value: outputJson } } })
    expect(await asked).toEqual({ output: OUTPUT, bytes: null })
    const { rows } = await db.query<{ text: string }>({
      text: 'select payload::text as text from kept_payloads',
    })
    expect(rows).toHaveLength(1)
    expect(rows[0]?.text).toContain('sealed:2:')
    expect(rows[0]?.text).not.toContain('hunter2')
  })
})

it('is not sent to anybody where controllers have different keys, which is told', async () => {
  const other = await anotherController()
  await gateway.connected({ address: other.address })
  const settings = { auth: { kind: 'basic', username: 'me', password: 'hunter2' } }
  const input = { ...INPUT, settings }
  const elsewhere = createSecretBox(fixedKeys([randomBytes(32)]))
  const refusal = await refusalOf(
    gateway.side.desk.request('monitorTest', {
      region: 'eu-west',
      sharer: 'workspace 1',
      input,
      stored: sealInput(elsewhere, 1, input),
      isOperators: true,
      capability: 'web',
      timeoutMs: 10_000,
      signal: new AbortController().signal,
    }),
  )
  expect([refusal.code, refusal.message]).toEqual([
    'unavailable',
    expect.stringContaining('the same SIGHTLINE_SECRET_KEY'),
  ])
})

describe('work on demand', () => {
  it('is done by an agent of the region and answered', async () => {
    const agent = await gateway.connected()
    const asked = ask(gateway.side.desk)
    await answer(agent, OUTPUT)
    expect(await asked).toEqual({ output: OUTPUT, bytes: null })
  })

  it('reaches an agent that is connected to another controller', async () => {
    const other = await anotherController()
    const agent = await gateway.connected({ address: other.address })
    const asked = ask(gateway.side.desk)
    await answer(agent, OUTPUT)
    expect(await asked).toEqual({ output: OUTPUT, bytes: null })
    const left = await gateway.database.db.query<{ items: number; outcomes: number }>({
      text: `select (select count(*) from work_items)::integer as items,
        (select count(*) from work_outcomes)::integer as outcomes`,
    })
    expect(left.rows).toEqual([{ items: 0, outcomes: 0 }])
  })

  it('is refused through another controller in the words of the agent', async () => {
    const other = await anotherController()
    const agent = await gateway.connected({ address: other.address })
    const asked = refusalOf(ask(gateway.side.desk))
    const { id } = await agent.next('work')
    const error = { code: 'badRequest', message: 'The name does not exist.' }
    agent.say({ case: 'work', value: { id, update: { case: 'error', value: error } } })
    expect(await asked).toMatchObject(error)
  })

  it('is answered through another controller whatever the agent says', async () => {
    const other = await anotherController()
    const agent = await gateway.connected({ address: other.address })
    const refused = refusalOf(ask(gateway.side.desk))
    const first = await agent.next('work')
    const error = { code: 'forbidden', message: `a\u0000${'b'.repeat(3_000_000)}` }
    agent.say({ case: 'work', value: { id: first.id, update: { case: 'error', value: error } } })
    expect(await refused).toMatchObject({ code: 'forbidden', message: `a ${'b'.repeat(998)}` })
    const answered = refusalOf(ask(gateway.side.desk))
    await answer(agent, { ...OUTPUT, ip: '\u0000' })
    expect(await answered).toMatchObject({ code: 'upstreamFailed' })
  })

  it('of one workspace at the agents of another controller holds up no other workspace', async () => {
    const other = await anotherController()
    const agent = await gateway.connected({
      address: other.address,
      capabilities: ['web', 'traceroute'],
    })
    const gone = new AbortController()
    const greedy = Array.from({ length: 20 }, () =>
      refusalOf(trace(gateway.side.desk, gone.signal)),
    )
    const ids = await nextIds(agent, 8)
    const asked = trace(gateway.side.desk, gone.signal, 'workspace 2')
    // None of the eight was answered, and twelve stood before it.
    const item = await agent.next('work')
    expect(item.sharer).toBe('workspace 2')
    endTrace(agent, item.id)
    expect(await asked).toMatchObject({ output: TRACE })
    for (const id of ids) endTrace(agent, id)
    gone.abort()
    await Promise.allSettled(greedy)
  })

  it('waits for room at the agents of another controller', async () => {
    const other = await anotherController()
    const agent = await gateway.connected({
      address: other.address,
      capabilities: ['traceroute'],
    })
    const first = Array.from({ length: 8 }, () => trace(other.desk))
    const ids = await nextIds(agent, 8)
    const more = Array.from({ length: 10 }, () => trace(gateway.side.desk))
    for (const id of ids) endTrace(agent, id)
    for (const id of await nextIds(agent, 8)) endTrace(agent, id)
    for (const id of await nextIds(agent, 2)) endTrace(agent, id)
    const outputs = await Promise.all([...first, ...more])
    expect(outputs).toHaveLength(18)
    for (const { output } of outputs) expect(output).toEqual(TRACE)
  })

  it('is refused when no agent of another controller has room in time', async () => {
    const other = await anotherController()
    const agent = await gateway.connected({ address: other.address, capabilities: ['traceroute'] })
    const gone = new AbortController()
    const open = Array.from({ length: 8 }, () => trace(other.desk, gone.signal).catch(() => null))
    await nextIds(agent, 8)
    const asked = trace(gateway.side.desk, AbortSignal.timeout(300))
    expect(await refusalOf(asked)).toMatchObject({
      code: 'unavailable',
      headers: { 'Retry-After': '5' },
    })
    gone.abort()
    await Promise.all(open)
  })

  it('goes to an agent that can do it', async () => {
    const able = await gateway.connected()
    await gateway.connected({ capabilities: ['ping'] })
    const asked = [ask(gateway.side.desk), ask(gateway.side.desk)]
    await answer(able, OUTPUT)
    await answer(able, OUTPUT)
    expect(await Promise.all(asked)).toHaveLength(2)
  })

  it('goes to another agent when the first one leaves', async () => {
    const first = await gateway.connected()
    const asked = ask(gateway.side.desk)
    await first.next('work')
    const second = await gateway.connected()
    first.close()
    await answer(second, OUTPUT)
    expect((await asked).output).toEqual(OUTPUT)
  })

  it('is refused as unusable when the output is none', async () => {
    const agent = await gateway.connected()
    const asked = refusalOf(ask(gateway.side.desk))
    await answer(agent, { ...OUTPUT, status: 'splendid' })
    expect(await asked).toMatchObject({ code: 'upstreamFailed' })
  })

  it('ends when nobody answers, and the agent is told', async () => {
    const agent = await gateway.connected()
    const gone = new AbortController()
    const asked = refusalOf(ask(gateway.side.desk, { signal: gone.signal }))
    const { id } = await agent.next('work')
    gone.abort()
    expect(await asked).toMatchObject({ code: 'upstreamFailed' })
    expect(await agent.next('workCancel')).toMatchObject({ id })
  })

  it('cannot be answered by another agent', async () => {
    const agent = await gateway.connected()
    const liar = await gateway.connected({ capabilities: ['ping'] })
    const asked = ask(gateway.side.desk)
    const { id } = await agent.next('work')
    const lie = JSON.stringify({ ...OUTPUT, status: 'down' })
    liar.say({ case: 'work', value: { id, update: { case: 'outputJson', value: lie } } })
    liar.say({ case: 'heartbeat', value: {} })
    await liar.next('heartbeatAck')
    const truth = JSON.stringify(OUTPUT)
    agent.say({ case: 'work', value: { id, update: { case: 'outputJson', value: truth } } })
    expect((await asked).output.status).toBe('up')
  })
})
