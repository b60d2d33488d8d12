import type { TraceReport } from '@sightline/shared/traceroute'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CheckOutcome } from '../../../agent/src/outcome/check-outcome.ts'
import { findPrograms } from '../../../agent/src/trace/find-icmp.ts'
import type { SmallNetwork } from './network-namespaces.ts'
import { openSmallNetwork } from './network-namespaces.ts'

const hasPrograms = findPrograms().mtrPacket !== null
let network: SmallNetwork | null = null

beforeAll(async () => {
  if (hasPrograms) network = await openSmallNetwork()
})

afterAll(async () => {
  await network?.close()
})

interface Answer {
  readonly capabilities: readonly string[]
  readonly pings: readonly CheckOutcome[]
  readonly traces: readonly TraceReport[]
}

/** Asks the agent in the small network; skips the test where there is none. */
async function ask(skip: (note: string) => void, request: object): Promise<Answer> {
  if (!hasPrograms) skip('mtr-packet is not installed')
  if (network === null) skip('this user may not make network namespaces')
  return (await network?.ask(request)) as Answer
}

test('pings in a real network are told apart', async ({ skip }) => {
  const hosts = ['10.77.3.1', '10.77.8.1', '10.77.9.1', '10.77.6.1', '10.77.10.1', '10.77.3.99']
  const { capabilities, pings } = await ask(skip, { pings: hosts.map((host) => ({ host })) })
  expect(capabilities).toEqual(['ping', 'mtr', 'traceroute'])
  expect(pings.map(({ status, failure }) => [status, failure?.cause ?? null])).toEqual([
    ['up', null],
    ['down', 'hostUnreachable'],
    ['down', 'routeLoop'],
    ['down', 'hostUnreachable'],
    ['unknown', 'agentFault'],
    ['down', 'hostUnreachable'],
  ])
})

test('a dropped target is down at its limit, an agent without IPv6 calls nobody down', async ({
  skip,
}) => {
  const { pings } = await ask(skip, {
    pings: [{ host: '10.77.5.1', timeoutMs: 1_000 }, { host: '2001:db8::1' }],
  })
  expect(pings.map(({ status, failure }) => [status, failure?.cause])).toEqual([
    ['down', 'connectionTimeout'],
    ['unknown', 'agentEgressDown'],
  ])
})

test('a path of three hops over icmp, udp and tcp', async ({ skip }) => {
  const protocols = ['icmp', 'udp', 'tcp']
  const { traces } = await ask(skip, {
    traces: protocols.map((protocol) => ({ input: { host: '10.77.3.1', protocol } })),
  })
  expect(traces.map(({ protocol }) => protocol)).toEqual(protocols)
  for (const { reached, verdict, hops } of traces) {
    expect([reached, verdict.code]).toEqual([true, 'ok'])
    expect(hops.map(({ ip }) => ip)).toEqual(['10.77.1.254', '10.77.2.2', '10.77.3.1'])
  }
})

// Linux sends one "unreachable" message a second to the same machine once five are spent, and another
// file's network spends them too: without one the path looks filtered.
const SCARCE_MESSAGES = { retry: 4 }

test('what is wrong with a path is told', SCARCE_MESSAGES, async ({ skip }) => {
  const told: unknown[] = []
  const refused = { host: '10.77.8.1', maxHops: 2 }
  const others = ['10.77.5.1', '10.77.6.1', '10.77.9.1'].map((host) => ({ host, maxHops: 8 }))
  for (const inputs of [[refused], others]) {
    const { traces } = await ask(skip, {
      traces: inputs.map((input) => ({ input: { ...input, packets: 1 } })),
    })
    told.push(...traces.map(({ reached, verdict: { code, hop } }) => [reached, code, hop]))
  }
  expect(told).toEqual([
    [false, 'unreachable', 2],
    [false, 'filtered', 2],
    [false, 'unreachable', null],
    [false, 'loop', 1],
  ])
})

test("the system's commands do the same", SCARCE_MESSAGES, async ({ skip }) => {
  const { capabilities, pings, traces } = await ask(skip, {
    programs: { mtrPacket: null },
    pings: [{ host: '10.77.3.1' }, { host: '10.77.8.1' }, { host: '10.77.5.1', timeoutMs: 1_500 }],
    traces: [{ input: { host: '10.77.3.1' } }],
  })
  if (!capabilities.includes('pingCommand')) skip('ping is not installed')
  expect(pings.map(({ status, failure }) => [status, failure?.cause ?? null])).toEqual([
    ['up', null],
    ['down', 'hostUnreachable'],
    ['down', 'connectionTimeout'],
  ])
  if (!capabilities.includes('tracerouteCommand')) skip('traceroute is not installed')
  expect(traces[0]?.hops.map(({ ip }) => ip)).toEqual(['10.77.1.254', '10.77.2.2', '10.77.3.1'])
})
