import { setTimeout as delay } from 'node:timers/promises'
import { create } from '@bufbuild/protobuf'
import type { ConnectResponse } from '@sightline/shared/gen/probe/v1/agent_pb'
import type { CheckResult } from '@sightline/shared/gen/probe/v1/result_pb'
import { CheckResultSchema, CheckStatus, Lane } from '@sightline/shared/gen/probe/v1/result_pb'
import { slotBefore } from '../../helpers/slots.ts'
import type { SyntheticAgent } from '../../helpers/synthetic-agent.ts'
import { connectAgent } from '../../helpers/synthetic-agent.ts'

const MINUTE_MS = 60_000
const RESULTS_PER_MESSAGE = 500
const MESSAGES_UNDER_WAY = 20

/** An agent whose monitors all pass, a check a minute each. */
export interface BenchAgent {
  /** How long live results waited for their acknowledgement, with when that came, ms. */
  readonly waits: readonly { readonly atMs: number; readonly ms: number }[]
  /** Sends what its spool would hold since an instant, the oldest first. @returns how many, when all are committed */
  readonly sendBacklog: (sinceMs: number) => Promise<number>
  readonly stop: () => Promise<void>
}

/** One lane of its stream: results with their numbers, and who waits for which. */
interface LaneOfStream {
  readonly send: (results: readonly Slot[]) => Promise<void>
  readonly acknowledge: (upTo: bigint) => void
}

interface Slot {
  readonly monitorId: number
  readonly atMs: number
}

/** Connects an agent that sends a result of every monitor a minute from now on, in messages a second apart. */
export async function startBenchAgent(
  address: string,
  token: string,
  region: string,
  monitorIds: readonly number[],
): Promise<BenchAgent> {
  const agent = await connectAgent(address, token, region)
  const live = openLane(agent, Lane.LIVE)
  const backlog = openLane(agent, Lane.BACKLOG)
  agent.call.on('data', ({ message }: ConnectResponse) => {
    if (message.case !== 'resultAck') return
    const lane = message.value.lane === Lane.LIVE ? live : backlog
    lane.acknowledge(message.value.upToSequence)
  })
  // In the order of their slots within a minute, as they would come.
  const phases = monitorIds
    .map((monitorId) => ({ monitorId, atMs: slotBefore(monitorId, region, 0) + MINUTE_MS }))
    .toSorted((a, b) => a.atMs - b.atMs)
  const slotsOf = (minute: number): Slot[] =>
    phases.map(({ monitorId, atMs }) => ({ monitorId, atMs: minute * MINUTE_MS + atMs }))

  const waits: { atMs: number; ms: number }[] = []
  const stopping = new AbortController()
  async function goOn(): Promise<void> {
    const underWay = new Set<Promise<void>>()
    for (let fromMs = Date.now(); !stopping.signal.aborted;) {
      await delay(1_000, undefined, { signal: stopping.signal }).catch(() => undefined)
      const toMs = Date.now() - 500
      const minutes = new Set([fromMs, toMs].map((ms) => Math.floor(ms / MINUTE_MS)))
      const due = [...minutes].flatMap(slotsOf).filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
      fromMs = toMs
      if (due.length === 0) continue
      const sentAtMs = performance.now()
      const answered = live.send(due).then(() => {
        waits.push({ atMs: Date.now(), ms: performance.now() - sentAtMs })
        underWay.delete(answered)
      })
      underWay.add(answered)
    }
    await Promise.all(underWay)
  }
  const living = goOn()

  return {
    waits,
    async sendBacklog(sinceMs) {
      const underWay = new Set<Promise<void>>()
      let count = 0
      const last = Math.floor(Date.now() / MINUTE_MS)
      for (let minute = Math.ceil(sinceMs / MINUTE_MS); minute < last; minute += 1) {
        const slots = slotsOf(minute)
        for (let from = 0; from < slots.length; from += RESULTS_PER_MESSAGE) {
          const part = slots.slice(from, from + RESULTS_PER_MESSAGE)
          const answered = backlog.send(part).then(() => void underWay.delete(answered))
          underWay.add(answered)
          count += part.length
          while (underWay.size >= MESSAGES_UNDER_WAY) await Promise.race(underWay)
        }
      }
      await Promise.all(underWay)
      return count
    },
    async stop() {
      stopping.abort()
      await living
      agent.close()
    },
  }
}

function openLane(agent: SyntheticAgent, lane: Lane): LaneOfStream {
  let sequence = 0n
  const waiting: { upTo: bigint; answered: () => void }[] = []
  return {
    send(slots) {
      const results = slots.map((slot) => resultOf(slot, (sequence += 1n)))
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.push({ upTo: sequence, answered: resolve })
      agent.say({ case: 'results', value: { lane, results } })
      return promise
    },
    acknowledge(upTo) {
      while (waiting[0] !== undefined && waiting[0].upTo <= upTo) waiting.shift()?.answered()
    },
  }
}

function resultOf({ monitorId, atMs }: Slot, sequence: bigint): CheckResult {
  return create(CheckResultSchema, {
    sequence,
    monitorId,
    scheduledAtMs: BigInt(atMs),
    startedAtMs: BigInt(atMs + 12),
    durationMs: 187,
    status: CheckStatus.UP,
    statusCode: 200,
    responseMs: 100 + (Number(sequence) % 173),
    ip: '198.51.100.7',
    timings: { dnsMs: 3.1, connectMs: 20.4, tlsMs: 41.9, firstByteMs: 110.2, downloadMs: 10.8 },
  })
}
