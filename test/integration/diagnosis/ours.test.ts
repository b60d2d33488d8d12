import { expect, test } from 'vitest'
import type { DiagnosisFacts, Neighbour } from '../../../controller/src/diagnosis/facts.ts'
import { diagnoseTarget, OUTAGE_AT_MS } from '../../helpers/diagnosis.ts'
import { closedUdpPort } from '../../helpers/udp-server.ts'
import { serveRaw } from '../../helpers/listen.ts'
import { startNameServer } from '../../helpers/name-server.ts'

/** A site that refuses connections. */
async function refused(more: Partial<DiagnosisFacts> = {}) {
  const port = await closedUdpPort()
  return diagnoseTarget({ type: 'tcp', url: `tcp://127.0.0.1:${port}` }, more)
}

const neighbour = (more: Partial<Neighbour>): Neighbour => ({
  publicId: 'mon_2',
  name: 'Database',
  host: 'db.test',
  ip: null,
  cause: 'connectionRefused',
  startedAtMs: OUTAGE_AT_MS - 1_000,
  isParent: false,
  ...more,
})

test('a service it depends on is down', async () => {
  const { analysis } = await refused({ neighbours: [neighbour({ isParent: true })] })
  expect(analysis.verdict).toMatchObject({ cause: 'dependencyDown', category: 'ours' })
  expect(analysis.verdict.explanation).toMatch(
    /"Database" is down too, and this monitor depends on it\.$/,
  )
  expect(analysis.alternatives[0]?.cause).toBe('connectionRefused')
  expect(analysis.related).toEqual([
    { monitorId: 'mon_2', reason: 'This monitor depends on "Database", which is down too.' },
  ])
})

test('other hosts of the same provider are down', async () => {
  const { analysis } = await refused({
    neighbours: [
      neighbour({ ip: '127.0.0.7', host: 'a.test' }),
      neighbour({ ip: '127.0.0.1', host: 'b.test', publicId: 'mon_3' }),
      neighbour({ ip: '192.0.2.1', host: 'c.test', publicId: 'mon_4' }),
    ],
  })
  expect(analysis.verdict).toMatchObject({ cause: 'sharedProvider', category: 'ours' })
  expect(analysis.related.map(({ monitorId }) => monitorId)).toEqual(['mon_2', 'mon_3'])
})

test('the agents that see it are not well themselves', async () => {
  const agents = ['eu-west', 'us-east'].map((region) => ({
    region,
    selfTestError: null,
    isQuarantined: false,
    unrelatedHosts: ['a.test', 'b.test', 'c.test'],
  }))
  const { analysis } = await refused({ agents })
  expect(analysis.verdict).toMatchObject({ cause: 'agentFault', category: 'ours' })
  expect(analysis.verdict.explanation).toContain('it also fails a.test, b.test and c.test')
})

test('the settings were changed, and nothing passed since', async () => {
  const { analysis } = await diagnoseTarget(
    {
      type: 'tcp',
      url: `tcp://127.0.0.1:${await serveRaw((socket) => socket.write('hello'))}`,
      settings: { steps: [{ expect: 'goodbye' }] },
      options: { timeoutMs: 400 },
    },
    {
      hasPassedSinceChange: false,
      monitor: {
        publicId: 'mon_1',
        type: 'tcp',
        url: 'tcp://127.0.0.1:1',
        host: '127.0.0.1',
        port: 1,
        timeoutMs: 400,
        createdAtMs: OUTAGE_AT_MS - 86_400_000,
        changedAtMs: OUTAGE_AT_MS - 30_000,
      },
    },
  )
  expect(analysis.verdict).toMatchObject({ cause: 'monitorMisconfigured', category: 'ours' })
  expect(analysis.verdict.explanation).toMatch(
    /checks passed until its settings were changed at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, and none has since/,
  )
  expect(analysis.alternatives[0]?.cause).toBe('unexpectedReply')
})

test('settings that cannot be served', async () => {
  const { analysis } = await diagnoseTarget({
    type: 'web',
    url: 'http://127.0.0.1/',
    settings: { ipFamily: 'ipv6' },
  })
  expect(analysis.verdict).toMatchObject({ cause: 'monitorMisconfigured', category: 'ours' })
})

test("none of the agent's name servers can be reached", async () => {
  const servers = [`127.0.0.1:${await closedUdpPort()}`]
  const { analysis } = await diagnoseTarget({
    type: 'web',
    url: 'http://shop.test/',
    options: { servers },
  })
  expect(analysis.verdict).toMatchObject({ cause: 'resolverFault', category: 'ours' })
})

test('an agent without IPv6 says nothing about an address', async () => {
  const { analysis } = await diagnoseTarget({
    type: 'ping',
    url: 'ping://127.0.0.1',
  })
  expect(analysis.verdict).toMatchObject({ cause: 'agentFault', category: 'ours' })
})

test('an agent that is down with its name servers is told before the name', async () => {
  const servers = [await startNameServer({ 'shop.test': 'silence' })]
  const { analysis } = await diagnoseTarget(
    { type: 'web', url: 'http://shop.test/', options: { servers, timeoutMs: 1_500 } },
    {
      agents: ['eu-west', 'us-east'].map((region) => ({
        region,
        selfTestError: 'the agent has no way out',
        isQuarantined: false,
        unrelatedHosts: [],
      })),
    },
  )
  expect(analysis.verdict).toMatchObject({ cause: 'agentEgressDown', category: 'ours' })
  expect(analysis.verdict.explanation).toContain('its self-test says: the agent has no way out')
})
