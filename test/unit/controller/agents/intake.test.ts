import { create } from '@bufbuild/protobuf'
import {
  CheckResultSchema,
  CheckStatus,
  Lane,
  ResultBatchSchema,
} from '@sightline/shared/gen/probe/v1/result_pb'
import { createLogger } from '@sightline/shared/logger'
import { describe, expect, it } from 'vitest'
import { createHandedRechecks } from '../../../../controller/src/sessions/handed-rechecks.ts'
import { intakeUnitOf } from '../../../../controller/src/agents/intake.ts'
import { createSession } from '../../../../controller/src/sessions/agent-session.ts'
import { createRefusalLog } from '../../../../controller/src/process/refusal-log.ts'
import { slotBefore } from '../../../helpers/slots.ts'

const NOW_MS = Date.UTC(2026, 5, 1, 12)
const REGION = 'eu'
const MONITOR_ID = 7
const RECHECK = { monitorId: MONITOR_ID, scheduledAtMs: NOW_MS - 500, attempt: 2 }

function unitOf(result: { attempt: number; scheduledAtMs: number; status: CheckStatus }) {
  const session = createSession({
    agentId: 'agent',
    tokenId: 1,
    certificateSerial: null,
    region: REGION,
    capabilities: [],
    settingsVersion: 1,
    quarantinedAtMs: null,
    handed: createHandedRechecks([RECHECK]),
    write: () => undefined,
    refuse: () => undefined,
  })
  const { scheduledAtMs, ...rest } = result
  const batch = create(ResultBatchSchema, {
    lane: Lane.LIVE,
    results: [
      create(CheckResultSchema, {
        sequence: 1n,
        monitorId: MONITOR_ID,
        confirmation: result.attempt > 0,
        scheduledAtMs: BigInt(scheduledAtMs),
        startedAtMs: BigInt(scheduledAtMs),
        ...rest,
      }),
    ],
  })
  return intakeUnitOf(batch, session, NOW_MS, {
    refusals: createRefusalLog(createLogger('test', 'silent'), 'refused'),
    answered: { add: () => undefined },
  })
}

describe('a message of results', () => {
  const slot = { attempt: 0, scheduledAtMs: slotBefore(MONITOR_ID, REGION, NOW_MS) }

  it.each([
    ['waits for company when all is well', { ...slot, status: CheckStatus.UP }, false],
    ['is urgent when a check failed', { ...slot, status: CheckStatus.DOWN }, true],
    ['is urgent when it answers a recheck', { ...RECHECK, status: CheckStatus.UP }, true],
  ])('%s', (_, result, urgent) => {
    const unit = unitOf(result)
    expect(unit.rows).toHaveLength(1)
    expect(unit.urgent).toBe(urgent)
  })
})
