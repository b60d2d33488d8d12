import { crawlUrl } from '@sightline/shared/crawl/crawl-url'
import type { CrawlFacts } from '@sightline/shared/crawl/work'
import type { Page } from '../../http/page.ts'
import { printable } from '../../outcome/printable.ts'
import { canonicalsOf } from '../../page/canonical.ts'
import type { PageFacts } from '../../page/facts.ts'
import { alternatesOf } from '../../page/hreflang.ts'
import type { RefreshTarget } from '../../page/refresh-target.ts'
import { effectiveDirectives, robotsInHeader, robotsInMeta } from '../../page/robots-directives.ts'
import { simHash } from '../../text/sim-hash.ts'

/** Texts shorter than that are alike by chance. */
const MIN_HASHED_WORDS = 50
const MAX_ALTERNATES = 200
/** Of all their addresses, in characters. */
const MAX_ALTERNATE_CHARACTERS = 60_000
const MAX_TAG = 100

const crawlUrlOf = (url: string | null, dropTracking: boolean): string | null =>
  url === null ? null : crawlUrl(url, dropTracking)

function alternates(
  facts: PageFacts,
  { headers }: Page,
  dropTracking: boolean,
): [string, string][] {
  let room = MAX_ALTERNATE_CHARACTERS
  const stated = alternatesOf(facts, headers).flatMap(({ hreflang, url: written }) => {
    const url = crawlUrlOf(written, dropTracking)
    room -= url?.length ?? 0
    const alternate: [string, string][] = []
    if (url !== null && room >= 0) alternate.push([printable(hreflang, MAX_TAG - 1), url])
    return alternate
  })
  return stated.slice(0, MAX_ALTERNATES)
}

/** What a page says of itself, for what is asked of its site.
 *  @param words hashes of the words of its text, in order  @param refresh where it leads by itself */
export function crawlFactsOf(
  page: Page,
  facts: PageFacts,
  words: Int32Array,
  refresh: RefreshTarget | null,
  dropTracking: boolean,
): CrawlFacts {
  const statements = [robotsInMeta(facts), robotsInHeader(page.headers)]
  // As the audit reads them.
  const { noindex, nofollow } = effectiveDirectives(statements, 'googlebot')
  const canonical = canonicalsOf(facts, page.headers).find(({ url }) => url !== null)
  const refreshUrl = refresh?.delaySeconds === 0 ? crawlUrl(refresh.url, dropTracking) : null
  return {
    canonical: canonical?.isInHead === true ? crawlUrlOf(canonical.url, dropTracking) : null,
    ...(refreshUrl === null ? {} : { refresh: refreshUrl }),
    noindex,
    nofollow,
    alternates: alternates(facts, page, dropTracking),
    lang: printable(facts.document.lang?.trim() ?? '', MAX_TAG - 1),
    simHash: words.length < MIN_HASHED_WORDS ? null : simHash(words),
  }
}
