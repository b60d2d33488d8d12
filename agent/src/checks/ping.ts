import type { EchoReply } from '../icmp/engine.ts'
import { IcmpError } from '../icmp/engine.ts'
import { hostOf } from '../net/target-host.ts'
import type { Checker } from './checker.ts'
import { NAMES } from './diagnosis-hints.ts'
import type { CheckOutcome } from '../outcome/check-outcome.ts'
import { agentFault, failed, NO_TIMINGS, roundMs } from '../outcome/check-outcome.ts'
import { pingFigures } from './ping/figures.ts'
import { planPing } from './ping/plan.ts'
import { judgePing } from './ping/verdict.ts'

const PING_HINTS: Checker<'ping'>['hints'] = {
  pieces: {
    name: NAMES,
    connection: ['trace', 'addresses', 'ports'],
    handshake: [],
    silence: ['trace', 'addresses', 'ports'],
    answer: ['trace'],
  },
  otherPorts: () => [443, 80, 22],
}

/** Checks that a host answers ICMP echo requests, how many and how fast: the first judged address is
 *  asked, `responseMs` is the average round trip. Source: decisions, section 6 */
export const pingChecker: Checker<'ping'> = {
  type: 'ping',
  hints: PING_HINTS,
  async run(spec, context) {
    const { icmp, signal } = context
    if (icmp === null) return agentFault(context.noIcmp ?? 'This agent cannot ping.')
    const startedAtMs = performance.now()
    const { settings } = spec
    const host = hostOf(spec.url)
    const found = await context.findAddresses({ host, family: settings.ipFamily }, signal)
    const timings =
      found.dnsMs === null ? NO_TIMINGS : { ...NO_TIMINGS, dnsMs: roundMs(found.dnsMs) }
    if (!found.ok) return failed(found.failure, { timings })
    const address = found.addresses[0]
    if (address === undefined) return agentFault(`The agent found no address of ${host}.`)

    const limitMs = Math.max(1, spec.timeoutMs - (performance.now() - startedAtMs))
    const { packets, packetSize } = settings
    const run = { address, packets, packetSize, limitMs, ...planPing(settings, limitMs) }
    let replies: readonly EchoReply[]
    try {
      replies = await icmp.ping(run, signal)
    } catch (error) {
      if (!(error instanceof IcmpError)) throw error
      return { ...agentFault(error.message), ip: address, timings }
    }

    const figures = pingFigures(replies)
    const responseMs = figures.avgMs === null ? null : roundMs(figures.avgMs)
    const facts: Omit<CheckOutcome, 'status' | 'failure'> = {
      statusCode: null,
      responseMs,
      ip: address,
      timings: { ...timings, connectMs: responseMs },
      details: { ...figures },
    }
    const verdict = judgePing(replies, figures, settings, { address, peer: host })
    if (verdict === null) return { ...facts, status: 'up', failure: null }
    return verdict.isDown
      ? failed(verdict.failure, facts)
      : { ...facts, status: 'degraded', failure: verdict.failure }
  },
}
