import { AUDIT_CHECK_IDS, AUDIT_CHECKS } from '@sightline/shared/analyses/audit-checks'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { JUDGES } from '../../../../../agent/src/analyses/audit/checks/index.ts'
import { auditOf } from '../../../../helpers/audited-page.ts'

/** Source: design of the analyses, "audit" */
const WEIGHTS = {
  critical: 'titleMissing 10, noindex 10, robotsBlocked 10, httpsMissing 8',
  error: `
    metaDescriptionMissing 6, h1Missing 6, loremIpsum 4, canonicalMultiple 4,
    canonicalHeaderConflict 3, canonicalInBody 3, hreflangInvalid 3, langMissing 4,
    viewportMissing 5, linksLocalhost 3, imagesAltMissing 5, pictureNoImg 1, mixedContent 5,
    insecureForm 3, structuredDataInvalid 3, metaInBody 2`,
  warning: `
    titleTooShort 3, titleTooLong 3, titleMultiple 2, metaDescriptionTooShort 2,
    metaDescriptionTooLong 2, metaDescriptionMultiple 2, h1Multiple 2, headingOrder 2,
    headingEmpty 2, wordCountLow 4, nofollowPage 3, canonicalMissing 4, canonicalRelative 1,
    canonicalMismatch 3, canonicalInsecure 2, redirectChain 3, metaRefresh 3,
    hreflangSelfMissing 2, hreflangRelative 2, langInvalid 2, charsetMissing 3,
    doctypeMissing 2, viewportZoomBlocked 3, linksNone 3, linksTooMany 1, linksUncrawlable 3,
    linksEmptyText 2, linksGenericText 2, internalNofollow 2, linksInsecure 2, imagesNoSize 2,
    hstsMissing 2, contentTypeOptionsMissing 1, ttfbSlow 4, htmlTooLarge 3, domTooLarge 2,
    compressionMissing 3, ogTitleMissing 2, ogImageMissing 2, structuredDataMissing 3,
    duplicateIds 1, formLabelsMissing 3, buttonsNoName 2, iframesNoTitle 1`,
  info: `
    titleEqualsH1 1, h1TooLong 1, h2Missing 1, textRatioLow 1, readabilityHard 1, nosnippet 1,
    redirected 1, hreflangXDefaultMissing 1, charsetLate 1, faviconMissing 1,
    internalLinksFew 1, imagesAltLong 1, imagesNotLazy 1, imagesLegacyFormat 1, cspMissing 1,
    targetBlankNoopener 1, cacheMissing 1, renderBlocking 2, inlineCodeLarge 1,
    ogDescriptionMissing 1, ogUrlMismatch 1, twitterCardMissing 1, urlTooLong 1,
    urlUppercase 1, urlUnderscore 1, urlSpaces 1, urlDoubleSlash 1, urlManyParams 1,
    landmarkMainMissing 1`,
}

const CHECKS = AUDIT_CHECK_IDS.length

test('each check has its judge, severity and weight', () => {
  const byId = Object.entries(WEIGHTS).flatMap(([severity, list]) =>
    list.split(',').map((item) => {
      const [id = '', weight] = item.trim().split(' ')
      return [id, { severity, weight: Number(weight) }] as const
    }),
  )
  expect(AUDIT_CHECKS).toMatchObject(Object.fromEntries(byId))
  expect(byId.map(([id]) => id).sort()).toEqual([...AUDIT_CHECK_IDS].sort())
  expect(Object.keys(JUDGES).sort()).toEqual([...AUDIT_CHECK_IDS].sort())
})

test('a good page has the full score, and every check is shown in order', () => {
  const audit = auditOf()
  expect(audit).toMatchObject({
    url: 'https://example.com/trees',
    fetchedUrl: 'https://example.com/trees',
    statusCode: 200,
    score: 100,
    grade: 'A',
    issues: [],
    title: 'Garden trees from our own nursery',
    h1: 'Trees for every garden',
    internalLinks: 3,
    externalLinks: 0,
  })
  expect(Object.values(audit.categories)).toEqual(Array.from({ length: 10 }, () => 100))
  expect(Object.keys(audit.checks)).toEqual(AUDIT_CHECK_IDS)
  const { total, passed, notApplicable, failed } = audit.summary
  expect({ total, failed, sum: passed + notApplicable }).toEqual({
    total: CHECKS,
    failed: 0,
    sum: CHECKS,
  })
})

test('the score is the share of the weight that is earned', () => {
  const audit = auditOf({ icon: '', viewport: '' })
  const scored = Object.values(audit.checks).filter(({ passed }) => passed !== null)
  const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)
  const weight = sum(scored.map((check) => check.weight))
  const earned = sum(scored.map((check) => check.earned ?? 0))
  expect(earned).toBe(weight - 6)
  expect(audit.score).toBe(Math.round((100 * earned) / weight))
  expect(audit.categories).toMatchObject({ mobile: 0, content: 100 })
})

test.for([
  ['a missing title alone', { title: '' }, 79],
  ['one critical fault', { page: { url: 'http://example.com/trees' } }, 69],
  ['two', { title: '', robots: 'User-agent: *\nDisallow: /' }, 59],
  [
    'three',
    { title: '', head: '<meta name=robots content=none>', robots: 'User-agent: *\nDisallow: /' },
    59,
  ],
] as const)('the score is capped with %s', ([, changes, cap]) => {
  const { score, grade } = auditOf(changes)
  expect(score).toBe(cap)
  expect(grade).toBe(cap === 79 ? 'C' : cap === 69 ? 'D' : 'F')
})

const altsOf = (good: number, bad: number) => ({
  images: '<img src=a alt=a>'.repeat(good) + '<img src=b>'.repeat(bad),
})

test.for([
  [1, 1, 0],
  [1, 2, 0],
  [2, 1, 3.333],
  [3, 1, 3.75],
  [999, 1, 4.995],
  [1, 0, 5],
] as const)('%i good images and %i bad ones earn %f of 5', ([good, bad, earned]) => {
  const { imagesAltMissing: check } = auditOf(altsOf(good, bad)).checks
  expect(check).toMatchObject({ earned, passed: bad === 0, value: bad })
})

test('one image without alt among very many never earns everything', () => {
  const { earned, passed } = auditOf(altsOf(4_999, 1)).checks.imagesAltMissing
  expect({ earned, passed }).toEqual({ earned: 4.999, passed: false })
})

test('one insecure resource spoils all', () => {
  const body = '<img src=https://a.test/b><img src=http://a.test/c>'
  expect(auditOf({ body }).checks.mixedContent.earned).toBe(0)
})

test('a counting check names what it found, at most five things, shortened', () => {
  const images = Array.from({ length: 9 }, (_, i) => `<img src="/${i}${'x'.repeat(500)}">`).join('')
  const { examples } = auditOf({ images }).checks.imagesAltMissing
  expect(examples).toHaveLength(5)
  expect(examples?.[0]).toMatch(/^\/0x+…$/)
  expect(examples?.[0]).toHaveLength(201)
})

test('an image without an address is named by what it offers, or by its lack', () => {
  const { checks } = auditOf({
    images: '<img srcset="/a.png 1x" alt=a><img alt=b><img src=/c.png alt=c>',
  })
  expect(checks.imagesNoSize.examples).toEqual([
    'https://example.com/a.png',
    'an image without src',
    '/c.png',
  ])
})

test('issues come by severity, then weight, then id', () => {
  const { issues } = auditOf({ title: '', viewport: '', icon: '', images: '<img src=a.png>' })
  expect(issues).toEqual([
    'Title tag is missing or empty',
    '1 of 1 image has no alt attribute',
    'Viewport meta tag is missing',
    '1 image has no width and height',
    'Favicon link is missing',
    'No image uses WebP or AVIF',
  ])
})

test.for([404, 500, 301, 204, 206])('nothing is scored of a page with status %i', (statusCode) => {
  const audit = auditOf({ page: { statusCode } })
  expect(audit).toMatchObject({
    statusCode,
    score: 0,
    grade: 'F',
    issues: ['broken'],
    title: 'Garden trees from our own nursery',
    summary: { total: CHECKS, passed: 0, failed: 0, warnings: 0, notApplicable: CHECKS },
  })
  expect(new Set(Object.values(audit.categories))).toEqual(new Set([0]))
  expect(audit.checks.h1Missing).toMatchObject({
    passed: null,
    earned: null,
    message: `Does not apply: the page answered with status ${statusCode}.`,
  })
})

test('of an answer that is not HTML only what holds for any answer is judged', () => {
  const { checks, issues, score, title, wordCount } = auditOf({
    whole: '{"title":"<title>No page</title>"}',
    headers: { 'content-type': 'application/json', 'cache-control': undefined },
  })
  const judged = AUDIT_CHECK_IDS.filter((id) => checks[id].passed !== null)
  const ofAnyType =
    'noindex robotsBlocked nofollowPage nosnippet redirected redirectChain httpsMissing hstsMissing contentTypeOptionsMissing ttfbSlow cacheMissing urlTooLong urlUppercase urlUnderscore urlSpaces urlDoubleSlash urlManyParams'
  expect(judged).toEqual(ofAnyType.split(' '))
  expect(issues).toEqual(['No caching headers on the page'])
  expect({ score: score > 90, title, wordCount }).toEqual({ score: true, title: '', wordCount: 0 })
})

test('summary tells warnings apart', () => {
  const { summary } = auditOf({ viewport: '', icon: '', links: '' })
  expect(summary).toMatchObject({ failed: 3, warnings: 1 })
})

test('an audit stays small whatever a page says', () => {
  const long = 'x'.repeat(16_000)
  const whole = [
    `<html lang="${long}"><title>${long}</title><h1>${long}</h1>`,
    ...Array.from({ length: 200 }, (_, i) =>
      [
        `<meta name=description content="${long}"><meta http-equiv=refresh content="0;${long}">`,
        `<link rel=canonical href="/${i}${long}"><h6></h6><a href="/${long}"></a>`,
      ].join(''),
    ),
  ].join('')
  const audit = auditOf({ whole })
  expect(JSON.stringify(audit).length).toBeLessThan(50_000)
  expect(audit.issues).toContain('Page has 200 different canonical links')
})

test('what the database cannot keep is in no text', () => {
  const whole = `<title>a\u0000b\ud800c</title><h1>d\u0001e</h1><img src="f\u0002g">`
  const audit = auditOf({ whole })
  expect(audit).toMatchObject({ h1: 'd e' })
  // oxlint-disable-next-line no-control-regex
  expect(JSON.stringify(audit)).not.toMatch(/\\u00[01]|\\ud8/)
  expect(audit.checks.imagesAltMissing.examples).toEqual(['f g'])
})

const TAGS =
  '<p> </p> <h1> <h3> <title> </title> <script> <svg> <body> <a|href=" <img|alt=" <iframe|src=" "> <html|lang=" <base|href="// <meta|name="robots"|content=" <meta|http-equiv=refresh|content=" <link|rel=canonical|href="'
const piece = fc.oneof(
  fc.constantFrom(...TAGS.split(' ').map((tag) => tag.replaceAll('|', ' '))),
  fc.string({ unit: 'binary' }),
)

test('any page has an audit', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const { summary } = auditOf({ whole: pieces.join('') })
      expect(summary.passed + summary.failed + summary.notApplicable).toBe(CHECKS)
    }),
  )
})
