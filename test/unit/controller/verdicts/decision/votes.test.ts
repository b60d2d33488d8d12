import { describe, expect, test } from 'vitest'
import { readMemory } from '../../../../../controller/src/verdicts/decision/memory.ts'
import { isTransient } from '../../../../../controller/src/verdicts/decision/asks.ts'
import {
  castAtMs,
  counts,
  isAboutTarget,
  unknownAfterMs,
} from '../../../../../controller/src/verdicts/decision/votes.ts'
import {
  ASKED,
  aVote,
  MINUTE,
  POLICY,
  REFUSED,
  SECOND,
  tellStory,
  UP,
} from '../../../../helpers/decision-story.ts'

const unknown = { status: 'unknown', failureSource: 'agent', error: 'No way.' } as const

test.for([
  ['up', {}, true],
  ['degraded', { status: 'degraded' }, true],
  ['the target’s fault', { status: 'down', failureSource: 'target' }, true],
  ['the network’s fault', { status: 'down', failureSource: 'network' }, true],
  ['the resolver’s fault', { status: 'down', failureSource: 'resolver' }, false],
  ['the agent’s fault', { status: 'down', failureSource: 'agent' }, false],
  ['nobody’s fault', { status: 'down', failureSource: null }, false],
  ['unknown', unknown, false],
] as const)('a result that is %s says something about the target: %o %s', ([, fields, says]) => {
  expect(isAboutTarget(aVote('a', 1, fields))).toBe(says)
  expect(counts(aVote('a', 1, fields))).toBe(says)
  expect(counts(aVote('a', 1, { ...fields, late: true }))).toBe(false)
})

test.for([
  [MINUTE, 5 * MINUTE],
  [2 * MINUTE, 6 * MINUTE],
  [60 * MINUTE, 180 * MINUTE],
])('what is found at an interval of %d ms holds for %d ms', ([intervalMs, ms]) => {
  expect(unknownAfterMs(intervalMs ?? 0)).toBe(ms)
})

test.for([
  ['timeout', true],
  ['connectionReset', true],
  ['udpNoReply', true],
  ['tlsHandshakeFailed', true],
  [null, true],
  ['connectionRefused', false],
  ['serverError', false],
  ['gatewayTimeout', false],
  ['dnsNxdomain', false],
  ['certExpired', false],
  ['keywordMissing', false],
] as const)('a failure by %s may pass by itself: %s', ([cause, is]) => {
  expect(isTransient(cause)).toBe(is)
})

test.for([
  ['when it says', 1_100, 1_100],
  ['not before it began', 900, 1_000],
  ['not long after its time limit', 86_400_000, 1_000 + POLICY.timeoutMs + 5 * SECOND],
] as const)('a check ended %s', ([, endedAtMs, atMs]) => {
  expect(castAtMs(aVote('a', 1_000, { endedAtMs }), POLICY)).toBe(atMs)
})

test.for([
  [undefined],
  [null],
  ['x'],
  [[]],
  [{ suspicion: { sinceMs: 1 }, downMs: 5 }],
  [{ round: { region: 'a' } }],
  [{ changes: ['x'] }],
])('a memory no version of this rule wrote is empty: %o', ([json]) => {
  expect(readMemory(json)).toEqual({})
})

describe('a vote has no say', () => {
  test.for([
    ['late', 'a', { late: true }],
    ['of a region that is not the monitor’s', 'd', {}],
    ['of a check that nobody asked for', 'a', ASKED],
    ['about an agent', 'a', { failureSource: 'agent' }],
  ] as const)('when it is %s', ([, region, fields]) => {
    const story = tellStory({ voters: ['a', 'b', 'c', 'd'] })
    expect(story.vote(region, MINUTE, { ...REFUSED, ...fields })).toEqual([])
    expect(story.state().memory).toEqual({})
  })

  test('when its region may not vote', () => {
    const story = tellStory({ voters: ['b', 'c'] })
    expect(story.vote('a', MINUTE, REFUSED)).toEqual([])
    expect(story.state()).toMatchObject({ countedMs: MINUTE, memory: {} })
  })

  test('when a newer check of its region had one', () => {
    const story = tellStory()
    story.vote('a', MINUTE, REFUSED)
    story.vote('b', MINUTE + 100, ASKED)
    story.vote('c', MINUTE + 100, ASKED)
    const before = story.state()
    expect(story.vote('a', MINUTE - 50, REFUSED)).toEqual([])
    expect(story.vote('a', MINUTE, REFUSED)).toEqual([])
    expect(story.state()).toEqual(before)
  })

  test('when it is older than any check on time can be, whatever its agent claims', () => {
    const story = tellStory({}, { countedMs: 10 * MINUTE })
    expect(story.vote('a', 8 * MINUTE, { ...REFUSED, endedAtMs: 10 * MINUTE })).toEqual([])
    expect(story.state().memory).toEqual({})
  })
})

describe('what was counted last', () => {
  test.for([
    ['a good check', {}, true],
    ['a failing check', REFUSED, true],
    ['a late check', { late: true }, true],
    ['an agent’s fault', { ...REFUSED, failureSource: 'agent' }, false],
    ['an unknown result', unknown, false],
  ] as const)('is moved by %s: %o %s', ([, fields, isMoved]) => {
    const story = tellStory()
    story.vote('a', MINUTE, fields)
    expect(story.state().countedMs).toBe(isMoved ? MINUTE : 0)
    story.vote('a', 10, fields)
    expect(story.state().countedMs).toBe(isMoved ? MINUTE : 0)
  })
})

test('a paused monitor is left alone', () => {
  const story = tellStory({}, { status: 'paused' })
  story.vote('a', MINUTE, REFUSED)
  story.tick(60 * MINUTE)
  expect(story.actions()).toEqual([])
  expect(story.state()).toEqual({ ...UP, status: 'paused', countedMs: MINUTE })
})
