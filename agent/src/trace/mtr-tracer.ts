import { unmapped } from '@sightline/shared/address'
import { IcmpError } from '../icmp/engine.ts'
import { roundTripMs } from '../icmp/mtr-engine.ts'
import type { PoolSize, ProbePool } from '../icmp/mtr-packet.ts'
import { noWay, refusal } from '../icmp/no-way.ts'
import type { ProbeReply } from '../icmp/probe-line.ts'
import type { Probe } from '../icmp/probe-process.ts'
import type { Routes } from '../icmp/routes.ts'
import type { HopAnswer, RawTrace, TraceRun, Tracer } from './tracer.ts'
import { NO_WAY } from './tracer.ts'

/** A process of their own, so that traces never take pings' room, started by the first trace. A TCP
 *  probe is a socket, and mtr-packet's select() bears 1,024. */
export const TRACE_POOL: PoolSize = { minProcesses: 0, maxProcesses: 1, window: 400 }

/** How a trace spreads its packets. Durations in ms. */
export interface TracePace {
  /** Between two packets to the same hop: Linux routers answer one a second, after six at once
   *  (icmp_ratelimit). */
  readonly waveMs: number
  /** Between two groups of hops, so that the target answers before too many packets are under way to
   *  it. */
  readonly groupMs: number
  /** A router takes 3 s to find that nobody in its network answers for the target. */
  readonly waitMs: number
  /** How long middle hops are waited for when the target has answered everything. */
  readonly afterTargetMs: number
}

export const TRACE_PACE: TracePace = { waveMs: 500, groupMs: 30, waitMs: 4_000, afterTargetMs: 700 }

const GROUP_SIZE = 5
/** Later waves do not go farther than this behind the last hop that answered. */
const MAX_SILENT_TAIL = 5

function answerOf(
  reply: ProbeReply,
  address: string,
  sentAtMs: number | null,
): HopAnswer | IcmpError {
  switch (reply.kind) {
    case 'reply':
    case 'expired':
    case 'unreachable': {
      const { from } = reply
      const ms = reply.ms === null ? null : roundTripMs(reply.ms, sentAtMs, performance.now())
      if (from !== null && ms !== null && unmapped(from) === address) {
        return { kind: 'arrived', from, ms }
      }
      if (reply.kind === 'expired') return { kind: 'passed', from: reply.from, ms: ms ?? 0 }
      // "Port unreachable" from another machine: a firewall on the way.
      return { kind: 'refused', from, ms }
    }
    case 'silence':
      return { kind: 'silence' }
    default: {
      const word = reply.kind === 'refused' ? reply.word : reply.kind
      return refusal(word) ?? new IcmpError(`The agent could not send its packets (${word}).`)
    }
  }
}

function traceRun(
  pool: ProbePool,
  run: TraceRun,
  pace: TracePace,
  signal: AbortSignal,
  resolve: (trace: RawTrace) => void,
  reject: (error: IcmpError) => void,
): void {
  const { address, protocol, port, packets, maxHops } = run
  const sent: { hop: number; probe: Probe; answer: HopAnswer | null }[] = []
  let targetHop = Number.POSITIVE_INFINITY
  let refusedHop = Number.POSITIVE_INFINITY
  let lastAnswering = 0
  let wave = 0
  let nextHop = 1
  let isAllSent = false
  let isOver = false
  let timer: NodeJS.Timeout | null = null
  let finish: NodeJS.Timeout | null = null
  let isLastWait = false

  function end(): boolean {
    if (isOver) return false
    isOver = true
    if (timer !== null) clearTimeout(timer)
    if (finish !== null) clearTimeout(finish)
    signal.removeEventListener('abort', cutShort)
    for (const { probe } of sent) probe.isDropped = true
    return true
  }

  /** @param isCutShort packets that did not have their time are left out */
  function give(isCutShort: boolean): void {
    if (!end()) return
    const nowMs = performance.now()
    const hops = new Map<number, HopAnswer[]>()
    for (const { hop, probe, answer } of sent) {
      const answers = hops.get(hop) ?? []
      hops.set(hop, answers)
      const waitedMs = probe.sentAtMs === null ? 0 : nowMs - probe.sentAtMs
      if (answer !== null) answers.push(answer)
      else if (!isCutShort || waitedMs > pace.waitMs / 2) answers.push({ kind: 'silence' })
    }
    const ordered = [...hops].map(([hop, answers]) => ({ hop, answers }))
    resolve({ hops: ordered.sort((a, b) => a.hop - b.hop), isCutShort })
  }

  function cutShort(): void {
    give(true)
  }

  /** Whether only hops before the target still owe an answer. */
  function hasTargetAll(): boolean {
    return sent.every(({ hop, answer }) => answer !== null || hop !== targetHop)
  }

  function checkEnd(): void {
    if (!isAllSent || isOver) return
    const owes = sent.some(
      ({ hop, answer }) => answer === null && hop <= Math.min(targetHop, refusedHop),
    )
    if (!owes) {
      give(false)
      return
    }
    if (isLastWait || targetHop === Number.POSITIVE_INFINITY || !hasTargetAll()) return
    isLastWait = true
    if (finish !== null) clearTimeout(finish)
    finish = setTimeout(() => give(false), pace.afterTargetMs)
  }

  function take(entry: (typeof sent)[number], reply: ProbeReply | { readonly kind: 'dead' }): void {
    if (isOver) return
    const answer =
      reply.kind === 'dead'
        ? new IcmpError('The program that sends packets ended on the agent.')
        : answerOf(reply, address, entry.probe.sentAtMs)
    if (answer instanceof IcmpError) {
      if (end()) reject(answer)
      return
    }
    entry.answer = answer
    if (answer.kind === 'arrived') targetHop = Math.min(targetHop, entry.hop)
    if (answer.kind === 'refused') refusedHop = Math.min(refusedHop, entry.hop)
    if (answer.kind !== 'silence') lastAnswering = Math.max(lastAnswering, entry.hop)
    checkEnd()
  }

  function probeHop(hop: number): void {
    const probe: Probe = {
      sentAtMs: null,
      isDropped: false,
      command: { address, protocol, port, ttl: hop, packetSize: 32 },
      untilMs: performance.now() + pace.waitMs,
      onReply: (reply) => take(entry, reply),
    }
    const entry: (typeof sent)[number] = { hop, probe, answer: null }
    sent.push(entry)
    pool.send(probe)
  }

  /** Farthest hop of this wave: the first one goes as far as it may until the target answers. */
  function farthest(): number {
    const tail = wave === 0 ? maxHops : lastAnswering + MAX_SILENT_TAIL
    return Math.min(maxHops, targetHop, refusedHop, tail)
  }

  function sendGroup(): void {
    const until = Math.min(nextHop + GROUP_SIZE - 1, farthest())
    for (; nextHop <= until; nextHop += 1) probeHop(nextHop)
    if (isOver) return
    if (nextHop <= farthest()) {
      timer = setTimeout(sendGroup, pace.groupMs)
      return
    }
    wave += 1
    nextHop = 1
    if (wave < packets) {
      timer = setTimeout(sendGroup, pace.waveMs)
      return
    }
    isAllSent = true
    finish = setTimeout(() => give(false), pace.waitMs)
    checkEnd()
  }

  signal.addEventListener('abort', cutShort, { once: true })
  if (signal.aborted) cutShort()
  else sendGroup()
}

/** Traces through mtr-packet: all hops at once in waves, one packet to each hop per wave. */
export function createMtrTracer(
  pool: ProbePool,
  routes: Routes,
  pace: TracePace = TRACE_PACE,
): Tracer {
  return {
    engine: 'mtr',
    async trace(run, signal) {
      const address = unmapped(run.address)
      const reason = noWay(await routes.find(address))
      if (reason instanceof IcmpError) throw reason
      if (reason !== null) return NO_WAY
      return new Promise((resolve, reject) => {
        traceRun(pool, { ...run, address }, pace, signal, resolve, reject)
      })
    },
  }
}
