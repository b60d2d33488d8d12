import { isIP } from 'node:net'
import type { CheckFailure } from '../outcome/check-failure.ts'
import { whyNoRoute } from './local-route.ts'

/** An address that this machine itself has no way to (its link is down, it has no IPv6). */
export function noRouteFailure(peer: string, address: string): CheckFailure {
  const where = isIP(address) === 6 ? 'over IPv6' : 'to this address'
  return {
    source: 'agent',
    phase: 'connect',
    cause: 'agentEgressDown',
    message: `The connection to ${peer} could not be begun: the agent has no way out ${where}.`,
  }
}

/** Tells whose fault "network unreachable" is: a router on the way says the same as the agent's own
 *  routing table, and an agent without a way out must not call targets down.
 *  @param address null when none was tried */
export async function withOwnRoute(
  failure: CheckFailure,
  address: string | null,
  peer: string,
  askRoute: typeof whyNoRoute = whyNoRoute,
): Promise<CheckFailure> {
  if (failure.cause !== 'networkUnreachable' || address === null) return failure
  const isOurs = (await askRoute(address)) === 'ENETUNREACH'
  return isOurs ? noRouteFailure(peer, address) : failure
}
