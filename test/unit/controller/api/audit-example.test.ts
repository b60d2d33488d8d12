import { AuditResult } from '@sightline/shared/analyses/audit'
import { IndexabilityResult } from '@sightline/shared/analyses/indexability'
import { expect, test } from 'vitest'
import { issuesOf } from '../../../../agent/src/analyses/audit/issues.ts'
import { gradeOf } from '../../../../agent/src/analyses/grade.ts'
import { categoryScores, scoreOf, summaryOf } from '../../../../agent/src/analyses/audit/score.ts'
import { analysisExample } from '../../../../controller/src/api/description/analyses/example.ts'

test('the described audit is one that could be', () => {
  const example = analysisExample('audit')
  expect(AuditResult.parse(example)).toEqual(example)
  const score = scoreOf(example.checks)
  expect(example).toMatchObject({
    score,
    grade: gradeOf(score),
    issues: issuesOf(example.checks),
    summary: summaryOf(example.checks),
    categories: categoryScores(example.checks, 100),
  })
})

test('the described indexability fits its schema', () => {
  const example = analysisExample('indexability')
  expect(IndexabilityResult.parse(example)).toEqual(example)
})
