import { AUDIT_CHECK_IDS } from '@sightline/shared/analyses/audit-checks'
import { AUDIT_CATEGORIES } from '@sightline/shared/analyses/audit-checks/words'
import { auditJson, writeAuditJson } from '@sightline/shared/crawl/audit-json'
import type { ShortCheck } from '@sightline/shared/crawl/short-audit'
import { ShortAudit } from '@sightline/shared/crawl/short-audit'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const value = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
)
const issue = fc.option(fc.string({ unit: 'grapheme' }))
const earned = fc.integer({ min: 0, max: 10 })
const check: fc.Arbitrary<ShortCheck> = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.tuple(value),
  fc.tuple(issue, earned, value),
  fc.tuple(issue, earned, value, fc.array(fc.string(), { maxLength: 5 })),
)
const checks = fc.array(check, {
  minLength: AUDIT_CHECK_IDS.length,
  maxLength: AUDIT_CHECK_IDS.length,
})

const auditOf = (found: ShortCheck[], title = 'Trees'): ShortAudit => ({
  url: 'https://example.com/',
  fetchedUrl: 'https://example.com/',
  statusCode: 200,
  score: 97,
  grade: 'A',
  issues: [],
  title,
  metaDescription: '',
  h1: '',
  wordCount: 0,
  internalLinks: 0,
  externalLinks: 0,
  summary: { total: 0, passed: 0, failed: 0, warnings: 0, notApplicable: 0 },
  categories: Object.fromEntries(
    AUDIT_CATEGORIES.map((name) => [name, 100]),
  ) as ShortAudit['categories'],
  checks: found,
})

test('an audit is written into memory as its text is, whatever stands in it', () => {
  fc.assert(
    fc.property(checks, fc.string({ unit: 'binary' }), (found, title) => {
      const audit = auditOf(found, title)
      const text = auditJson(audit)
      const into = Buffer.alloc(3 * text.length)
      const length = writeAuditJson(audit, into)
      expect(length).toBe(Buffer.byteLength(text))
      expect(into.toString('utf8', 0, length ?? 0)).toBe(text)
    }),
    { numRuns: 50 },
  )
})

test('an audit that may not fit is not written by half', () => {
  const audit = auditOf(AUDIT_CHECK_IDS.map(() => ['Bäume 🌳']))
  const { length } = Buffer.from(auditJson(audit))
  expect(writeAuditJson(audit, Buffer.alloc(length - 1))).toBeNull()
  expect(writeAuditJson(audit, Buffer.alloc(0))).toBeNull()
})

test('an audit is taken with a check for each id, and no other number of them', () => {
  const found = AUDIT_CHECK_IDS.map((): ShortCheck => [null])
  expect(ShortAudit.safeParse(auditOf(found)).success).toBe(true)
  expect(ShortAudit.safeParse(auditOf(found.slice(1))).success).toBe(false)
  expect(ShortAudit.safeParse(auditOf([...found, [null]])).success).toBe(false)
  const wrong = 1 as unknown as ShortCheck
  expect(ShortAudit.safeParse(auditOf([wrong, ...found.slice(1)])).success).toBe(false)
  expect(ShortAudit.safeParse({ ...auditOf([]), checks: 'none' }).success).toBe(false)
})
