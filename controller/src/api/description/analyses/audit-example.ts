import { AUDIT_CHECK_IDS, AUDIT_CHECKS } from '@sightline/shared/analyses/audit-checks'
import type { AuditCheckId } from '@sightline/shared/analyses/audit-checks'
import type { AuditCheckDefinition } from '@sightline/shared/analyses/audit-checks/definition'
import type { AnalysisResult } from '@sightline/shared/analyses/registry'

type Check = AnalysisResult<'audit'>['checks'][AuditCheckId]
type ById<T> = Partial<Record<AuditCheckId, T>>

/** What was found by the checks that failed. */
const FAILED: ById<Pick<Check, 'value' | 'earned' | 'issue' | 'examples'>> = {
  titleTooShort: {
    value: 12,
    earned: 0,
    issue: 'Title is too short (12 characters, recommended 30-60)',
  },
  redirected: { value: 1, earned: 0, issue: 'URL redirects (1 hops)' },
  faviconMissing: { value: null, earned: 0, issue: 'Favicon link is missing' },
  imagesAltMissing: {
    value: 1,
    earned: 3.333,
    issue: '1 of 3 images have no alt attribute',
    examples: ['/plum.webp'],
  },
}

/** Why the others do not apply. */
const REASONS: ById<string> = {
  canonicalHeaderConflict: 'HTML and Link header do not both name a canonical URL',
  hreflangInvalid: 'the page has no hreflang links',
  hreflangSelfMissing: 'the page has no hreflang links',
  hreflangXDefaultMissing: 'the page has no hreflang links',
  hreflangRelative: 'the page has no hreflang links',
  charsetLate: 'a byte order mark or the Content-Type header tells it before',
  imagesNotLazy: 'the page has no more than 5 images',
  pictureNoImg: 'the page has no picture elements',
  targetBlankNoopener: 'no link opens a new tab',
  iframesNoTitle: 'the page has no visible iframes',
}

/** What was measured by those that passed; null by the rest. */
const VALUES: ById<Check['value']> = {
  titleMissing: 'Garden trees',
  titleTooLong: 12,
  titleMultiple: 1,
  metaDescriptionMissing:
    'Apple, pear and plum trees from a nursery that has grown them by hand since 1932.',
  metaDescriptionTooShort: 81,
  metaDescriptionTooLong: 81,
  metaDescriptionMultiple: 1,
  titleEqualsH1: 'Trees for every garden',
  h1Missing: 'Trees for every garden',
  h1Multiple: 1,
  h1TooLong: 22,
  headingEmpty: 0,
  h2Missing: 1,
  wordCountLow: 362,
  textRatioLow: 60.6,
  loremIpsum: false,
  readabilityHard: 108.03,
  noindex: false,
  nofollowPage: false,
  nosnippet: false,
  canonicalMissing: 'https://www.example.com/trees',
  canonicalMultiple: 1,
  canonicalRelative: 'https://www.example.com/trees',
  canonicalMismatch: 'https://www.example.com/trees',
  canonicalInBody: 0,
  canonicalInsecure: 'https://www.example.com/trees',
  redirectChain: 1,
  langMissing: 'en',
  langInvalid: 'en',
  charsetMissing: 'utf-8',
  doctypeMissing: true,
  viewportMissing: 'width=device-width, initial-scale=1',
  viewportZoomBlocked: 'width=device-width, initial-scale=1',
  linksNone: 3,
  internalLinksFew: 3,
  linksTooMany: 3,
  linksUncrawlable: 0,
  linksEmptyText: 0,
  linksGenericText: 0,
  internalNofollow: 0,
  linksInsecure: 0,
  linksLocalhost: 0,
  imagesAltLong: 0,
  imagesNoSize: 0,
  imagesLegacyFormat: true,
  httpsMissing: 'https',
  mixedContent: 0,
  hstsMissing: 'max-age=31536000',
  cspMissing: "default-src 'self'",
  contentTypeOptionsMissing: 'nosniff',
  insecureForm: 0,
  ttfbSlow: 84,
  htmlTooLarge: 2713,
  domTooLarge: 27,
  compressionMissing: 'br',
  cacheMissing: 'cache-control',
  renderBlocking: 0,
  inlineCodeLarge: 0,
  ogTitleMissing: 'Garden trees',
  ogDescriptionMissing: 'From our own nursery',
  ogImageMissing: '/trees.webp',
  ogUrlMismatch: 'https://www.example.com/trees',
  twitterCardMissing: 'summary',
  structuredDataMissing: 1,
  structuredDataInvalid: 0,
  urlTooLong: 29,
  urlUppercase: false,
  urlUnderscore: false,
  urlSpaces: false,
  urlDoubleSlash: false,
  urlManyParams: 0,
  duplicateIds: 0,
  metaInBody: 0,
  formLabelsMissing: 0,
  buttonsNoName: 0,
  landmarkMainMissing: true,
}

function exampleOf(id: AuditCheckId): Check {
  const { severity, category, weight, message, expected }: AuditCheckDefinition = AUDIT_CHECKS[id]
  const reason = REASONS[id]
  const definition = { severity, category, weight, ...(expected === undefined ? {} : { expected }) }
  if (reason !== undefined) {
    const words = { message: `Does not apply: ${reason}.`, issue: null }
    return { passed: null, ...definition, earned: null, value: null, ...words }
  }
  const failed = FAILED[id]
  if (failed !== undefined) return { passed: false, ...definition, message, ...failed }
  const value = VALUES[id] ?? null
  return { passed: true, ...definition, earned: weight, value, message, issue: null }
}

/** The checks of an audited page. */
export const EXAMPLE_AUDIT_CHECKS = Object.fromEntries(
  AUDIT_CHECK_IDS.map((id) => [id, exampleOf(id)]),
) as Record<AuditCheckId, Check>
