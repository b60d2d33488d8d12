import type { Page } from '../http/page.ts'
import type { Collector, ParsedPage } from './collectors/collector.ts'
import { COLLECTORS } from './collectors/index.ts'
import { headerText } from './content-type.ts'
import { decodePage, type DecodedPage } from './decode-page.ts'
import type { PageFacts } from './facts.ts'
import { isHtml, isXhtml } from './is-html.ts'
import { PAGE_LIMITS } from './limits.ts'
import type { Document } from './parse/dom.ts'
import { parseHtml } from './parse/parse-html.ts'
import { createResolver } from './create-resolver.ts'
import { withEncodedQuery } from './query-encoding.ts'
import { baseUrlOf } from './resolve-url.ts'
import type { Interests } from './walk.ts'
import { interestsOf, walk } from './walk.ts'
import { withEndTags } from './xhtml.ts'

/** What of a page is read. */
type ReadablePage = Pick<Page, 'url' | 'headers' | 'body' | 'isTruncated'>

/** Everything analyses read of a page, by one decode, one parse and one walk. A page of another type than
 *  HTML has empty facts. Takes time linear in the page's size, whatever it holds. */
export function readPageFacts(page: ReadablePage): PageFacts {
  return readPage(page).facts
}

/** The facts of a page with the tree they were read from, for the one analysis that makes a document of
 *  its own of it. */
export function readPage(page: ReadablePage): {
  readonly facts: PageFacts
  readonly tree: Document
} {
  const decoded = decodePage(page)
  const type = headerText(page.headers, 'content-type')
  const isPage = isHtml(type, decoded.text)
  const read = isPage ? decoded : { ...decoded, text: '' }
  const parsed = parsedPage(page.url, read, isPage && isXhtml(type))
  return { facts: factsOf(parsed, isPage), tree: parsed.document }
}

/** Of all collectors: the same on every page. */
let interests: Interests | null = null

function factsOf(page: ParsedPage, isPage: boolean): PageFacts {
  const named = Object.entries(COLLECTORS).map(([name, collect]) => [name, collect(page)] as const)
  const collectors = named.map(([, collector]) => collector as Collector<unknown>)
  interests ??= interestsOf(collectors)
  const walked = isPage
    ? walk(page.document, collectors, page.noscript, interests)
    : { elements: 0, maxDepth: 0, isCut: false }
  const facts = named.map(([name, collector]) => [name, collector.finish(walked)] as const)
  return Object.fromEntries(facts) as unknown as PageFacts
}

function parsedPage(url: string, decoded: DecodedPage, isXml: boolean): ParsedPage {
  const rewritten = isXml ? withEndTags(decoded.text) : null
  const parsed = parseHtml(rewritten?.text ?? decoded.text, isXml)
  const baseUrl = baseUrlOf(url, parsed.baseHref)
  const resolve = createResolver(baseUrl)
  const written = decoded.charset.startsWith('utf-')
    ? (reference: string): string => reference
    : (reference: string): string => withEncodedQuery(reference, decoded.charset)
  let room: number = PAGE_LIMITS.resolvedCharacters
  return {
    ...parsed,
    url,
    baseUrl,
    isXml,
    text: decoded.text,
    resolve: (reference) => {
      const resolved = reference === null || room < 0 ? null : resolve(written(reference))
      room -= (reference?.length ?? 0) + (resolved?.length ?? 0)
      return resolved
    },
    byteOffset: (characters) => {
      const place = rewritten?.placeInPage(characters) ?? characters
      return decoded.bomBytes + bytesBefore(decoded, place)
    },
    isCut: () => parsed.isCut() || room < 0,
  }
}

/** Bytes that the first characters of a text took. In the older multi-byte charsets every character that
 *  is not ASCII is taken for two, as nearly all are. */
function bytesBefore({ text, charset }: DecodedPage, characters: number): number {
  if (charset.startsWith('utf-16')) return 2 * characters
  const beginning = text.slice(0, characters)
  if (charset === 'utf-8') return Buffer.byteLength(beginning)
  if (!/^(?:gb|big5|euc|shift_jis|iso-2022)/.test(charset)) return characters
  return beginning.length + (beginning.match(/[^\0-\x7f]/g)?.length ?? 0)
}
