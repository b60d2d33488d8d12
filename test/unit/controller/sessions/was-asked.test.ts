import { create } from '@bufbuild/protobuf'
import type { MessageInitShape } from '@bufbuild/protobuf'
import { CheckResultSchema } from '@sightline/shared/gen/probe/v1/result_pb'
import { describe, expect, it } from 'vitest'
import { createHandedRechecks } from '../../../../controller/src/sessions/handed-rechecks.ts'
import { whyNotAsked } from '../../../../controller/src/sessions/was-asked.ts'
import { createAddressBucket } from '../../../../controller/src/limits/address-bucket.ts'
import type { GridMonitor } from '../../../../controller/src/schedule/grid.ts'
import { gridOf, nextSlotAt } from '../../../../controller/src/schedule/grid.ts'
import { slotBefore } from '../../../helpers/slots.ts'
import { FIRST_CHECKS } from '../../../../controller/src/sessions/first-checks.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const DAY_MS = 86_400_000

function aSession(open: Parameters<typeof createHandedRechecks>[0] = []) {
  return {
    region: 'eu-west',
    handed: createHandedRechecks(open),
    firstChecks: createAddressBucket(FIRST_CHECKS),
  }
}

function why(
  fields: MessageInitShape<typeof CheckResultSchema>,
  session = aSession(),
): string | null {
  return whyNotAsked(create(CheckResultSchema, { monitorId: 7, ...fields }), session, NOW)
}

describe('a result of the grid', () => {
  it('is taken on every grid the monitor may have had, however late', () => {
    for (const intervalMinutes of [1, 3, 5, 60, 1_440]) {
      for (const checkMode of ['all', 'rotate']) {
        const regions = ['ap-south', 'eu-west', 'us-east']
        const monitor: GridMonitor = { id: 7, intervalMinutes, regions, checkMode }
        const slot = nextSlotAt(gridOf(monitor, 'eu-west'), NOW - 30 * DAY_MS)
        expect(why({ scheduledAtMs: BigInt(slot) })).toBeNull()
      }
    }
  })

  it('is refused between the slots, and in those of another region', () => {
    const slot = slotBefore(7, 'eu-west', NOW)
    expect(why({ scheduledAtMs: BigInt(slot + 1) })).toBe('off the grid of the monitor')
    expect(why({ scheduledAtMs: BigInt(slot - 30_000) })).toBe('off the grid of the monitor')
    const elsewhere = slotBefore(7, 'us-east', NOW)
    expect(why({ scheduledAtMs: BigInt(elsewhere) })).toBe('off the grid of the monitor')
  })

  it('is refused when no spool keeps it so long', () => {
    const slot = slotBefore(7, 'eu-west', NOW - 35 * DAY_MS)
    expect(why({ scheduledAtMs: BigInt(slot) })).toBe('older than a spool keeps results')
  })
})

describe('a confirmation', () => {
  const confirmation = { confirmation: true, attempt: 2, scheduledAtMs: BigInt(NOW) }
  const key = { monitorId: 7, attempt: 2, scheduledAtMs: NOW }

  it('is taken when it was asked for, on this stream or before, as often as it is sent', () => {
    const session = aSession()
    session.handed.add(key)
    expect(why(confirmation, session)).toBeNull()
    expect(why(confirmation, session)).toBeNull()
    expect(why(confirmation, aSession([key]))).toBeNull()
  })

  it.each([
    { ...key, monitorId: 8 },
    { ...key, attempt: 1 },
    { ...key, scheduledAtMs: NOW + 1 },
  ])('is refused when it was not: only %j was', (other) => {
    expect(why(confirmation, aSession([other]))).toBe(
      'of a recheck that the agent was not asked for',
    )
  })
})

describe('a first check', () => {
  it('may lie anywhere, but there are few of a monitor', () => {
    const session = aSession()
    const first = (monitorId: number, ago: number) =>
      why({ monitorId, attempt: 1, scheduledAtMs: BigInt(NOW - ago) }, session)
    const resumes = Array.from({ length: 30 }, (_, n) => first(7, n + 1))
    expect(new Set(resumes)).toEqual(new Set([null]))
    expect(first(7, 31)).toBe('more first checks of a monitor than there can be')
    expect(first(8, 31)).toBeNull()
  })

  it('has attempt 1 alone', () => {
    expect(why({ attempt: 2, scheduledAtMs: BigInt(NOW) })).toBe(
      'of an attempt that nobody asked for',
    )
  })
})
