import { shortenAudit } from '@sightline/shared/crawl/short-audit'
import type { CrawlRecord } from '@sightline/shared/crawl/work'
import { Handover } from '../../bounds/serve-questions.ts'
import type { Page } from '../../http/page.ts'
import { PRODUCT_TOKEN } from '../../net/identity.ts'
import { printable } from '../../outcome/printable.ts'
import { headerText } from '../../page/content-type.ts'
import type { PageFacts } from '../../page/facts.ts'
import { readPageFacts } from '../../page/read-page-facts.ts'
import type { RefreshTarget } from '../../page/refresh-target.ts'
import { refreshTargetOf } from '../../page/refresh-target.ts'
import { readRendered } from '../../page/read-rendered.ts'
import type { RenderedDocument } from '../../page/rendered-document.ts'
import type { RobotsAnswer } from '../../robots/robots-of-file.ts'
import { readWords } from '../../text/read-words.ts'
import { auditPage } from '../audit/audit-page.ts'
import { crawlFactsOf } from './facts-of-page.ts'
import { imagesOfPage } from './images-of-page.ts'
import { linksOfPage } from './links-of-page.ts'
import { isRedirecting, redirectLink } from './redirect-link.ts'
import { crawlRules } from './robots-rules.ts'

/** A page of a crawl, as it came. */
export interface CrawlPageInput {
  /** Of the record. */
  readonly id: number
  /** Its `askedUrl` is as `crawlUrl` writes it. */
  readonly page: Page
  readonly robots: RobotsAnswer
  readonly dropTracking: boolean
  /** The record names the images that the page shows. */
  readonly withImages: boolean
  /** The audit is sent without what is the same on every page. */
  readonly isShort: boolean
  /** `ask` for a page that may be another after its scripts; null for one that is read as it came. */
  readonly rendered: RenderedDocument | 'ask' | null
}

/** The record of a page, or what is needed for one. */
export type CrawledPage =
  /** A line of JSON. */
  | { readonly record: Uint8Array }
  /** It says little without its scripts. */
  | { readonly record: null; readonly body: Uint8Array }

const MAX_TYPE = 199
const MAX_ERROR = 999

/** Pages with fewer words are built by their scripts, if they have any. Source: analyses design, section 4 */
const FEW_WORDS = 50

const JAVASCRIPT = /^(?:module|(?:text|application)\/(?:x-)?(?:java|ecma)script)?$/

const hasScripts = ({ scripts }: PageFacts): boolean =>
  scripts.some(({ type }) => JAVASCRIPT.test(type?.trim() ?? ''))

/** Where a page's scripts lead at once: what they leave is the document of another; null where they stay. */
function ledTo({ rendered }: CrawlPageInput): string | null {
  if (rendered === null || rendered === 'ask' || rendered.html === null) return null
  return rendered.ledTo ?? null
}

function factsOf(input: CrawlPageInput): PageFacts {
  const { page, rendered } = input
  const isRendered = rendered !== null && rendered !== 'ask' && ledTo(input) === null
  return (isRendered ? readRendered(page, rendered) : null) ?? readPageFacts(page)
}

function refreshOf(input: CrawlPageInput, facts: PageFacts): RefreshTarget | null {
  const url = ledTo(input)
  if (url !== null) return { source: 'html', delaySeconds: 0, url }
  return refreshTargetOf(facts, input.page.headers)
}

/** Why a page was read without its scripts; null when it was not, or needs none. */
function lackOf(input: CrawlPageInput): string | null {
  const { rendered } = input
  if (ledTo(input) !== null) return 'The page was read as it came: its scripts lead to another.'
  if (rendered === null || rendered === 'ask' || rendered.html !== null) return null
  return `The page was read without its scripts: ${rendered.reason}`
}

const linksLeftOut = (kept: number): string =>
  `The page leads to more addresses than are kept of one: those behind the first ${kept.toLocaleString('en')} were left out.`

const isSaid = (sentence: string | null): sentence is string => sentence !== null

function recordOf(
  { id, page, isShort }: CrawlPageInput,
  {
    audit,
    ...what
  }: Pick<CrawlRecord, 'outcome' | 'error' | 'audit' | 'facts' | 'links' | 'images'>,
): Handover<CrawledPage> {
  const type = headerText(page.headers, 'content-type')
  const json = JSON.stringify({
    id,
    statusCode: page.statusCode,
    contentType: type === null ? null : printable(type, MAX_TYPE),
    ms: page.totalMs,
    bytes: page.transferBytes,
    retryAfterMs: null,
    ...what,
    audit: isShort ? null : audit,
    ...(isShort && audit !== null ? { shortAudit: shortenAudit(audit) } : {}),
    error: what.error === null ? null : printable(what.error, MAX_ERROR),
  } satisfies CrawlRecord)
  const record = new TextEncoder().encode(`${json}\n`)
  return new Handover<CrawledPage>({ record }, [record.buffer])
}

/** Reads a page of a crawl: facts, audit and links by one parse. The audit is that of `GET /audit`. */
export function crawlPage(input: CrawlPageInput): Handover<CrawledPage> {
  const { page, robots, dropTracking } = input
  const pageFacts = factsOf(input)
  const rules = crawlRules(robots, PRODUCT_TOKEN)
  if (isRedirecting(page)) {
    const { links, problem } = redirectLink(page, dropTracking)
    const audit = auditPage(page, pageFacts, rules)
    const outcome = 'redirect'
    return recordOf(input, { outcome, error: problem, audit, facts: null, links: [...links] })
  }
  // A parsed document has html, head and body at least.
  if (pageFacts.document.elements === 0) {
    return recordOf(input, { outcome: 'other', error: null, audit: null, facts: null, links: [] })
  }
  // Read once, to count, to measure and to compare them.
  const words = readWords(pageFacts.text.blocks)
  const audit = auditPage(page, pageFacts, rules, words)
  if (input.rendered === 'ask' && audit.wordCount < FEW_WORDS && hasScripts(pageFacts)) {
    const { body } = page
    return new Handover<CrawledPage>({ record: null, body }, [body.buffer as ArrayBuffer])
  }
  const refresh = refreshOf(input, pageFacts)
  const facts = crawlFactsOf(page, pageFacts, words.hashes, refresh, dropTracking)
  const of = { url: page.askedUrl, isNofollow: facts.nofollow, dropTracking, refresh }
  const { links, isCut } = linksOfPage(pageFacts, of)
  const lacks = [lackOf(input), isCut ? linksLeftOut(links.length) : null].filter(isSaid)
  const error = lacks.length === 0 ? null : lacks.join(' ')
  const images = input.withImages ? { images: imagesOfPage(pageFacts, dropTracking) } : {}
  return recordOf(input, { outcome: 'page', error, audit, facts, links, ...images })
}
