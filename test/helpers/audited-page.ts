import type { AuditCheck, AuditResult } from '@sightline/shared/analyses/audit'
import { AuditResult as AuditResultSchema } from '@sightline/shared/analyses/audit'
import type { AuditCheckId } from '@sightline/shared/analyses/audit-checks'
import { auditJson, failedChecks, writeAuditJson } from '@sightline/shared/crawl/audit-json'
import { ShortAudit, shortenAudit } from '@sightline/shared/crawl/short-audit'
import { expect, test } from 'vitest'
import { auditPage } from '../../agent/src/analyses/audit/audit-page.ts'
import { readPageFacts } from '../../agent/src/page/read-page-facts.ts'
import { rulesFor } from '../../agent/src/robots/agent-rules.ts'
import { parseRobots } from '../../agent/src/robots/parse-robots.ts'
import { PRODUCT_TOKEN } from '../../agent/src/net/identity.ts'
import type { PageOptions } from './analysis-page.ts'
import { pageOf } from './analysis-page.ts'

const PARAGRAPH = `<p>${'We grow tall trees and sell them to all who like a green home. '.repeat(25)}</p>`

/** Parts of a page about which the audit has nothing to say. */
const GOOD_PARTS = {
  doctype: '<!doctype html>',
  html: '<html lang="en">',
  charset: '<meta charset="utf-8">',
  title: '<title>Garden trees from our own nursery</title>',
  description:
    '<meta name="description" content="Apple, pear and plum trees from a nursery that has grown them by hand since 1932.">',
  canonical: '<link rel="canonical" href="https://example.com/trees">',
  viewport: '<meta name="viewport" content="width=device-width, initial-scale=1">',
  icon: '<link rel="icon" href="/icon.svg">',
  card: [
    '<meta property="og:title" content="Garden trees">',
    '<meta property="og:description" content="From our own nursery">',
    '<meta property="og:image" content="/trees.webp">',
    '<meta property="og:url" content="https://example.com/trees">',
    '<meta name="twitter:card" content="summary">',
  ].join(''),
  data: '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Store"}</script>',
  head: '',
  headings: '<h1>Trees for every garden</h1><h2>Apples</h2>',
  text: PARAGRAPH,
  links:
    '<a href="/apples">Apple trees</a> <a href="/pears">Pear trees</a> <a href="/plums">Plum trees</a>',
  images: '<img src="/apple.webp" alt="An apple tree" width="40" height="60">',
  body: '',
}

const GOOD_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'max-age=600',
  'strict-transport-security': 'max-age=31536000',
  'content-security-policy': "default-src 'self'",
  'x-content-type-options': 'nosniff',
}

/** What is other about a page than about a good one. */
export type AuditCase = Partial<Record<keyof typeof GOOD_PARTS, string>> & {
  /** undefined takes a header away. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly page?: Omit<PageOptions, 'headers'>
  readonly robots?: string
  /** In place of all parts. */
  readonly whole?: string
}

function htmlOf(parts: typeof GOOD_PARTS): string {
  const { doctype, html, head, headings, text, links, images, body, ...inHead } = parts
  return `${doctype}${html}<head>${Object.values(inHead).join('')}${head}</head><body><main>${headings}${text}${links}${images}</main>${body}</body></html>`
}

/** The audit of a page, checked against its schema. */
export function auditOf(changes: AuditCase = {}): AuditResult {
  const { headers, page: options, robots = '', whole, ...parts } = changes
  const sent = Object.entries({ ...GOOD_HEADERS, ...headers }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  const page = {
    ...pageOf(whole ?? htmlOf({ ...GOOD_PARTS, ...parts }), {
      url: 'https://example.com/trees',
      contentEncoding: 'br',
      ...options,
    }),
    headers: Object.fromEntries(sent),
  }
  const rules = rulesFor(parseRobots(robots), PRODUCT_TOKEN)
  const audit = auditPage(page, readPageFacts(page), rules)
  // Crawls send it short.
  const short = ShortAudit.parse(JSON.parse(JSON.stringify(shortenAudit(audit))))
  const json = JSON.stringify(audit)
  expect(auditJson(short)).toBe(json)
  const room = Buffer.alloc(3 * json.length)
  expect(room.toString('utf8', 0, writeAuditJson(short, room) ?? 0)).toBe(json)
  const failed = Object.entries(audit.checks).filter(([, { passed }]) => passed === false)
  expect(failedChecks(short)).toEqual(failed.map(([id]) => id))
  return AuditResultSchema.parse(audit)
}

/** Pages that tell one check from the others. */
export interface CheckCases {
  /** Each fails the check with this very issue. */
  readonly fails: readonly (readonly [AuditCase, issue: string])[]
  /** Each passes it; {} is the good page. */
  readonly passes?: readonly AuditCase[]
  /** The check does not apply to any of these. */
  readonly doesNotApply?: readonly AuditCase[]
}

/** Makes the tests of a group of checks. */
export function testChecks(cases: Readonly<Partial<Record<AuditCheckId, CheckCases>>>): void {
  for (const [id, { fails, passes = [], doesNotApply = [] }] of Object.entries(cases)) {
    const resultOf = (changes: AuditCase): AuditCheck => auditOf(changes).checks[id as AuditCheckId]
    test(`${id} tells pages at fault from others`, () => {
      for (const [changes, issue] of fails) {
        const audit = auditOf(changes)
        expect(audit.checks[id as AuditCheckId]).toMatchObject({ passed: false, issue })
        expect(audit.issues).toContain(issue)
      }
      for (const changes of passes) {
        expect(resultOf(changes)).toMatchObject({ passed: true, issue: null })
      }
      for (const changes of doesNotApply) {
        expect(resultOf(changes)).toMatchObject({ passed: null, earned: null, issue: null })
      }
    })
  }
}
