import { analysisExample } from './analyses/example.ts'
import type { ToldOperations } from './told.ts'

const AUDITED_AT = '2026-02-01T12:00:00.000Z'

/** With the figures of its parts. */
const whole = {
  createdAt: AUDITED_AT,
  parts: ['accessibility', 'audit', 'lighthouse-mobile', 'security-headers', 'waterfall'],
  figures: {
    failedChecks: 7,
    words: 412,
    accessibilityScore: 93,
    securityScore: 75,
    performanceScore: 91,
    firstContentfulPaintMs: 1_203,
    largestContentfulPaintMs: 1_840.4,
    totalBlockingMs: 48,
    layoutShift: 0.012,
    speedIndexMs: 1_422,
    firstByteMs: 84.2,
    domContentLoadedMs: 412.7,
    loadMs: 803.5,
    requests: 31,
    transferBytes: 512_840,
  },
} as const

const PART = 'lighthouse-mobile'
const part = {
  createdAt: '2026-02-01T12:00:14.000Z',
  result: { ...analysisExample('lighthouse'), region: 'eu-west' },
}

/** What is told of audits that are kept. */
export const AUDIT_EXAMPLES = {
  createAudit: {
    request: { url: 'https://example.com/' },
    answer: { createdAt: AUDITED_AT, parts: ['audit'], figures: { failedChecks: 7, words: 412 } },
  },
  listAudits: { answer: { audits: [whole] } },
  readAudit: { answer: whole },
  addAuditPart: { request: { part: PART }, answer: { ...part, figures: whole.figures } },
  readAuditPart: { answer: part },
} satisfies ToldOperations
