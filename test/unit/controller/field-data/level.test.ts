import { FieldData } from '@sightline/shared/analyses/lighthouse'
import { describe, expect, test } from 'vitest'
import { levelData, ReportRecord } from '../../../../controller/src/field-data/level.ts'

/** A record of the report with these 75th percentiles. */
const record = (p75s: Record<string, unknown>) =>
  ReportRecord.parse({
    record: {
      metrics: Object.fromEntries(
        Object.entries(p75s).map(([name, p75]) => [
          name,
          { histogram: [{ start: 0, density: 1 }], percentiles: { p75 } },
        ]),
      ),
    },
  })

const LCP = 'largest_contentful_paint'
const INP = 'interaction_to_next_paint'
const CLS = 'cumulative_layout_shift'
const FCP = 'first_contentful_paint'
const TTFB = 'experimental_time_to_first_byte'

describe('field data', () => {
  test('has every metric of a record, and its schema', () => {
    const data = levelData(
      'url',
      record({ [LCP]: 2_710, [INP]: 148, [CLS]: '0.05', [FCP]: 1_620, [TTFB]: 640 }),
    )
    expect(data).toEqual({
      level: 'url',
      overall: 'AVERAGE',
      largestContentfulPaint: { p75: 2_710, category: 'AVERAGE' },
      interactionToNextPaint: { p75: 148, category: 'FAST' },
      cumulativeLayoutShift: { p75: 0.05, category: 'FAST' },
      firstContentfulPaint: { p75: 1_620, category: 'FAST' },
      timeToFirstByte: { p75: 640, category: 'FAST' },
    })
    const whole = { hasFieldData: true, url: data, origin: null }
    expect(FieldData.parse(whole)).toEqual(whole)
  })

  test.each([
    ['largestContentfulPaint', LCP, [2_500, 2_501, 4_000, 4_001]],
    ['interactionToNextPaint', INP, [200, 201, 500, 501]],
    ['cumulativeLayoutShift', CLS, ['0.10', '0.11', '0.25', '0.26']],
    ['firstContentfulPaint', FCP, [1_800, 1_801, 3_000, 3_001]],
    ['timeToFirstByte', TTFB, [800, 801, 1_800, 1_801]],
  ] as const)('rates %s at its thresholds', (metric, name, values) => {
    // One vital is there whatever is rated.
    const rated = values.map(
      (p75) => levelData('origin', record({ [LCP]: 1, [name]: p75 }))?.[metric]?.category,
    )
    expect(rated).toEqual(['FAST', 'AVERAGE', 'AVERAGE', 'SLOW'])
  })

  test.each([
    ['FAST', { [LCP]: 1, [INP]: 1, [CLS]: '0' }],
    ['AVERAGE', { [LCP]: 3_000, [INP]: 1, [CLS]: '0' }],
    ['SLOW', { [LCP]: 3_000, [INP]: 1, [CLS]: '0.9' }],
    ['SLOW', { [INP]: 700 }],
    ['FAST', { [LCP]: 1, [FCP]: 9_000, [TTFB]: 9_000 }],
  ])('is as good as the worst Core Web Vital: %s', (overall, p75s) => {
    expect(levelData('url', record(p75s))?.overall).toBe(overall)
  })

  test('of metrics that few have is null, and there is none without a Core Web Vital', () => {
    expect(levelData('url', record({ [LCP]: 1 }))?.interactionToNextPaint).toBeNull()
    expect(levelData('url', record({ [FCP]: 1, [TTFB]: 1 }))).toBeNull()
    expect(levelData('url', record({}))).toBeNull()
  })

  test.each([null, 'fast', '', '-1', -1, {}])('of %j makes no sense', (p75) => {
    expect(() => record({ [LCP]: p75 })).toThrow('p75')
  })
})
