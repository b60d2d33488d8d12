import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPrograms } from '../../../agent/src/trace/find-icmp.ts'
import type { Analysis } from '../../../controller/src/diagnosis/analysis.ts'
import { diagnose } from '../../../controller/src/diagnosis/diagnose.ts'
import type { Gathered, RegionCheck } from '../../../controller/src/diagnosis/facts.ts'
import type { Target } from '../../helpers/diagnosis.ts'
import { factsOf, OUTAGE_AT_MS } from '../../helpers/diagnosis.ts'
import type { SmallNetwork } from '../agent/network-namespaces.ts'
import { openSmallNetwork } from '../agent/network-namespaces.ts'

const DRIVER = fileURLToPath(new URL('./network-driver.ts', import.meta.url))
const hasPrograms = findPrograms().mtrPacket !== null
let network: SmallNetwork | null = null

beforeAll(async () => {
  if (hasPrograms) network = await openSmallNetwork(DRIVER)
})

afterAll(async () => {
  await network?.close()
})

/** Linux sends one "unreachable" message a second to the same machine once five are spent, and another
 *  file's network spends them too: without one the path looks filtered. */
const SCARCE_MESSAGES = { retry: 4 }

type Skip = (note: string) => void
type Asked = Pick<Target, 'type' | 'url' | 'settings'> & {
  timeoutMs?: number
  region?: string
  role?: 'failing' | 'passing'
}

/** The agent's own check and evidence; skips the test where there is no such network. */
async function look(skip: Skip, asked: Asked): Promise<{ vote: RegionCheck; gathered: Gathered }> {
  if (!hasPrograms) skip('mtr-packet is not installed')
  if (network === null) skip('this user may not make network namespaces')
  return (await network?.ask(asked)) as { vote: RegionCheck; gathered: Gathered }
}

async function diagnosed(skip: Skip, asked: Asked): Promise<Analysis> {
  const { vote, gathered } = await look(skip, asked)
  return diagnose(factsOf(asked, [vote], { gathered: [gathered] }), OUTAGE_AT_MS)
}

test('packets that are dropped on the way', async ({ skip }) => {
  const { verdict } = await diagnosed(skip, { type: 'tcp', url: 'tcp://10.77.5.1:80' })
  expect(verdict).toMatchObject({ cause: 'connectionTimeout', category: 'network' })
  expect(verdict.explanation).toMatch(/nothing answers behind 10\.77\.1\.254 \(hop 1\)/)
})

test('a host that a router cannot reach', SCARCE_MESSAGES, async ({ skip }) => {
  const { verdict } = await diagnosed(skip, { type: 'tcp', url: 'tcp://10.77.8.1:80' })
  expect(verdict).toMatchObject({ cause: 'hostUnreachable', category: 'network' })
})

test('a network that no router knows', SCARCE_MESSAGES, async ({ skip }) => {
  const { verdict } = await diagnosed(skip, { type: 'tcp', url: 'tcp://10.77.77.1:80' })
  expect(verdict).toMatchObject({ cause: 'networkUnreachable', category: 'network' })
})

test.for([
  ['ping', 'ping://10.77.9.1'],
  ['tcp', 'tcp://10.77.9.1:80'],
] as const)(
  'a route that runs in a circle, by %s',
  SCARCE_MESSAGES,
  async ([type, url], { skip }) => {
    const { verdict } = await diagnosed(skip, { type, url })
    expect(verdict).toMatchObject({ cause: 'routeLoop', category: 'network' })
    expect(verdict.explanation).toMatch(
      /packets come back to hop 1 at 10\.77\.1\.254 again and again/,
    )
  },
)

test('packets that are lost, but not all of them', async ({ skip }) => {
  const url = 'ping://10.77.3.1'
  // The target answers six echo requests, then one a second.
  const limit = 'cd /proc/sys/net/ipv4; echo 1000 > icmp_ratelimit; echo 1 > icmp_ratemask'
  await network?.script('target', limit)
  const { verdict } = await diagnosed(skip, {
    type: 'ping',
    url,
    settings: { packets: 16, packetIntervalMs: 20 },
    timeoutMs: 1_500,
  })
  await network?.script('target', 'echo 0 > /proc/sys/net/ipv4/icmp_ratelimit')
  expect(verdict).toMatchObject({ cause: 'packetLoss', category: 'network' })
})

test('a path that led to the target once and breaks off now', async ({ skip }) => {
  const asked = { type: 'ping', url: 'ping://10.77.3.1' } as const
  const before = await look(skip, asked)
  expect(before.vote.status).toBe('up')
  const { trace } = before.gathered.output.evidence
  const goodTraces = [{ region: 'eu-west', atMs: OUTAGE_AT_MS - 1, hops: trace?.hops ?? [] }]
  await network?.ip('second', 'route add blackhole 10.77.3.1/32')
  const { vote, gathered } = await look(skip, asked)
  await network?.ip('second', 'route del blackhole 10.77.3.1/32')
  const alone = factsOf(asked, [vote], { gathered: [gathered], goodTraces })
  const { verdict } = diagnose(alone, OUTAGE_AT_MS)
  expect(verdict).toMatchObject({ cause: 'pathBreak', category: 'network' })
  expect(verdict.explanation).toMatch(
    /behind 10\.77\.1\.254 \(hop 1\) nothing answers from eu-west, while an earlier trace led on from there\.$/,
  )

  // The same from two regions at once, one of which still gets through.
  const passing = { ...before.gathered, region: 'us-east', role: 'passing' } as const
  const facts = factsOf(asked, [vote, { ...before.vote, region: 'us-east' }], {
    gathered: [gathered, passing],
  })
  expect(diagnose(facts, OUTAGE_AT_MS).verdict.explanation).toMatch(
    /while the way from us-east leads to the target\.$/,
  )
})

test('an agent that has no way out itself', async ({ skip }) => {
  const { verdict } = await diagnosed(skip, { type: 'tcp', url: 'tcp://[2001:db8::1]:80' })
  expect(verdict).toMatchObject({ cause: 'agentEgressDown', category: 'ours' })
})
