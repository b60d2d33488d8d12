import { AUDIT_CHECK_IDS, AUDIT_CHECKS } from '@sightline/shared/analyses/audit-checks'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Judgement } from '../../../../../agent/src/analyses/audit/judgement.ts'
import { gradeOf } from '../../../../../agent/src/analyses/grade.ts'
import { categoryScores, earnedBy, scoreOf } from '../../../../../agent/src/analyses/audit/score.ts'

const PASSED: Judgement = { passed: true, value: null }
const failed = (goodShare: number): Judgement => ({
  passed: false,
  value: null,
  issue: 'It is wrong',
  goodShare,
  examples: [],
})
const judgement = fc.oneof(
  fc.constant(PASSED),
  fc.constant<Judgement>({ passed: null, reason: 'it is not there' }),
  fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }).map(failed),
)
const judgements = fc.array(judgement, {
  minLength: AUDIT_CHECK_IDS.length,
  maxLength: AUDIT_CHECK_IDS.length,
})

function checksOf(list: readonly Judgement[]): Parameters<typeof scoreOf>[0] {
  const entries = AUDIT_CHECK_IDS.map((id, i) => {
    const { severity, category, weight } = AUDIT_CHECKS[id]
    const each = list[i] ?? PASSED
    const earned = earnedBy(each, weight)
    return [id, { passed: each.passed, severity, category, weight, earned }] as const
  })
  return Object.fromEntries(entries) as Parameters<typeof scoreOf>[0]
}

test('scores lie within 0 and 100, below the caps', () => {
  fc.assert(
    fc.property(judgements, (list) => {
      const checks = checksOf(list)
      const score = scoreOf(checks)
      const critical = Object.values(checks).filter(
        ({ passed, severity }) => passed === false && severity === 'critical',
      )
      const cap = [100, checks.titleMissing.passed === false ? 79 : 69][critical.length] ?? 59
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThanOrEqual(cap)
      for (const each of Object.values(categoryScores(checks, 100))) {
        expect(each).toBeGreaterThanOrEqual(0)
        expect(each).toBeLessThanOrEqual(100)
      }
    }),
  )
})

test('taking a fault away never lowers the score', () => {
  fc.assert(
    fc.property(judgements, fc.nat(AUDIT_CHECK_IDS.length - 1), (list, at) => {
      const mended = list.map((each, i) => (i === at && each.passed === false ? PASSED : each))
      expect(scoreOf(checksOf(mended))).toBeGreaterThanOrEqual(scoreOf(checksOf(list)))
    }),
  )
})

test('fewer bad things never earn less, and all of the weight is earned by good ones alone', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5_000 }),
      fc.nat(5_000),
      fc.integer({ min: 1, max: 10 }),
      (total, bad, weight) => {
        const share = (count: number) => (total - Math.min(count, total)) / total
        const earned = earnedBy(failed(share(bad + 1)), weight) ?? 0
        expect(earnedBy(failed(share(bad)), weight)).toBeGreaterThanOrEqual(earned)
        expect(earned).toBeLessThan(weight)
      },
    ),
  )
})

test('a check that does not apply counts nowhere', () => {
  const none = checksOf(
    AUDIT_CHECK_IDS.map((): Judgement => ({ passed: null, reason: 'it is not there' })),
  )
  expect(scoreOf(none)).toBe(0)
  expect(categoryScores(none, 100).images).toBe(100)
  const one = { ...none, urlSpaces: { ...none.urlSpaces, passed: true, earned: 1 } }
  expect(scoreOf(one)).toBe(100)
})

test.for([
  [100, 'A'],
  [90, 'A'],
  [89, 'B'],
  [80, 'B'],
  [79, 'C'],
  [70, 'C'],
  [69, 'D'],
  [60, 'D'],
  [59, 'F'],
  [0, 'F'],
] as const)('%i is grade %s', ([score, grade]) => {
  expect(gradeOf(score)).toBe(grade)
})
