import { create } from '@bufbuild/protobuf'
import type { Heartbeat } from '@sightline/shared/gen/probe/v1/agent_pb'
import { HeartbeatSchema } from '@sightline/shared/gen/probe/v1/agent_pb'
import type { Assignments } from '../schedule/assignments.ts'
import type { Clock } from '../schedule/clock.ts'
import type { Dispatcher } from '../schedule/dispatch.ts'
import type { LatenessMeter } from '../schedule/lateness.ts'
import type { SelfTest } from '../self-test/self-test.ts'
import type { Spool } from '../state/spool.ts'
import type { Ticker } from '../schedule/ticker.ts'

/** The last time a controller told, and this machine's uncorrected clock when it arrived, in ms. */
export interface ControllerTime {
  readonly controllerTimeMs: bigint
  readonly receivedAtMs: number
}

/** Makes Heartbeat messages out of what the agent's parts say. */
export type MakeHeartbeat = (echo: ControllerTime) => Heartbeat

interface Parts {
  readonly clock: Clock
  readonly ticker: Ticker
  readonly dispatcher: Dispatcher
  readonly spool: Spool
  readonly assignments: Assignments
  readonly lateness: LatenessMeter
  readonly selfTest: SelfTest
  /** Longest the event loop was held up since it was asked last, in ms. */
  readonly loopDelayMs: () => number
}

/** Every slot before this instant has its result on disk, acknowledged or was skipped: where the next
 *  start goes on. */
export function ranThroughMs(parts: Pick<Parts, 'ticker' | 'dispatcher'>): number {
  return Math.min(
    parts.ticker.firedThroughMs(),
    parts.dispatcher.oldestSlotMs() ?? Number.POSITIVE_INFINITY,
  )
}

export function createMakeHeartbeat(parts: Parts): MakeHeartbeat {
  return (echo) => {
    const { clock, ticker, dispatcher, spool, assignments, lateness, selfTest } = parts
    const fitness = selfTest.result()
    const held = assignments.held()
    const coveredThroughMs = Math.min(
      ranThroughMs(parts),
      spool.oldestSlotMs() ?? Number.POSITIVE_INFINITY,
    )
    return create(HeartbeatSchema, {
      agentTimeMs: BigInt(Math.round(clock.raw())),
      echoControllerTimeMs: echo.controllerTimeMs,
      echoReceivedAtMs: BigInt(Math.round(echo.receivedAtMs)),
      coveredThroughMs: BigInt(Math.floor(coveredThroughMs)),
      selfTestPassed: fitness.passed,
      selfTestError: fitness.error ?? '',
      selfTestsPassed: selfTest.passedInRow(),
      ...(held === null ? {} : { held: { ...held, count: assignments.count() } }),
      counters: {
        checksRun: BigInt(dispatcher.checksRun()),
        ticksMissed: BigInt(ticker.missed() + dispatcher.missed()),
        tickLatenessP99Ms: Math.round(lateness.p99Ms()),
        checksInFlight: dispatcher.inFlight(),
        spoolResults: spool.count(),
        spoolDropped: BigInt(spool.dropped()),
        assignments: assignments.count(),
        memoryBytes: BigInt(process.memoryUsage.rss()),
        eventLoopDelayMaxMs: Math.round(parts.loopDelayMs()),
      },
    })
  }
}
