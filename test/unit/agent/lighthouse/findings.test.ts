import { LighthouseResult } from '@sightline/shared/analyses/lighthouse'
import { describe, expect, test } from 'vitest'
import { lighthouseAnalysis } from '../../../../agent/src/analyses/lighthouse.ts'
import {
  DIAGNOSTIC_AUDITS,
  METRIC_AUDITS,
  OPPORTUNITY_AUDITS,
  THIRD_PARTIES_AUDIT,
} from '../../../../agent/src/lighthouse/audit-ids.ts'
import { findingsOf } from '../../../../agent/src/lighthouse/findings.ts'
import type { Report, ReportedAudit } from '../../../../agent/src/lighthouse/report.ts'
import { UnmeasuredError } from '../../../../agent/src/lighthouse/report.ts'

const NOTHING_TO_SAVE: ReportedAudit = {
  title: 'An audit',
  score: 1,
  scoreDisplayMode: 'metricSavings',
  metricSavings: { FCP: 0, LCP: 0 },
}

const seconds = (value: number, score: number): ReportedAudit => ({
  title: 'A metric',
  score,
  scoreDisplayMode: 'numeric',
  numericValue: value,
  displayValue: `${(value / 1_000).toFixed(1)}\u00a0s`,
})

const AUDITS: Readonly<Record<string, ReportedAudit>> = {
  ...Object.fromEntries(OPPORTUNITY_AUDITS.map((id) => [id, NOTHING_TO_SAVE])),
  'first-contentful-paint': seconds(1_226.92549, 0.99),
  'largest-contentful-paint': seconds(2_500, 0.9),
  'total-blocking-time': { ...seconds(143, 0.95), displayValue: '140\u00a0ms' },
  'cumulative-layout-shift': { ...seconds(0.034_56, 1), displayValue: '0.035' },
  'speed-index': seconds(3_404, 0.9),
  interactive: seconds(4_204, 0.86),
  'total-byte-weight': { ...seconds(66_456, 1), displayValue: 'Total size was 65\u00a0KiB' },
  'dom-size-insight': {
    title: 'Optimize DOM size',
    score: null,
    scoreDisplayMode: 'informative',
    numericValue: 1_812,
    metricSavings: { INP: 0 },
  },
  'server-response-time': { ...seconds(18, 1), displayValue: 'Root document took 20\u00a0ms' },
  'mainthread-work-breakdown': seconds(1_840, 1),
  'bootup-time': seconds(904.5, 1),
  'third-parties-insight': {
    title: '3rd parties',
    score: null,
    scoreDisplayMode: 'informative',
    details: { items: [{ entity: 'One' }, { entity: 'Other' }] },
  },
}

const CATEGORIES = {
  performance: { score: 0.865 },
  accessibility: { score: 1 },
  'best-practices': { score: 0 },
  seo: { score: 0.92 },
}

/** What Lighthouse says, with these audits and categories instead. */
const report = (
  audits: Readonly<Record<string, ReportedAudit>> = {},
  categories: Report['categories'] = {},
): Report => ({
  lighthouseVersion: '13.5.0',
  audits: { ...AUDITS, ...audits },
  categories: { ...CATEGORIES, ...categories },
})

const DOCUMENT = { fetchedUrl: 'https://www.example.com/', statusCode: 404 }
const read = (...given: Parameters<typeof report>) => findingsOf(report(...given), DOCUMENT)

function without(id: string): Report {
  const { [id]: _, ...audits } = AUDITS
  return { ...report(), audits }
}

describe('the findings of a run', () => {
  test('are a whole result', async () => {
    const result = await lighthouseAnalysis.analyse(
      { lab: { askedUrl: 'https://example.com/', findings: read() } },
      { device: 'desktop' },
    )
    expect(LighthouseResult.parse(result)).toEqual(result)
    expect(Object.keys(result)[0]).toBe('url')
    expect(result).toEqual({
      url: 'https://example.com/',
      fetchedUrl: 'https://www.example.com/',
      statusCode: 404,
      strategy: 'desktop',
      lighthouseVersion: '13.5.0',
      complete: true,
      scores: { performance: 87, accessibility: 100, bestPractices: 0, seo: 92 },
      metrics: {
        firstContentfulPaint: { value: 1_226.925, display: '1.2 s', score: 0.99 },
        largestContentfulPaint: { value: 2_500, display: '2.5 s', score: 0.9 },
        totalBlockingTime: { value: 143, display: '140 ms', score: 0.95 },
        cumulativeLayoutShift: { value: 0.035, display: '0.035', score: 1 },
        speedIndex: { value: 3_404, display: '3.4 s', score: 0.9 },
        timeToInteractive: { value: 4_204, display: '4.2 s', score: 0.86 },
      },
      fieldData: { hasFieldData: false, url: null, origin: null },
      opportunities: [],
      diagnostics: {
        totalByteWeight: { value: 66_456, display: 'Total size was 65 KiB', score: 1 },
        domSize: { value: 1_812, display: '1,812 elements', score: 1 },
        serverResponseTime: { value: 18, display: 'Root document took 20 ms', score: 1 },
        mainThreadWork: { value: 1_840, display: '1.8 s', score: 1 },
        bootupTime: { value: 904.5, display: '0.9 s', score: 1 },
        thirdPartyCount: 2,
      },
    })
  })

  const ALL_READ = [
    ...Object.values(METRIC_AUDITS),
    ...Object.values(DIAGNOSTIC_AUDITS),
    ...OPPORTUNITY_AUDITS,
    THIRD_PARTIES_AUDIT,
  ]
  test.each(ALL_READ)('are not made up where this Lighthouse has no %s', (id) => {
    expect(() => findingsOf(without(id), DOCUMENT)).toThrow(`Lighthouse has no audit "${id}"`)
  })

  test.each([...Object.values(METRIC_AUDITS), ...Object.values(DIAGNOSTIC_AUDITS)])(
    'are none where %s failed at the page, or has no figure',
    (id) => {
      const audit = { title: 'A figure', score: null, scoreDisplayMode: 'notApplicable' }
      expect(() => read({ [id]: audit })).toThrow(UnmeasuredError)
      const failed = { ...audit, scoreDisplayMode: 'error', errorMessage: 'NO_LCP' }
      expect(() => read({ [id]: failed })).toThrow(
        'Lighthouse could not measure "A figure" of this page: NO_LCP',
      )
    },
  )

  test.each(Object.keys(CATEGORIES))('are none where %s has no score', (id) => {
    expect(() => read({}, { [id]: { score: null } })).toThrow(UnmeasuredError)
  })

  test('count no third parties where nothing is known of them', () => {
    const audit = { title: '3rd parties', score: null, scoreDisplayMode: 'notApplicable' }
    expect(() => read({ [THIRD_PARTIES_AUDIT]: audit })).toThrow(UnmeasuredError)
  })

  test('rate what only informs by whether there is something to save', () => {
    const audit = { ...NOTHING_TO_SAVE, score: null, numericValue: 3_000, displayValue: '' }
    const rated = (metricSavings: Record<string, number>) =>
      read({ 'dom-size-insight': { ...audit, metricSavings } }).diagnostics.domSize
    expect(rated({ INP: 40 })).toEqual({ value: 3_000, display: '3,000 elements', score: 0.5 })
    expect(rated({ INP: 0 }).score).toBe(1)
  })
})

describe('opportunities', () => {
  const found = (audits: Readonly<Record<string, ReportedAudit>>) => read(audits).opportunities
  const wasteful = { ...NOTHING_TO_SAVE, score: 0 }

  test('come by what they save: time first, then bytes', () => {
    const saving = (FCP: number, wastedBytes?: number): ReportedAudit => ({
      ...wasteful,
      metricSavings: { FCP, LCP: 0, CLS: 900 },
      ...(wastedBytes === undefined ? {} : { details: { debugData: { wastedBytes } } }),
    })
    const opportunities = found({
      'cache-insight': saving(0, 9_000),
      'render-blocking-insight': saving(480.4),
      'image-delivery-insight': saving(0, 90_000),
      'unused-javascript': saving(300, 5_000),
      'modern-http-insight': saving(300),
    })
    expect(
      opportunities.map(({ id, savingsMs, savingsBytes }) => [id, savingsMs, savingsBytes]),
    ).toEqual([
      ['render-blocking-insight', 480, null],
      ['unused-javascript', 300, 5_000],
      ['modern-http-insight', 300, null],
      ['image-delivery-insight', 0, 90_000],
      ['cache-insight', 0, 9_000],
    ])
  })

  test('say what they save in the words of Lighthouse, or in their own', () => {
    const displayValue = 'Est savings of 64\u00a0KiB'
    const details = { overallSavingsMs: -20, overallSavingsBytes: 65_311 }
    const lcp = { ...wasteful, metricSavings: { LCP: 1_200 } }
    expect(
      found({
        'unused-css-rules': { ...wasteful, displayValue, details },
        'unminified-css': { ...wasteful, details: { overallSavingsBytes: 2_000_000 } },
        'lcp-discovery-insight': lcp,
      }),
    ).toMatchObject([
      { id: 'lcp-discovery-insight', display: 'Est savings of 1,200 ms', savingsBytes: null },
      { id: 'unminified-css', display: 'Est savings of 1,954 KiB' },
      { id: 'unused-css-rules', display: 'Est savings of 64 KiB', savingsMs: 0, score: 0 },
    ])
  })

  test('have a score where their audit only informs', () => {
    const details = { debugData: { wastedBytes: 10 } }
    const informing = { title: 'x', score: null, scoreDisplayMode: 'informative', details }
    expect(found({ 'cache-insight': informing })).toMatchObject([{ score: 0.5, savingsMs: null }])
  })

  test('are not those of audits that found nothing, or failed at the page', () => {
    const failed = { title: 'x', score: null, scoreDisplayMode: 'error', errorMessage: 'no' }
    expect(found({ 'cache-insight': failed })).toEqual([])
  })

  test('keep within the bounds of a result, whatever they are called', () => {
    const title = `\u202e${'long '.repeat(1_000)}`
    const [one] = found({ 'cache-insight': { ...wasteful, title, metricSavings: { LCP: 5 } } })
    const { opportunities } = LighthouseResult.shape
    expect(opportunities.safeParse([one]).success).toBe(true)
  })
})

test('figures of a load that was not waited for to its end are told as such', () => {
  const runWarnings = [
    'The page loaded too slowly to finish within the time limit. Results may be incomplete.',
  ]
  expect(findingsOf({ ...report(), runWarnings }, DOCUMENT)).toMatchObject({ complete: false })
  const others = ['There may be stored data affecting loading performance in this location: x.']
  const found = findingsOf({ ...report(), runWarnings: others }, DOCUMENT)
  expect(found).toMatchObject({ complete: true })
})
