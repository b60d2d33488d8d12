import type { AddressGuard } from '@sightline/shared/address'
import type { IpFamily } from '@sightline/shared/name-resolution'
import type { Socket } from 'node:net'
import { connect, isIP } from 'node:net'
import type { CheckFailure } from '../check-failure.ts'
import { failureOf, noIpv6Failure, timeLimitFailure } from './failures.ts'
import type { LookUp } from './lookup.ts'
import { peerName } from './peer.ts'

/** A connection to exactly one address that the guard has judged, or why there is none. Times in
 *  ms; null for phases that did not take place. */
export type Dialled =
  | {
      readonly ok: true
      readonly socket: Socket
      readonly ip: string
      readonly dnsMs: number | null
      readonly connectMs: number
    }
  | {
      readonly ok: false
      readonly failure: CheckFailure
      /** The host has only addresses that may not be reached. */
      readonly isBlocked: boolean
      /** Address of the last try; null when none was made. */
      readonly ip: string | null
      readonly dnsMs: number | null
      readonly connectMs: number | null
    }

/** Connects over TCP to a host's first address that answers. The caller owns the socket. */
export type Dial = (
  target: { host: string; port: number; family: IpFamily },
  signal: AbortSignal,
) => Promise<Dialled>

/** Head start of each address before the next is tried beside it. Source: RFC 8305, section 5. */
const ATTEMPT_DELAY_MS = 250
/** A name with hundreds of addresses must not make an agent scan them. */
const MAX_ADDRESSES = 8
/** The check's own limit is the signal; this one only bounds a resolver that ignores it. */
const LOOKUP_TIMEOUT_MS = 60_000

type Attempt = { socket: Socket; ip: string } | { failure: CheckFailure; ip: string | null }

/** Tries the addresses in order, each with a head start; the first connection wins. */
function race(
  addresses: readonly string[],
  target: { host: string; port: number },
  signal: AbortSignal,
): Promise<Attempt> {
  const peer = peerName(target.host, target.port)
  return new Promise((resolve) => {
    const open = new Set<Socket>()
    let firstFailure: { failure: CheckFailure; ip: string } | null = null
    let next = 0
    let timer: NodeJS.Timeout | null = null

    function settle(attempt: Attempt): void {
      if (timer !== null) clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
      for (const socket of open) socket.destroy()
      open.clear()
      resolve(attempt)
    }

    function giveUp(): void {
      settle({ failure: timeLimitFailure('connect', peer), ip: addresses[next - 1] ?? null })
    }

    function fail(error: NodeJS.ErrnoException, ip: string): void {
      const isOurIpv6 = isIP(ip) === 6 && error.code === 'ENETUNREACH'
      const failure = isOurIpv6 ? noIpv6Failure(peer) : failureOf(error, 'connect', peer)
      // The first address's failure is told, but one of the agent's own never hides the target's.
      if (firstFailure === null || firstFailure.failure.source === 'agent') {
        firstFailure = { failure, ip }
      }
      if (next < addresses.length) tryNext()
      else if (open.size === 0) settle(firstFailure)
    }

    function tryNext(): void {
      if (timer !== null) clearTimeout(timer)
      const ip = addresses[next]
      if (ip === undefined) return
      next += 1
      const socket = connect({ host: ip, port: target.port, noDelay: true })
      open.add(socket)
      socket.once('error', (error) => {
        if (!open.delete(socket)) return
        socket.destroy()
        fail(error, ip)
      })
      socket.once('connect', () => {
        if (!open.delete(socket)) return
        // A connection that breaks before its owner listens must not end the process.
        socket.on('error', () => {})
        settle({ socket, ip })
      })
      timer = setTimeout(tryNext, ATTEMPT_DELAY_MS)
    }

    signal.addEventListener('abort', giveUp, { once: true })
    if (signal.aborted) giveUp()
    else tryNext()
  })
}

/** The only way an agent's checks reach a target: every candidate address is judged by the guard, and
 *  the socket goes to a judged address, never to a name that could resolve anew. */
export function createDial(deps: { lookUp: LookUp; guard: AddressGuard }): Dial {
  return async (target, signal) => {
    const { host, family } = target
    const looked = await deps.lookUp(host, { signal, timeoutMs: LOOKUP_TIMEOUT_MS, family })
    if (!looked.ok) {
      const { failure, dnsMs } = looked
      return { ok: false, failure, isBlocked: false, ip: null, dnsMs, connectMs: null }
    }
    const { addresses, dnsMs } = looked
    const judged = addresses.map((address) => ({
      address,
      reason: deps.guard.reasonBlocked(address),
    }))
    const open = judged.filter(({ reason }) => reason === null).slice(0, MAX_ADDRESSES)
    if (open.length === 0) {
      const reason = judged[0]?.reason ?? 'an address of the wrong family'
      const message =
        dnsMs === null
          ? `${host} is ${reason}, which may not be checked.`
          : `${host} resolves to ${reason}, which may not be checked.`
      const failure = {
        source: 'agent',
        phase: 'dns',
        cause: 'monitorMisconfigured',
        message,
      } as const
      return { ok: false, failure, isBlocked: true, ip: null, dnsMs, connectMs: null }
    }
    const startedAtMs = performance.now()
    const attempt = await race(
      open.map(({ address }) => address),
      target,
      signal,
    )
    const connectMs = performance.now() - startedAtMs
    return 'socket' in attempt
      ? { ok: true, socket: attempt.socket, ip: attempt.ip, dnsMs, connectMs }
      : { ok: false, failure: attempt.failure, isBlocked: false, ip: attempt.ip, dnsMs, connectMs }
  }
}
