import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import {
  diagnoseOutage,
  gatherEvidence,
} from '../../../controller/src/diagnosis/diagnose-outage.ts'
import { createSecretBox } from '../../../controller/src/secrets/secret-box.ts'
import { fixedKeys } from '../../../controller/src/secrets/secret-keys.ts'
import { NOW, REGIONS, useDiagnosingApi } from '../../helpers/diagnosing-api.ts'
import { record, startDnsServer } from '../../helpers/dns-server.ts'
import { listen, serveRaw } from '../../helpers/listen.ts'
import { insertWorkspace } from '../../helpers/rows.ts'
import { closedUdpPort } from '../../helpers/udp-server.ts'

const api = useDiagnosingApi()
const { asked, connect, addAgent, partsAt, outageAt, stored, waitingJobs, read } = api

test('the votes are judged at once, and once more with what agents gather', async () => {
  const open = await serveRaw(() => {})
  for (const region of REGIONS) await addAgent(region, [], { others: () => [open] })
  const { id, outageId } = await outageAt(`http://127.0.0.1:${await closedUdpPort()}/`)

  await diagnoseOutage(partsAt(), { outageId })
  expect(asked).toEqual([])
  expect(await stored(outageId)).toMatchObject({
    cause: 'connectionRefused',
    summary: 'It was refused.',
    analysis: { isGathered: false },
    analysedAt: new Date(NOW + 5_000),
  })
  expect((await read(id)).verdict).toMatchObject({ cause: 'connectionRefused', confidence: 0.6 })
  expect(await waitingJobs()).toBe(1)

  await gatherEvidence(partsAt(), { outageId })
  const { verdict, evidence } = await read(id)
  expect(verdict).toMatchObject({ cause: 'connectionRefused', confidence: 0.8 })
  expect(verdict.explanation).toContain(`port ${open} is open`)
  expect(evidence.map(({ kind }: { kind: string }) => kind)).toContain('ports')
  expect(asked.map(({ region }) => region)).toEqual(REGIONS)

  // Delivery is at least once: what was gathered stays.
  await diagnoseOutage(partsAt(), { outageId })
  await gatherEvidence(partsAt(), { outageId })
  expect(asked).toHaveLength(2)
  expect((await stored(outageId))?.analysis?.isGathered).toBe(true)
})

test('the outage is called by what was found out', async () => {
  const port = await listen(
    createServer((request, response) => {
      response.writeHead(request.socket.localAddress === '127.0.0.1' ? 500 : 200).end()
    }),
    '0.0.0.0',
  )
  const names = await startDnsServer(({ name, type }) => ({
    answers: type === 'A' ? ['127.0.0.1', '127.0.0.3'].map((ip) => record(name, 'A', ip)) : [],
  }))
  await addAgent('eu-west', [names.at])
  const { outageId } = await outageAt(`http://shop.test:${port}/`, {
    cause: 'serverError',
    phase: 'firstByte',
    status_code: 500,
    error: 'The server answered 500.',
  })
  await gatherEvidence(partsAt(), { outageId })
  expect(await stored(outageId)).toMatchObject({
    cause: 'singleAddressDown',
    summary: expect.stringContaining('127.0.0.1 fails and 127.0.0.3 works'),
  })
})

test('the agents get no secret, also where they may wait in the database', async () => {
  await addAgent('eu-west')
  const settings = createSecretBox(fixedKeys([randomBytes(32)])).seal(
    { workspaceId: 1, id: 'mon_x' },
    'web',
    {
      auth: { kind: 'basic', username: 'me', password: 'hunter2' },
      headers: { Authorization: 'Bearer hunter3', Accept: '*/*' },
      expectedStatus: ['200-299'],
    },
  )
  const url = `http://127.0.0.1:${await closedUdpPort()}/`
  const { outageId } = await outageAt(url, {}, { settings })
  await gatherEvidence(partsAt(), { outageId })
  expect(asked[0]?.input['settings']).toMatchObject({
    auth: {},
    headers: { Accept: '*/*' },
    expectedStatus: ['200-299', '401', '403'],
  })
  expect(JSON.stringify(asked)).not.toMatch(/hunter|sealed/)
})

test('what an agent says of its own network is told to who runs it alone', async () => {
  await addAgent('eu-west')
  const { id } = await outageAt('http://192.0.68.9:80/', {
    cause: 'connectionTimeout',
    failure_source: 'network',
    ip: '192.0.68.9',
  })
  const said = 'the agent has no way out: none of 10.9.8.7:443 can be reached'
  await api.db.query(
    {
      text: `update agents set self_test_passed = false, self_test_error = $1 where left_at is null`,
    },
    [said],
  )
  expect(JSON.stringify(await read(id))).toContain(said)
  const others = await insertWorkspace(api.db)
  await api.db.query({ text: 'update installation set owner_workspace_id = $1' }, [others])
  onTestFinished(async () => {
    await api.db.query({ text: 'update installation set owner_workspace_id = $1' }, [
      api.workspaceId,
    ])
  })
  const told = JSON.stringify(await read(id))
  expect(told).toContain('Its self-test fails: the agent is not fit to judge targets.')
  expect(told).not.toContain('10.9.8.7')
})

test('without an agent that can gather the votes stand', async () => {
  await addAgent('eu-west')
  const { outageId } = await outageAt('http://127.0.0.1:9/')
  await api.db.query({ text: `update agents set capabilities = '{web}'` })
  await gatherEvidence(partsAt(), { outageId })
  await api.db.query({ text: `update agents set capabilities = '{web,diagnose,browser}'` })
  expect(await stored(outageId)).toMatchObject({
    analysis: { isGathered: false, analysis: { verdict: { cause: 'connectionRefused' } } },
  })
})

test('an agent that answers nonsense is done without', async () => {
  await connect('eu-west', () => ({ output: { startedAt: 'now', evidence: { ports: 'all' } } }))
  const { outageId } = await outageAt('http://127.0.0.1:9/')
  await gatherEvidence(partsAt(), { outageId })
  expect((await stored(outageId))?.analysis?.isGathered).toBe(false)
})

test('a long text is cut between characters, since half of one cannot be stored', async () => {
  const { id, outageId } = await outageAt('http://127.0.0.1:9/', {
    error: `${'x'.repeat(999)}\u{1f600}`,
  })
  await diagnoseOutage(partsAt(), { outageId })
  expect(await stored(outageId)).toMatchObject({ analysis: { isGathered: false } })
  expect((await read(id)).evidence[0].observed).toHaveLength(1_000)
})

test('an outage that is over, or long confirmed, is not looked into any more', async () => {
  await addAgent('eu-west')
  const { outageId } = await outageAt('http://127.0.0.1:9/')
  await gatherEvidence(partsAt(NOW + 3_600_000), { outageId })
  await api.db.query({ text: 'update outages set ended_at = $2 where public_id = $1' }, [
    outageId,
    new Date(NOW + 4_000),
  ])
  await gatherEvidence(partsAt(), { outageId })
  expect(asked).toEqual([])
  await diagnoseOutage(partsAt(), { outageId })
  expect((await stored(outageId))?.analysis?.analysis.verdict.cause).toBe('connectionRefused')
})

test.for([null, {}, { outageId: '' }, { outageId: 'out_gone' }, { outageId: 7 }, 'x'])(
  'a job without an outage (%j) is passed over',
  async (payload) => {
    await diagnoseOutage(partsAt(), payload)
    expect(await waitingJobs()).toBe(0)
  },
)

test('a failure that began with a change of the settings is the settings', async () => {
  const { id, number, outageId } = await outageAt('http://127.0.0.1:9/')
  await api.db.query({ text: 'update monitors set settings = $2, updated_at = $3 where id = $1' }, [
    number,
    '{"keyword":{"value":"welcome"}}',
    new Date(NOW - 30_000),
  ])
  expect((await read(id)).verdict.cause).toBe('monitorMisconfigured')
  await api.db.query(
    { text: 'update monitors set target_changed_at = null, name = $2 where id = $1' },
    [number, 'Another name'],
  )
  expect((await read(id)).verdict.cause).toBe('connectionRefused')
  expect(outageId).not.toBe('')
})
