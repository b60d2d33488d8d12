import { expect, test } from 'vitest'
import { diagnoseOutage } from '../../../controller/src/diagnosis/diagnose-outage.ts'
import { NOW, REGIONS, useDiagnosingApi } from '../../helpers/diagnosing-api.ts'
import { insertMonitors } from '../../helpers/rows.ts'

const api = useDiagnosingApi()
const { addAgent, partsAt, outageAt, stored, read } = api

test('a parent that is down, and hosts of the same provider, are found in the database', async () => {
  const parent = await outageAt('http://192.0.66.9:80/', { ip: '192.0.66.9' })
  const child = await outageAt(
    'http://192.0.67.1:80/',
    { ip: '192.0.67.1' },
    {
      dependsOn: [parent.id],
    },
  )
  await diagnoseOutage(partsAt(), { outageId: child.outageId })
  const told = await read(child.id)
  expect(told.verdict.cause).toBe('dependencyDown')
  expect(told.related).toEqual([
    { monitorId: parent.id, reason: expect.stringContaining('depends on') },
  ])
  await outageAt('http://192.0.66.10:80/', { ip: '192.0.66.10' })
  const third = await outageAt('http://192.0.66.11:80/', { ip: '192.0.66.11' })
  await diagnoseOutage(partsAt(), { outageId: third.outageId })
  const shared = await read(third.id)
  expect(shared.verdict.cause).toBe('sharedProvider')
  expect(shared.related).toHaveLength(2)
})

test('unrelated hosts of one network, broken in as many ways, each keep their cause', async () => {
  const causes = [
    ['notFound', 404],
    ['authRequired', 401],
    ['certExpired', null],
    ['dnsWrongAnswer', null],
    ['connectionRefused', null],
    ['unexpectedReply', null],
    ['serverError', 500],
    ['keywordMissing', 200],
    ['connectionTimeout', null],
    ['udpNoReply', null],
    ['mailAuthFailed', null],
    ['timeout', null],
    ['badGateway', 502],
  ] as const
  const made: { id: string; outageId: string }[] = []
  for (const [index, [cause, statusCode]] of causes.entries()) {
    const ip = `192.0.69.${index + 1}`
    const vote = { cause, status_code: statusCode, ip, error: `It failed by ${cause}.` }
    made.push(await outageAt(`http://${ip}:80/`, vote))
  }
  for (const { outageId } of made) await diagnoseOutage(partsAt(), { outageId })
  const told = await Promise.all(made.map(async ({ id }) => (await read(id)).verdict.cause))
  expect(told).toEqual(causes.map(([cause]) => cause))
})

test('hosts that go dark together are told so, by their own checks and not by what each was called', async () => {
  const made: { id: string; outageId: string }[] = []
  for (const index of [1, 2, 3, 4, 5, 6]) {
    const ip = `192.0.70.${index}`
    const error = 'Nothing came back.'
    made.push(await outageAt(`http://${ip}:80/`, { cause: 'connectionTimeout', ip, error }))
  }
  // Each finds the others already judged.
  for (const { outageId } of made) await diagnoseOutage(partsAt(), { outageId })
  for (const { id, outageId } of made) {
    const { verdict, alternatives, evidence } = await read(id)
    expect(verdict.cause).toBe('sharedProvider')
    expect(alternatives[0].cause).toBe('connectionTimeout')
    const observed = evidence.map((each: { observed: string }) => each.observed)
    expect(observed).toContain('Nothing came back.')
    expect(
      observed.filter((text: string) =>
        text.endsWith('is down: No connection within the time limit.'),
      ),
    ).toHaveLength(5)
    expect((await stored(outageId))?.cause).toBe('sharedProvider')
  }
  // One among them that was refused its certificate has another reason.
  const ip = '192.0.70.7'
  const other = await outageAt(`https://${ip}:443/`, { cause: 'certExpired', phase: 'tls', ip })
  await diagnoseOutage(partsAt(), { outageId: other.outageId })
  expect((await read(other.id)).verdict.cause).toBe('certExpired')
})

test('a parent that was only called so explains nothing by itself', async () => {
  const parent = await outageAt('http://192.0.71.9:80/', { cause: 'certExpired', ip: '192.0.71.9' })
  await api.db.query({ text: `update outages set cause = 'sharedProvider' where public_id = $1` }, [
    parent.outageId,
  ])
  const vote = { cause: 'connectionTimeout', ip: '192.0.72.1' }
  const child = await outageAt('http://192.0.72.1:80/', vote, { dependsOn: [parent.id] })
  const { verdict, related } = await read(child.id)
  expect(verdict.cause).toBe('connectionTimeout')
  expect(related.map(({ monitorId }: { monitorId: string }) => monitorId)).toEqual([parent.id])
})

test('agents whose other targets fail too, while other regions pass them, are not well', async () => {
  for (const region of REGIONS) await addAgent(region)
  const { id } = await outageAt('http://192.0.68.1:80/', {
    cause: 'connectionTimeout',
    failure_source: 'network',
    ip: '192.0.68.1',
  })
  const others = await insertMonitors(api.db, api.workspaceId, { count: 3, status: 'degraded' })
  for (const [i, number] of others.entries()) {
    await api.db.query({ text: 'update monitors set host = $2 where id = $1' }, [
      number,
      `host-${i}.test`,
    ])
    await api.db.query(
      {
        text: `insert into region_states (monitor_id, region, scheduled_at, checked_at, status)
          select $1, region, $2, $2, case when region = 'ap-south' then 'up' else 'down' end
          from unnest('{eu-west,us-east,ap-south}'::text[]) region`,
      },
      [number, new Date(NOW)],
    )
  }
  const { verdict } = await read(id)
  expect(verdict.cause).toBe('agentEgressDown')
  expect(verdict.explanation).toContain('host-0.test, host-1.test and host-2.test')
  // What those hosts refuse by themselves is no trouble of an agent.
  await api.db.query({
    text: `update region_states set cause = 'botBlocked' where status = 'down'`,
  })
  expect((await read(id)).verdict.cause).toBe('connectionTimeout')
})
