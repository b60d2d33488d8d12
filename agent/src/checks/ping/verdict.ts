import type { Cause } from '@sightline/shared/causes'
import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import { isIP } from 'node:net'
import type { CheckFailure } from '../../outcome/check-failure.ts'
import type { EchoReply } from '../../icmp/engine.ts'
import { isOwnAddress } from '../../net/local-route.ts'
import { noRouteFailure } from '../../net/own-route.ts'
import type { PingFigures } from './figures.ts'

function failure(cause: Cause, message: string): CheckFailure {
  return { source: 'network', phase: 'connect', cause, message }
}

type Refusal = Extract<EchoReply, { kind: 'unreachable' }>

function unreachable(refusal: Refusal, address: string, peer: string): CheckFailure {
  const { from, reason } = refusal
  // An agent without a way out must not call targets down.
  if (from === null && (reason === 'network' || isIP(address) === 6))
    return noRouteFailure(peer, address)
  const cause = reason === 'network' ? 'networkUnreachable' : 'hostUnreachable'
  if (from === null) {
    return failure(cause, `The agent's machine has no route to ${peer}.`)
  }
  if (isOwnAddress(from)) {
    return failure(cause, `No machine answers for ${peer} in the agent's own network.`)
  }
  return failure(cause, `The router ${from} reports that ${peer} cannot be reached.`)
}

/** Nothing came back from the target: what routers said about it is the cause, else its silence. */
function noReply(replies: readonly EchoReply[], address: string, peer: string): CheckFailure {
  const refusal = replies.find((reply) => reply.kind === 'unreachable')
  if (refusal !== undefined) return unreachable(refusal, address, peer)
  const expired = replies.find((reply) => reply.kind === 'expired')
  if (expired !== undefined) {
    const where = expired.from === null ? '' : ` (last seen at ${expired.from})`
    return failure('routeLoop', `The packets to ${peer} run in a circle and never arrive${where}.`)
  }
  const text = `${peer} answered none of ${replies.length} echo requests within the time limit.`
  return failure('connectionTimeout', text)
}

/** Why a ping is not up, and whether that means down or degraded; null when it is up. A target that
 *  answers nothing at all is down however much loss its monitor allows.
 *  @param address the one that was pinged
 *  @param peer what messages call the target */
export function judgePing(
  replies: readonly EchoReply[],
  figures: PingFigures,
  settings: Pick<SettingsOf<'ping'>, 'maxLossPercent' | 'degradedLossPercent' | 'maxAvgMs'>,
  target: { address: string; peer: string },
): { failure: CheckFailure; isDown: boolean } | null {
  const { address, peer } = target
  const { sent, received, lossPercent, avgMs } = figures
  if (received === 0) return { failure: noReply(replies, address, peer), isDown: true }
  const { maxLossPercent, degradedLossPercent, maxAvgMs } = settings
  const lost = `${sent - received} of ${sent} echo requests to ${peer} were not answered (${lossPercent} %)`
  if (lossPercent > maxLossPercent) {
    const text = `${lost}; more than ${maxLossPercent} % is down.`
    return { failure: failure('packetLoss', text), isDown: true }
  }
  if (degradedLossPercent !== null && lossPercent > degradedLossPercent) {
    const text = `${lost}; more than ${degradedLossPercent} % is degraded.`
    return { failure: failure('packetLoss', text), isDown: false }
  }
  if (maxAvgMs !== null && avgMs !== null && avgMs > maxAvgMs) {
    const text = `The round trip to ${peer} took ${Math.round(avgMs)} ms on average; more than ${maxAvgMs} ms is slow.`
    return { failure: failure('slowConnect', text), isDown: false }
  }
  return null
}
