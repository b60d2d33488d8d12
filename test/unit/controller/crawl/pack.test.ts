import { AUDIT_CHECK_IDS } from '@sightline/shared/analyses/audit-checks'
import type { AuditResult } from '@sightline/shared/analyses/audit'
import { shortenAudit } from '@sightline/shared/crawl/short-audit'
import { expect, test } from 'vitest'
import { analysisExample } from '../../../../controller/src/api/description/analyses/example.ts'
import {
  createPacker,
  packAudit,
  unpackAudit,
  unpackIssue,
  unpackStored,
} from '../../../../controller/src/crawl/pack.ts'
import { issuesOf } from '../../../../controller/src/crawl/read/stored-audit.ts'

const FAILED = 'titleTooShort'

function auditOf(title: string): AuditResult {
  const audit = analysisExample('audit')
  const issue = `Title is too short (${title.length} characters, recommended 30-60)`
  const failed = { ...audit.checks[FAILED], passed: false, earned: 0, value: title.length, issue }
  return { ...audit, title, issues: [issue], checks: { ...audit.checks, [FAILED]: failed } }
}

const audits = ['Trees', 'Bäume 🌳', 'Arbres "fruitiers"'].map(auditOf)
const [first = auditOf('')] = audits
const json = (audit: AuditResult): string => JSON.stringify(audit)
const issueOf = (audit: AuditResult): string | null => audit.checks[FAILED].issue

/** As an earlier version that says of a check something else begins a crawl. */
function dictionaryOfOthers(): Buffer {
  const packer = createPacker(null)
  packer.packShort(shortenAudit(first))
  const own = packer.dictionary() ?? Buffer.alloc(0)
  const end = own.indexOf('\n')
  const table = own.toString('utf8', 0, end).replace(first.checks[FAILED].message, 'Say more.')
  return Buffer.concat([Buffer.from(table), own.subarray(end)])
}

test('audits that come short are stored short, and read as they were made', () => {
  const packer = createPacker(null)
  const packed = audits.map((audit) => packer.packShort(shortenAudit(audit)))
  const dictionary = packer.dictionary() ?? Buffer.alloc(0)
  const later = createPacker(dictionary)
  expect(later.isKnown).toBe(true)
  const again = audits.map((audit) => later.packShort(shortenAudit(audit)))
  for (const [at, audit] of [...audits, ...audits].entries()) {
    const one = [...packed, ...again][at] ?? Buffer.alloc(0)
    expect(unpackAudit(one, dictionary)).toBe(json(audit))
    expect(issuesOf(unpackStored(one, dictionary))).toBe(JSON.stringify(audit.issues))
    expect(unpackIssue(one, dictionary, FAILED)).toBe(issueOf(audit))
    expect(unpackIssue(one, dictionary, 'unknown')).toBeNull()
    expect(one.length).toBeLessThan(400)
  }
  const passed = AUDIT_CHECK_IDS.find((id) => first.checks[id].passed === true) ?? ''
  expect(unpackIssue(again[0] ?? Buffer.alloc(0), dictionary, passed)).toBeNull()
})

test('an audit that comes whole is stored whole, in a crawl whose others are short too', () => {
  const packer = createPacker(null)
  packer.packShort(shortenAudit(first))
  const dictionary = packer.dictionary() ?? Buffer.alloc(0)
  for (const audit of audits) {
    const packed = packer.pack(json(audit))
    expect(unpackAudit(packed, dictionary)).toBe(json(audit))
    expect(unpackStored(packed, dictionary)).toBe(json(audit))
    expect(unpackIssue(packed, dictionary, FAILED)).toBe(issueOf(audit))
  }
})

test('a crawl that began with whole audits goes on with them', () => {
  const earlier = createPacker(null)
  const old = earlier.pack(json(first))
  const dictionary = earlier.dictionary() ?? Buffer.alloc(0)
  expect(old).toEqual(packAudit(json(first), dictionary))
  const packer = createPacker(dictionary)
  for (const audit of audits) {
    const packed = packer.packShort(shortenAudit(audit))
    expect(unpackStored(packed, dictionary)).toBe(json(audit))
    expect(unpackIssue(packed, dictionary, FAILED)).toBe(issueOf(audit))
  }
  expect(packer.dictionary()).toBe(dictionary)
  expect(unpackAudit(old, dictionary)).toBe(json(first))
})

test('what another version said of a check is read from the crawl, and not mixed with what this one says', () => {
  const packer = createPacker(null)
  const packed = packer.packShort(shortenAudit(first))
  const others = dictionaryOfOthers()
  const read = JSON.parse(unpackAudit(packed, others)) as AuditResult
  expect(read.checks[FAILED]).toEqual({ ...first.checks[FAILED], message: 'Say more.' })
  expect(unpackIssue(packed, others, FAILED)).toBe(issueOf(first))
  const own = createPacker(others).packShort(shortenAudit(first))
  expect(unpackStored(own, others)).toBe(json(first))
})
