import type { Page } from '../../gather/artifacts.ts'
import { headerText } from '../../page/content-type.ts'
import type { PageFacts } from '../../page/facts.ts'
import { collapseSpace } from '../../page/white-space.ts'
import type { AgentRules } from '../../robots/agent-rules.ts'
import { countWords } from '../../text/words.ts'
import { canonicalLinks, hreflangLinks, readDirectives } from './provisional.ts'
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
  readonly wordCount: number
  readonly links: PageLinks
  readonly canonical: ReturnType<typeof canonicalOf>
  readonly alternates: ReturnType<typeof hreflangLinks>
  readonly directives: ReturnType<typeof readDirectives>
  /** A header's value by its name in lower case; null without. */
  readonly header: (name: string) => string | null
}

export function readSubject(page: Page, facts: PageFacts, rules: AgentRules): AuditSubject {
  const url = new URL(page.url)
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
    wordCount: countWords(facts.text.blocks),
    links: readPageLinks(facts, url),
    canonical: canonicalOf(facts),
    alternates: hreflangLinks(facts),
    directives: readDirectives(facts),
    header: (name) => headerText(page.headers, name),
  }
}

function canonicalOf(facts: PageFacts) {
  const links = canonicalLinks(facts)
  const inHtml = links.filter(({ source }) => source === 'html')
  const inHeader = links.filter(({ source }) => source === 'header')
  return { url: links.find(({ url }) => url !== null)?.url ?? null, inHtml, inHeader }
}
