import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Circumstances } from '../../../../controller/src/alerting/planning/judge.ts'
import { judge } from '../../../../controller/src/alerting/planning/judge.ts'
import { followUp } from '../../../../controller/src/alerting/planning/follow-up.ts'
import { recoveryOf } from '../../../../controller/src/alerting/planning/plan-up.ts'
import { alertSettingsOf } from '../../../../controller/src/alerting/alert-settings.ts'
import {
  GIVE_UP_AFTER_MS,
  retryDelayMs,
} from '../../../../controller/src/alerting/outbox/retry-delay.ts'
import { describeSilences } from '../../../../controller/src/alerting/watch/watch-agents.ts'

const NOW = 1_000_000_000

const parent = (fields: object = {}) => ({
  publicId: 'mon_p',
  status: 'up',
  confirming: false,
  timeoutMs: 10_000,
  ...fields,
})

const usual: Circumstances = {
  nowMs: NOW,
  isWanted: true,
  inMaintenance: false,
  isDigested: false,
  isOver: false,
  hasRecovered: false,
  isAnotherLook: false,
  firstLookMs: NOW,
  atMs: NOW,
  delayMinutes: 0,
  parents: [],
}

const suppressed = (by: string, dependencyId: string | null = null) => ({
  kind: 'suppress',
  by,
  dependencyId,
})

const OVER = { isOver: true, hasRecovered: true }

describe('whether an outage is told', () => {
  it.each<[string, Partial<Circumstances>, object]>([
    ['nothing is against it', {}, { kind: 'send' }],
    ['nobody wants it', { isWanted: false }, suppressed('preference')],
    ['it is in maintenance', { inMaintenance: true }, suppressed('maintenance')],
    ['it flaps', { isDigested: true }, suppressed('flapping')],
    ['it is over, and planned late', OVER, { kind: 'send' }],
    ['it is over without a recovery', { isOver: true }, suppressed('recovered')],
    ['it is over within the delay', { ...OVER, delayMinutes: 1 }, suppressed('recovered')],
    ['it is over at another look', { ...OVER, isAnotherLook: true }, suppressed('recovered')],
    ['the delay runs', { delayMinutes: 5 }, { kind: 'wait', untilMs: NOW + 300_000 }],
    ['the delay is over', { delayMinutes: 5, atMs: NOW - 300_000 }, { kind: 'send' }],
    ['a parent is up', { parents: [parent()] }, { kind: 'send' }],
    [
      'a parent is down',
      { parents: [parent(), parent({ publicId: 'mon_q', status: 'down' })] },
      suppressed('dependency', 'mon_q'),
    ],
    [
      'a parent is being confirmed',
      { parents: [parent({ confirming: true })] },
      { kind: 'wait', untilMs: NOW + 2_000 },
    ],
    [
      'a parent is being confirmed for too long',
      { parents: [parent({ confirming: true })], firstLookMs: NOW - 20_000, atMs: NOW - 20_000 },
      { kind: 'send' },
    ],
    [
      'a parent is being confirmed when the delay ends',
      {
        parents: [parent({ confirming: true })],
        delayMinutes: 5,
        firstLookMs: NOW - 300_000,
        atMs: NOW - 300_000,
      },
      { kind: 'wait', untilMs: NOW + 2_000 },
    ],
  ])('when %s', (_when, fields, expected) => {
    expect(judge({ ...usual, ...fields })).toEqual(expected)
  })

  it('is decided in the end, whatever the circumstances', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_440 }),
        fc.array(fc.record({ confirming: fc.boolean(), timeoutMs: fc.nat(120_000) })),
        (delayMinutes, parents) => {
          let facts: Circumstances = { ...usual, delayMinutes, parents: parents.map(parent) }
          for (let look = 0; look < 70; look += 1) {
            const judgement = judge(facts)
            if (judgement.kind !== 'wait') {
              expect(facts.nowMs - NOW).toBeLessThanOrEqual(delayMinutes * 60_000 + 132_000)
              return
            }
            expect(judgement.untilMs).toBeGreaterThan(facts.nowMs)
            facts = { ...facts, nowMs: judgement.untilMs, isAnotherLook: true }
          }
          expect.unreachable('it was put off for ever')
        },
      ),
    )
  })
})

describe('what becomes due while an outage lasts', () => {
  const step = (afterMinutes: number) => ({ afterMinutes, memberIds: [], contactIds: ['ctc_1'] })
  const minutes = (count: number) => NOW + count * 60_000
  const lasting = {
    nowMs: minutes(12),
    startedAtMs: NOW,
    toldAtMs: minutes(1),
    steps: [],
    repeatMinutes: null,
  }

  it('is nothing without escalation and repetition', () => {
    expect(followUp(lasting)).toEqual({ steps: [], repetition: 0, nextMs: null })
  })

  it('are steps since the beginning of the outage', () => {
    expect(followUp({ ...lasting, steps: [step(12), step(30), step(13)] })).toEqual({
      steps: [step(12)],
      repetition: 0,
      nextMs: minutes(13),
    })
  })

  it('are repetitions since the first alert, without those that were missed', () => {
    expect(followUp({ ...lasting, repeatMinutes: 5 })).toMatchObject({
      repetition: 2,
      nextMs: minutes(16),
    })
    expect(followUp({ ...lasting, repeatMinutes: 5, toldAtMs: null })).toMatchObject({
      repetition: 0,
      nextMs: null,
    })
  })

  it('always lies ahead', () => {
    fc.assert(
      fc.property(
        fc.nat(100_000_000),
        fc.nat(100_000_000),
        fc.option(fc.integer({ min: 1, max: 10_080 })),
        fc.array(fc.integer({ min: 1, max: 10_080 })),
        (passedMs, toldAfterMs, repeatMinutes, steps) => {
          const outage = {
            nowMs: NOW + passedMs,
            startedAtMs: NOW,
            toldAtMs: NOW + toldAfterMs,
            steps: steps.map(step),
            repeatMinutes,
          }
          const { nextMs } = followUp(outage)
          expect(nextMs === null || nextMs > outage.nowMs).toBe(true)
        },
      ),
    )
  })
})

describe('what somebody gets of a recovery', () => {
  const row = {
    channel: 'email',
    recipientType: 'member',
    recipientId: 'psn_1',
    recipientName: 'Mia',
    state: 'sent',
    suppressedBy: null,
    dependencyId: null,
    isDigested: false,
  }
  const held = { state: 'suppressed', suppressedBy: 'flapping' }

  it.each<[string, object, { isWanted: boolean; isDigested: boolean }, unknown]>([
    ['told', {}, { isWanted: true, isDigested: false }, null],
    ['being told', { state: 'queued' }, { isWanted: true, isDigested: true }, null],
    ['told, unwanted', {}, { isWanted: false, isDigested: false }, 'preference'],
    ['collected', held, { isWanted: true, isDigested: true }, 'flapping'],
    ['collected, digest to come', held, { isWanted: true, isDigested: false }, 'flapping'],
    [
      'told by a digest, stable since',
      { ...held, isDigested: true },
      { isWanted: true, isDigested: false },
      null,
    ],
  ])('%s', (_what, fields, how, expected) => {
    const recipient = recoveryOf({ ...row, ...fields }, how)
    expect(recipient?.suppressed?.by ?? null).toBe(expected)
  })

  it('is nothing when the outage could not be told', () => {
    const how = { isWanted: true, isDigested: false }
    expect(recoveryOf({ ...row, state: 'failed' }, how)).toBeNull()
  })
})

describe('the delay before another attempt', () => {
  it.each([
    [1, null, 5_000],
    [2, null, 10_000],
    [5, null, 80_000],
    [12, null, 3_600_000],
    [40, null, 3_600_000],
    [1, 60_000, 60_000],
    [1, 86_400_000, 3_600_000],
    [12, 1_000, 3_600_000],
  ])('after %i attempts, asked for %j', (attempts, retryAfterMs, delayMs) => {
    expect(retryDelayMs(attempts, 0, retryAfterMs)).toBe(delayMs)
  })

  it('is none after a day', () => {
    expect(retryDelayMs(30, GIVE_UP_AFTER_MS - 3_600_000, null)).toBe(3_600_000)
    expect(retryDelayMs(30, GIVE_UP_AFTER_MS - 3_599_999, null)).toBeNull()
  })
})

describe('alerts settings as stored', () => {
  it('have their defaults where an older version stored nothing', () => {
    expect(alertSettingsOf({ onDown: false })).toMatchObject({
      onDown: false,
      onRecovery: true,
      repeatMinutes: null,
      memberIds: [],
    })
    expect(alertSettingsOf(null)).toMatchObject({ onDown: true })
  })
})

describe('silent agents in words', () => {
  const heardAtMs = Date.parse('2026-03-10T12:00:00.000Z')
  const region = {
    subject: 'region eu-west',
    region: 'eu-west',
    hostname: null,
    heardAtMs,
    isSilent: true,
    isLive: false,
  }
  const agent = { ...region, subject: 'agent agt_1', hostname: 'probe-1' }

  it('name the regions first', () => {
    expect(describeSilences([agent, region], false)).toBe(
      'Region eu-west has no agent any more: its monitors are not checked from there. Agent agt_1 (host probe-1, eu-west) has been silent since 2026-03-10 12:00:00 UTC.',
    )
    expect(describeSilences([agent, region], true)).toBe(
      'Region eu-west has an agent again. Agent agt_1 (host probe-1, eu-west) is back.',
    )
  })

  it('count what there is no room for', () => {
    const many = Array.from({ length: 500 }, () => agent)
    expect(describeSilences(many, false)).toContain('And 490 more.')
  })
})
