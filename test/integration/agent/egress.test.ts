import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../helpers/eventually.ts'
import { startFakeController } from '../../helpers/fake-controller.ts'
import type { TestMonitor } from './agent-program.ts'
import { assignAll, keepAcknowledging, startAgent, verdictOf } from './agent-program.ts'
import type { EgressNetwork } from './egress-network.ts'
import { OUTSIDE, RANGES, openEgressNetwork } from './egress-network.ts'

const NAMED_RESOLVER = 8
const unverified = { tls: { verify: false } }
const monitors: readonly TestMonitor[] = [
  { id: 1, type: 'web', url: `http://${OUTSIDE}/` },
  { id: 2, type: 'web', url: `https://${OUTSIDE}/`, settings: unverified },
  { id: 3, type: 'web', url: 'https://site.test/', settings: unverified },
  { id: 4, type: 'tcp', url: `tcp://${OUTSIDE}:80` },
  { id: 5, type: 'udp', url: `udp://${OUTSIDE}:7`, settings: { payload: 'x', anyReply: true } },
  { id: 6, type: 'ping', url: `ping://${OUTSIDE}`, settings: { packets: 1 } },
  { id: 7, type: 'dns', url: 'dns://site.test' },
  { id: NAMED_RESOLVER, type: 'dns', url: 'dns://site.test', settings: { resolver: OUTSIDE } },
  { id: 9, type: 'mail', url: `smtp://${OUTSIDE}` },
]

/** What the agent says about its monitors once its way out is cut, and what its self-test says. */
async function afterCut(
  network: EgressNetwork,
  controller: Awaited<ReturnType<typeof startFakeController>>,
  cut: (network: EgressNetwork) => Promise<unknown>,
) {
  const agent = startAgent(network.controller, {
    within: network.within,
    environment: {
      SIGHTLINE_ALLOW_PRIVATE_TARGETS: RANGES,
      SIGHTLINE_DNS_SERVERS: `${OUTSIDE}:53`,
      SIGHTLINE_SELF_TEST: `tcp://${OUTSIDE}:80,dns://site.test`,
    },
  })
  const call = await controller.call(0)
  keepAcknowledging(call)
  assignAll(call, monitors)
  const lastOf = (id: number) => call.results().findLast(({ monitorId }) => monitorId === id)
  await eventually(() => monitors.every(({ id }) => lastOf(id) !== undefined))
  const before = call.results().map(verdictOf)
  await cut(network)
  const cutAtMs = Date.now()
  const after = () => call.results().filter(({ startedAtMs }) => Number(startedAtMs) > cutAtMs)
  const isTold = () => {
    const ids = new Set(after().map(({ monitorId }) => monitorId))
    const heartbeat = call.said('heartbeat').at(-1)
    return ids.size === monitors.length && heartbeat?.selfTestPassed === false ? heartbeat : null
  }
  const { selfTestError } = await eventually(isTold)
  return {
    before: [...new Set(before)],
    after: after().map((result) => ({ id: result.monitorId, told: verdictOf(result) })),
    selfTestError,
    isRunning: agent.child.exitCode === null,
  }
}

const CUTS: readonly (readonly [name: string, place: 'agent' | 'outside', command: string])[] = [
  ['its link is down', 'agent', 'link set right down'],
  ['the network drops everything', 'outside', 'link set left down'],
  ['its own machine forbids it', 'agent', 'route replace prohibit default'],
]

/** A name server that a monitor names is its target, so its silence is told as the target's. */
const isExcused = (told: string, id: number): boolean =>
  id === NAMED_RESOLVER && told === 'down target dnsTimeout'

test('without a way out an agent blames no target, and says that it is not well', async ({
  skip,
}) => {
  const found = await Promise.all(
    CUTS.map(async ([name, place, command]) => {
      const controller = await startFakeController()
      onTestFinished(controller.stop)
      const network = await openEgressNetwork(controller.port)
      return network === null
        ? null
        : { name, ...(await afterCut(network, controller, ({ ip }) => ip(place, command))) }
    }),
  )
  for (const each of found) {
    if (each === null) {
      skip('this user may not make network namespaces')
      return
    }
    const { name, before, after, selfTestError, isRunning } = each
    expect([name, before, isRunning]).toEqual([name, ['up'], true])
    expect(selfTestError).toContain('the agent has no way out')
    const blamed = after.filter(
      ({ id, told }) =>
        !/^(?:down network|unknown agent|unknown resolver) /.test(told) && !isExcused(told, id),
    )
    expect([name, blamed]).toEqual([name, []])
  }
})
