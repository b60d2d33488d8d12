import type { IpFamily } from '@sightline/shared/name-resolution'
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { peerName } from '@sightline/shared/peer-name'
import type { CheckFailure } from '../outcome/check-failure.ts'
import type { FindAddresses } from './addresses.ts'
import { failureOf, timeLimitFailure } from './failures.ts'
import { whyNoRoute } from './local-route.ts'
import { withOwnRoute } from './own-route.ts'

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

interface Failed {
  readonly failure: CheckFailure
  readonly ip: string | null
}

/** How connections are made, and whose fault it is where there is none; a test may bring its own. */
interface Ways {
  readonly open: (to: { host: string; port: number; noDelay: boolean }) => Socket
  readonly whyNoRoute: typeof whyNoRoute
}

/** One for all sockets: what a listener was made in stays in memory as long as its socket (`askHttp1`). */
const ignore = (): void => {}

const WAYS: Ways = { open: connect, whyNoRoute }

/** Tries the addresses in order, each with a head start; the first connection wins.
 *  @returns else why there is none: what each address failed with, or that the time was over */
function race(
  addresses: readonly string[],
  target: { host: string; port: number },
  signal: AbortSignal,
  { open: connectionTo }: Ways,
): Promise<{ socket: Socket; ip: string } | { failed: readonly Failed[] }> {
  const peer = peerName(target.host, target.port)
  return new Promise((resolve) => {
    const open = new Map<Socket, string>()
    const failed: Failed[] = []
    let next = 0
    let timer: NodeJS.Timeout | null = null

    function settle(outcome: { socket: Socket; ip: string } | { failed: readonly Failed[] }): void {
      if (timer !== null) clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
      for (const socket of open.keys()) socket.destroy()
      open.clear()
      resolve(outcome)
    }

    /** Of an address that is silent: others may have failed at once. */
    function giveUp(): void {
      const ip = [...open.values()].at(-1) ?? null
      settle({ failed: [{ failure: timeLimitFailure('connect', peer), ip }] })
    }

    function fail(error: NodeJS.ErrnoException, ip: string): void {
      failed.push({ failure: failureOf(error, 'connect', peer), ip })
      if (next < addresses.length) tryNext()
      else if (open.size === 0) settle({ failed })
    }

    function tryNext(): void {
      if (timer !== null) clearTimeout(timer)
      const ip = addresses[next]
      if (ip === undefined) return
      next += 1
      const socket = connectionTo({ host: ip, port: target.port, noDelay: true })
      open.set(socket, ip)
      const broke = (error: NodeJS.ErrnoException): void => {
        if (!open.delete(socket)) return
        socket.destroy()
        fail(error, ip)
      }
      socket.on('error', broke)
      socket.once('connect', () => {
        if (!open.delete(socket)) return
        // A connection that breaks before its owner listens must not end the process.
        socket.on('error', ignore).off('error', broke)
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
  ways = WAYS,
): Promise<Attempt & { connectMs: number }> {
  const startedAtMs = performance.now()
  const outcome = await race(addresses, target, signal, ways)
  const connectMs = performance.now() - startedAtMs
  if ('socket' in outcome) return { ...outcome, connectMs }
  return { ...(await failureToTell(outcome.failed, target, ways)), connectMs }
}

/** The first address's failure is told, but one of the agent's own never hides the target's: a host whose IPv4 refuses
 *  is down, also for an agent that has no way out over IPv6. */
async function failureToTell(
  failed: readonly Failed[],
  target: { host: string; port: number },
  ways: Ways,
): Promise<Failed> {
  const peer = peerName(target.host, target.port)
  let told: Failed | null = null
  for (const { failure, ip } of failed) {
    const judged = { failure: await withOwnRoute(failure, ip, peer, ways.whyNoRoute), ip }
    if (judged.failure.source !== 'agent') return judged
    told ??= judged
  }
  return told ?? { failure: timeLimitFailure('connect', peer), ip: null }
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
