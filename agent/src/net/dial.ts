import type { IpFamily } from '@sightline/shared/name-resolution'
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import type { CheckFailure } from '../outcome/check-failure.ts'
import type { FindAddresses } from './addresses.ts'
import { failureOf, timeLimitFailure } from './failures.ts'
import { withOwnRoute } from './own-route.ts'
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
/** A connection, or why there is none; `ip` is the last address tried, null when none was. */
export type Attempt = { socket: Socket; ip: string } | { failure: CheckFailure; ip: string | null }

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
      const failure = failureOf(error, 'connect', peer)
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
      if (next < addresses.length) timer = setTimeout(tryNext, ATTEMPT_DELAY_MS)
    }

    signal.addEventListener('abort', giveUp, { once: true })
    if (signal.aborted) giveUp()
    else tryNext()
  })
}

/** Connects to addresses the guard has judged (or that are exempt from it: the operator's own name
 *  servers), one after the other, each with a head start. The caller owns the socket.
 *  @param target.host what messages call the peer */
export async function connectTo(
  addresses: readonly string[],
  target: { host: string; port: number },
  signal: AbortSignal,
): Promise<Attempt & { connectMs: number }> {
  const startedAtMs = performance.now()
  const attempt = await race(addresses, target, signal)
  const connectMs = performance.now() - startedAtMs
  if ('socket' in attempt) return { ...attempt, connectMs }
  const { failure, ip } = attempt
  const peer = peerName(target.host, target.port)
  return { failure: await withOwnRoute(failure, ip, peer), ip, connectMs }
}

/** The only way an agent's checks open a stream to a target. */
export function createDial(findAddresses: FindAddresses): Dial {
  return async (target, signal) => {
    const found = await findAddresses(target, signal)
    if (!found.ok) return { ...found, ip: null, connectMs: null }
    const { dnsMs } = found
    const attempt = await connectTo(found.addresses, target, signal)
    const { connectMs, ip } = attempt
    return 'socket' in attempt
      ? { ok: true, socket: attempt.socket, ip: attempt.ip, dnsMs, connectMs }
      : { ok: false, failure: attempt.failure, isBlocked: false, ip, dnsMs, connectMs }
  }
}
