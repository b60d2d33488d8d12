import type { Page } from '../../http/page.ts'
import type { Canonical } from '../../page/canonical.ts'
import { canonicalsOf } from '../../page/canonical.ts'
import { headerText } from '../../page/content-type.ts'
import type { PageFacts } from '../../page/facts.ts'
import type { Alternate } from '../../page/hreflang.ts'
import { alternatesOf } from '../../page/hreflang.ts'
import type { RobotsDirectives } from '../../page/robots-directives.ts'
import { effectiveDirectives, robotsInHeader, robotsInMeta } from '../../page/robots-directives.ts'
import { collapseSpace } from '../../page/white-space.ts'
import type { AgentRules } from '../../robots/agent-rules.ts'
import type { ReadWords } from '../../text/read-words.ts'
import { metaContent } from './metas.ts'
import type { PageLinks } from './page-links.ts'
import { readPageLinks } from './page-links.ts'

/** A page as the checks look at it: what several of them ask about is read once. Texts are empty where
 *  there is none. */
export interface AuditSubject {
  readonly page: Page
  readonly facts: PageFacts
  /** What the robots.txt of the page's origin says to this crawler. */
  readonly rules: AgentRules
  /** Where the page came from. */
  readonly url: URL
  readonly isHttps: boolean
  readonly isHtml: boolean
  /** White space collapsed, as that of the next two. */
  readonly title: string
  readonly description: string
  readonly h1: string
  readonly lang: string
  /** Of its text. */
  readonly words: ReadWords
  readonly links: PageLinks
  /** In the order in which they count. */
  readonly canonicals: readonly Canonical[]
  /** The first of them that is an address, absolute; null without. */
  readonly canonicalUrl: string | null
  readonly alternates: readonly Alternate[]
  /** What holds for Googlebot: what is said to all crawlers and what is said to it. */
  readonly directives: RobotsDirectives
  /** A header's value by its name in lower case; null without. */
  readonly header: (name: string) => string | null
}

export function readSubject(
  page: Page,
  facts: PageFacts,
  rules: AgentRules,
  words: ReadWords,
): AuditSubject {
  const url = new URL(page.url)
  const canonicals = canonicalsOf(facts, page.headers)
  return {
    page,
    facts,
    rules,
    url,
    isHttps: url.protocol === 'https:',
    // A parsed document has html, head and body at least, whatever it is made from.
    isHtml: facts.document.elements > 0,
    title: facts.titles[0]?.text ?? '',
    description: collapseSpace(metaContent(facts, 'description')),
    h1: facts.headings.find(({ level }) => level === 1)?.text ?? '',
    lang: facts.document.lang?.trim() ?? '',
    words,
    links: readPageLinks(facts, url),
    canonicals,
    canonicalUrl: canonicals.find((canonical) => canonical.url !== null)?.url ?? null,
    alternates: alternatesOf(facts, page.headers),
    directives: effectiveDirectives(
      [robotsInMeta(facts), robotsInHeader(page.headers)],
      'googlebot',
    ),
    header: (name) => headerText(page.headers, name),
  }
}
