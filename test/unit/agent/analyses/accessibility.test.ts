import { AccessibilityResult } from '@sightline/shared/analyses/accessibility'
import { expect, test } from 'vitest'
import type { AccessibilityFindings, Impact } from '../../../../agent/src/accessibility/findings.ts'
import { accessibilityAnalysis } from '../../../../agent/src/analyses/accessibility.ts'
import { pageOf } from '../../../helpers/analysis-page.ts'

const rule = (id: string, impact: Impact, tags: string[] = []) => {
  return { id, impact, description: id, help: id, helpUrl: id, tags, count: 1, nodes: [] }
}

const findings = (parts: Partial<AccessibilityFindings> = {}): AccessibilityFindings => {
  const none = { violations: [], incomplete: [], passes: [], inapplicable: 0, notTested: [] }
  return { engine: 'test', ...none, ...parts }
}

const analyse = async (axe: AccessibilityFindings | null, html = '<p>') =>
  AccessibilityResult.parse(await accessibilityAnalysis.analyse({ page: pageOf(html), axe }, {}))

test.each<[Impact[], Impact[], number, string]>([
  [[], [], 100, 'A'],
  [['critical'], [], 0, 'F'],
  [['minor'], ['critical', 'serious', 'minor'], 95, 'A'],
  [['serious'], ['critical', 'critical', 'serious'], 79, 'C'],
  [['critical', 'moderate'], ['critical', 'critical'], 61, 'D'],
])('broken %j and kept %j score %i', async (broken, kept, score, grade) => {
  const result = await analyse(
    findings({
      violations: broken.map((impact, i) => rule(`v${i}`, impact)),
      passes: kept.map((impact, i) => ({ id: `p${i}`, impact })),
    }),
  )
  expect([result.score, result.grade]).toEqual([score, grade])
  expect(result.summary).toMatchObject({ violations: broken.length, passes: kept.length })
})

test('the gravest come first, with the criteria they are about', async () => {
  const { violations, summary } = await analyse(
    findings({
      violations: [
        rule('b', 'minor', ['wcag2a', 'wcag111', 'wcag1410', 'TTv5']),
        rule('c', 'critical'),
        rule('a', 'critical'),
      ],
    }),
  )
  expect(violations.map(({ id }) => id)).toEqual(['a', 'c', 'b'])
  expect(violations[2]?.wcag).toEqual(['1.1.1', '1.4.10'])
  expect(summary).toMatchObject({ critical: 2, serious: 0, minor: 1 })
})

test('without axe-core our own rules judge, and what they cannot is told', async () => {
  const result = await analyse(null, '<html><img src="a">')
  expect(result.engine).toBe('own rules')
  expect(result.violations.map(({ id }) => id)).toContain('image-alt')
  expect(result.notTested).toContain('color-contrast')
})
