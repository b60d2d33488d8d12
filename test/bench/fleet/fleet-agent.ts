import type { MessageInitShape } from '@bufbuild/protobuf'
import { create, toBinary } from '@bufbuild/protobuf'
import { markOf } from '@sightline/shared/assignment-mark'
import type { ConnectResponse } from '@sightline/shared/gen/probe/v1/agent_pb'
import { ConnectRequestSchema } from '@sightline/shared/gen/probe/v1/agent_pb'
import type { Assignment, AssignmentUpdate } from '@sightline/shared/gen/probe/v1/assignment_pb'
import { CheckStatus, Lane } from '@sightline/shared/gen/probe/v1/result_pb'
import type { WorkItem } from '@sightline/shared/gen/probe/v1/work_pb'
import { HEARTBEAT_INTERVAL_MS, PROTOCOL_VERSIONS } from '@sightline/shared/protocol'
import { BATCH_LIMITS, MAX_LIVE_UNACKED } from '../../../agent/src/connection/uplink.ts'
import { createCanWait } from '../../../agent/src/state/can-wait.ts'
import {
  GROUP_MS,
  GROUP_RESULTS,
  URGENT_GROUP_MS,
} from '../../../agent/src/state/spool/pending-results.ts'
import type { Seat } from './agents.ts'
import type { Check } from './check-result.ts'
import { endOf, resultOf } from './check-result.ts'
import { openStream } from './stream.ts'
import type { Waits } from './waits.ts'
import type { Wheel } from './wheel.ts'

/** What an agent shares with the others of its process. */
export interface Surroundings {
  readonly wheel: Wheel<Turn>
  readonly waits: Waits
  readonly isDown: (monitorId: number) => boolean
  /** A stream ended that was not closed. */
  readonly lost: (why: string) => void
}

/** A monitor as an agent checks it. */
export interface Turn {
  readonly monitorId: number
  readonly place: number
  /** @param startedAtMs when it began, where that was not at its slot */
  readonly run: (atMs: number, startedAtMs?: number) => void
}

/** An agent whose checks cost nothing: they end when they are asked for. */
export interface FleetAgent {
  readonly region: string
  /** Resolves at Welcome. */
  readonly welcome: Promise<void>
  /** Resolves when the whole first snapshot has come. */
  readonly snapshot: Promise<void>
  readonly count: () => number
  /** When its assignments changed last, UNIX ms. */
  readonly changedAtMs: () => number
  /** Results that wait for their acknowledgement, or to be sent. */
  readonly open: () => number
  readonly close: () => void
}

interface Held {
  readonly phaseMs: number
  readonly mark: number
  readonly turn: Turn
}

type Say = MessageInitShape<typeof ConnectRequestSchema>['message']

/** Connects an agent. */
export function startFleetAgent(to: Seat, around: Surroundings): FleetAgent {
  const { region, place } = to
  const welcome = Promise.withResolvers<void>()
  const snapshot = Promise.withResolvers<void>()
  const held = new Map<number, Held>()
  const named = new Set<number>()
  let hash = 0
  let update = 0
  let changedAtMs = 0
  let hasSnapshot = false
  let isClosed = false
  let echo = { echoControllerTimeMs: 0n, echoReceivedAtMs: 0n }
  let beating: NodeJS.Timeout | null = null

  const stream = openStream(to, receive)
  const sender = createSender(say, around.waits)
  void stream.ended.then((why) => {
    if (beating !== null) clearInterval(beating)
    for (const id of held.keys()) remove(id)
    if (!isClosed) around.lost(why)
  })

  function say(message: Say): void {
    stream.send(toBinary(ConnectRequestSchema, create(ConnectRequestSchema, { message } as never)))
  }

  function remove(monitorId: number): void {
    const before = held.get(monitorId)
    if (before === undefined) return
    hash ^= before.mark
    around.wheel.remove(before.phaseMs, before.turn)
    held.delete(monitorId)
  }

  function add(assignment: Assignment): void {
    const { monitorId, phaseMs } = assignment
    remove(monitorId)
    const mark = markOf(assignment)
    const { generation = 0 } = assignment.check ?? {}
    const turn: Turn = {
      monitorId,
      place,
      run(atMs, startedAtMs = atMs) {
        const isDown = around.isDown(monitorId)
        const what = { monitorId, atMs, startedAtMs, generation, isDown }
        sender.add({ ...what, attempt: 0, confirmation: false })
      },
    }
    hash ^= mark
    held.set(monitorId, { phaseMs, mark, turn })
    around.wheel.add(phaseMs, turn)
  }

  function take(assignments: AssignmentUpdate): void {
    changedAtMs = Date.now()
    update = assignments.number
    for (const id of assignments.removedMonitorIds) remove(id)
    for (const upsert of assignments.upserts) {
      add(upsert)
      if (assignments.snapshot) named.add(upsert.monitorId)
    }
    if (!assignments.snapshot || !assignments.last) return
    for (const id of held.keys()) if (!named.has(id)) remove(id)
    named.clear()
    hasSnapshot = true
    snapshot.resolve()
  }

  function work({ id, work: item }: WorkItem): void {
    if (item.case !== 'recheck') {
      const error = { code: 'unavailable', message: 'an agent of a bench does only checks' }
      say({ case: 'work', value: { id, update: { case: 'error', value: error } } })
      return
    }
    const { monitorId, scheduledAtMs, attempt, check } = item.value
    sender.add({
      monitorId,
      atMs: Number(scheduledAtMs),
      startedAtMs: Number(scheduledAtMs),
      attempt,
      confirmation: true,
      generation: check?.generation ?? 0,
      isDown: around.isDown(monitorId),
    })
  }

  function beat(): void {
    const nowMs = BigInt(Date.now())
    say({
      case: 'heartbeat',
      value: {
        agentTimeMs: nowMs,
        ...echo,
        coveredThroughMs: nowMs - 1_000n - BigInt(GROUP_MS),
        selfTestPassed: true,
        selfTestsPassed: 10,
        counters: { assignments: held.size },
        ...(hasSnapshot ? { held: { update, count: held.size, hash: hash >>> 0 } } : {}),
      },
    })
  }

  function noteTime(controllerTimeMs: bigint): void {
    echo = { echoControllerTimeMs: controllerTimeMs, echoReceivedAtMs: BigInt(Date.now()) }
  }

  function receive(message: ConnectResponse['message']): void {
    if (message.case === 'resultAck') sender.acknowledged(message.value.upToSequence)
    else if (message.case === 'assignments') take(message.value)
    else if (message.case === 'heartbeatAck') noteTime(message.value.controllerTimeMs)
    else if (message.case === 'work') work(message.value)
    else if (message.case === 'welcome') {
      noteTime(message.value.controllerTimeMs)
      beat()
      beating = setInterval(beat, message.value.heartbeatIntervalMs || HEARTBEAT_INTERVAL_MS)
      welcome.resolve()
    }
  }

  say({
    case: 'hello',
    value: {
      protocolVersion: PROTOCOL_VERSIONS.lowest,
      region,
      softwareVersion: 'bench',
      capabilities: ['web'],
      hostname: `bench-${to.from}`,
      settingsVersion: 1,
    },
  })
  return {
    region,
    welcome: welcome.promise,
    snapshot: snapshot.promise,
    count: () => held.size,
    changedAtMs: () => changedAtMs,
    open: sender.open,
    close() {
      isClosed = true
      say({ case: 'goodbye', value: {} })
      stream.close()
    },
  }
}

/** The live lane of an agent's stream, by the agent's own numbers: what says nothing new gathers before it may be sent,
 *  whatever is acknowledged meanwhile. */
function createSender(say: (message: Say) => void, waits: Waits) {
  const gathering: Check[] = []
  const ready: Check[] = []
  const underWay: { upTo: bigint; checks: readonly Check[] }[] = []
  const canWait = createCanWait()
  let sequence = 0n
  let timer: NodeJS.Timeout | null = null
  let timerDueAtMs = 0

  function send(): void {
    while (ready.length > 0 && underWay.length < MAX_LIVE_UNACKED) {
      const checks = ready.splice(0, BATCH_LIMITS.results)
      const results = checks.map((check) => resultOf(check, (sequence += 1n)))
      underWay.push({ upTo: sequence, checks })
      say({ case: 'results', value: { lane: Lane.LIVE, results } })
    }
  }

  function gathered(): void {
    timer = null
    ready.push(...gathering.splice(0))
    send()
  }

  return {
    add(check: Check): void {
      gathering.push(check)
      const { monitorId, attempt, confirmation, isDown } = check
      const status = isDown ? CheckStatus.DOWN : CheckStatus.UP
      const mayWait = canWait({ monitorId, attempt, confirmation, status })
      const waitMs = mayWait && gathering.length < GROUP_RESULTS ? GROUP_MS : URGENT_GROUP_MS
      const dueAtMs = performance.now() + waitMs
      if (timer !== null && dueAtMs >= timerDueAtMs) return
      if (timer !== null) clearTimeout(timer)
      timerDueAtMs = dueAtMs
      timer = setTimeout(gathered, waitMs)
    },
    acknowledged(upTo: bigint): void {
      const nowMs = Date.now()
      while (underWay[0] !== undefined && underWay[0].upTo <= upTo) {
        for (const check of underWay.shift()?.checks ?? []) waits.add(nowMs - endOf(check))
      }
      send()
    },
    open: () =>
      underWay.reduce((sum, { checks }) => sum + checks.length, gathering.length + ready.length),
  }
}
