import { create } from '@bufbuild/protobuf'
import type { ConnectRequest } from '@sightline/shared/gen/probe/v1/agent_pb'
import { ConnectRequestSchema, HeartbeatSchema } from '@sightline/shared/gen/probe/v1/agent_pb'
import { ResultBatchSchema } from '@sightline/shared/gen/probe/v1/result_pb'
import { createLogger } from '@sightline/shared/logger'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { HeardStream, HearingParts } from '../../../../controller/src/agents/hear-agent.ts'
import { hearAgent } from '../../../../controller/src/agents/hear-agent.ts'
import type { IntakeUnit } from '../../../../controller/src/ingest/waiting-units.ts'
import { createRefusalLog } from '../../../../controller/src/process/refusal-log.ts'
import { bareSession } from '../../../helpers/bare-session.ts'

const NOW_MS = Date.UTC(2026, 5, 1, 12)
const log = createLogger('test', 'silent')

let agent: ReturnType<typeof bareSession>
let happened: string[]
let added: IntakeUnit[]
let isFull: boolean
let whenRoom: () => void

const stream: HeardStream = {
  pause: () => happened.push('pause'),
  resume: () => happened.push('resume'),
  leave: () => happened.push('leave'),
  invalid: (reason) => happened.push(reason),
}

const parts: HearingParts = {
  ingest: {
    add: (unit) => added.push(unit),
    isFull: () => isFull,
    whenRoom: (call) => (whenRoom = call),
  },
  refusals: createRefusalLog(log, 'refused'),
  answered: { add: () => undefined },
  work: { updated: () => happened.push('work') },
  quarantine: { seeResults: () => undefined, seeHeartbeat: () => happened.push('heartbeat') },
  now: () => NOW_MS,
  log,
}

function hear(message: ConnectRequest['message']): void {
  hearAgent(agent.session, create(ConnectRequestSchema, { message }), stream, parts)
}

beforeEach(() => {
  agent = bareSession()
  happened = []
  added = []
  isFull = false
})

test('an agent is not listened to while its results find no room, and its silence is ours', () => {
  isFull = true
  hear({ case: 'results', value: create(ResultBatchSchema) })
  expect([added.length, happened, agent.session.isPaused]).toEqual([1, ['pause'], true])
  agent.session.heardAtMs = 0
  whenRoom()
  expect([happened, agent.session.isPaused]).toEqual([['pause', 'resume'], false])
  expect(agent.session.heardAtMs).toBeGreaterThan(0)
})

test('a heartbeat is answered with the time and the offset of the clock, which is told once', () => {
  const warn = vi.spyOn(log, 'warn')
  onTestFinished(() => warn.mockRestore())
  const times = {
    echoControllerTimeMs: BigInt(NOW_MS - 100),
    echoReceivedAtMs: BigInt(NOW_MS + 4_950),
    agentTimeMs: BigInt(NOW_MS + 4_950),
  }
  for (const _ of [1, 2]) hear({ case: 'heartbeat', value: create(HeartbeatSchema, times) })
  expect(agent.sent.at(-1)).toMatchObject({
    case: 'heartbeatAck',
    value: { controllerTimeMs: BigInt(NOW_MS), clockOffsetMs: 5_000n },
  })
  expect(warn).toHaveBeenCalledTimes(1)
  // One that echoes nothing leaves the offset as it is.
  hear({ case: 'heartbeat', value: create(HeartbeatSchema) })
  expect(agent.session.clockOffsetMs).toBe(5_000)
  expect(happened).toEqual(['heartbeat', 'heartbeat', 'heartbeat'])
})

test('what is not said after Welcome is refused', () => {
  hear({ case: undefined })
  hear({ case: 'hello', value: { $typeName: 'probe.v1.Hello' } as never })
  expect(happened).toEqual([
    'what came is no message of the protocol',
    'unexpected message "hello"',
  ])
})
