import { unmapped } from '@sightline/shared/address'
import type { EchoReply, EchoRun, IcmpEngine } from './engine.ts'
import { IcmpError } from './engine.ts'
import { whyNoRoute } from '../net/local-route.ts'
import type { ProbePool } from './mtr-packet.ts'
import { noWay, refusal } from './no-way.ts'
import type { ProbeReply } from './probe-line.ts'
import type { Probe } from './probe-process.ts'
import type { Routes } from './routes.ts'

const LOST = { kind: 'lost' } as const

const NOT_SENT = 'The agent could not send its echo requests within the time limit.'

function isSameAddress(a: string, b: string): boolean {
  return a === b || unmapped(a) === unmapped(b)
}

/** Milliseconds by the reply, or by our own clock when the wall clock was set meanwhile. */
export function roundTripMs(ms: number, sentAtMs: number | null, nowMs: number): number {
  const longestMs = sentAtMs === null ? 0 : nowMs - sentAtMs
  return ms >= 0 && ms <= longestMs + 1 ? ms : longestMs
}

/** Pings through mtr-packet. */
export function createMtrEngine(pool: ProbePool, routes: Routes): IcmpEngine {
  return {
    engine: 'mtr',
    async ping(run, signal) {
      const address = unmapped(run.address)
      if (!routes.isKnown(address)) {
        const reason = noWay(await routes.find(address))
        if (reason instanceof IcmpError) throw reason
        if (reason !== null) return Array.from({ length: run.packets }, () => reason)
      }
      return new Promise((resolve, reject) => {
        sendRun(pool, { ...run, address }, signal, resolve, reject)
      })
    },
  }
}

/** Plain callbacks: an agent sends thousands of packets a second. */
function sendRun(
  pool: ProbePool,
  run: EchoRun,
  signal: AbortSignal,
  resolve: (replies: readonly EchoReply[]) => void,
  reject: (error: IcmpError) => void,
): void {
  const { address, packets, packetIntervalMs, packetSize, minWaitMs } = run
  const command = { address, protocol: 'icmp', port: null, ttl: null, packetSize } as const
  const untilMs = performance.now() + run.limitMs
  const probes: Probe[] = []
  const replies: (EchoReply | undefined)[] = []
  let settled = 0
  let timer: NodeJS.Timeout | null = null
  let isOver = false

  /** Nobody listens from here on. @returns false when that was so already */
  function end(): boolean {
    if (isOver) return false
    isOver = true
    if (timer !== null) clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
    for (const probe of probes) probe.isDropped = true
    return true
  }

  function fail(error: IcmpError): void {
    if (end()) reject(error)
  }

  function giveUp(): void {
    if (!end()) return
    const nowMs = performance.now()
    const known: EchoReply[] = []
    probes.forEach((probe, i) => {
      const reply = replies[i]
      if (reply !== undefined) known.push(reply)
      else if (probe.sentAtMs !== null && nowMs - probe.sentAtMs >= minWaitMs) known.push(LOST)
    })
    if (known.length > 0) resolve(known)
    else reject(new IcmpError(NOT_SENT))
  }

  /** The routing table changed since it was asked, or the machine cannot send for another reason. */
  async function explain(word: string): Promise<void> {
    const reason = refusal(word) ?? noWay(await whyNoRoute(address))
    if (reason === null)
      fail(new IcmpError(`The agent could not send its echo requests (${word}).`))
    else if (reason instanceof IcmpError) fail(reason)
    else if (end()) resolve(probes.map((_, i) => replies[i] ?? reason))
  }

  function meaningOf(reply: ProbeReply, sentAtMs: number | null): EchoReply | null {
    switch (reply.kind) {
      case 'reply':
        // Another machine's reply says nothing about this one.
        return isSameAddress(reply.from, address)
          ? { kind: 'reply', ms: roundTripMs(reply.ms, sentAtMs, performance.now()) }
          : LOST
      case 'expired':
        return { kind: 'expired', from: reply.from }
      case 'unreachable':
        return { kind: 'unreachable', reason: reply.reason, from: reply.from }
      case 'silence':
        return LOST
      default:
        return null
    }
  }

  function take(i: number, probe: Probe, reply: ProbeReply | { readonly kind: 'dead' }): void {
    if (isOver) return
    if (reply.kind === 'dead') {
      fail(new IcmpError('The program that sends echo requests ended on the agent.'))
      return
    }
    const meaning = meaningOf(reply, probe.sentAtMs)
    if (meaning === null) {
      void explain(reply.kind === 'refused' ? reply.word : reply.kind)
      return
    }
    replies[i] = meaning
    settled += 1
    if (settled === packets && end()) resolve(replies as EchoReply[])
  }

  function sendNext(): void {
    const i = probes.length
    const probe: Probe = {
      sentAtMs: null,
      isDropped: false,
      command,
      untilMs,
      onReply: (reply) => take(i, probe, reply),
    }
    probes.push(probe)
    if (probes.length < packets) timer = setTimeout(sendNext, packetIntervalMs)
    pool.send(probe)
  }

  signal.addEventListener('abort', giveUp, { once: true })
  if (signal.aborted) giveUp()
  else sendNext()
}
