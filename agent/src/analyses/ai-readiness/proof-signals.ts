import type { AnalysisResult } from '@sightline/shared/analyses/registry'
import type { PageArea, PageFacts } from '../../page/facts.ts'
import { pageOf } from '../../page/same-page.ts'
import { isSameSite } from '../../page/site.ts'
import { readPageLinks } from '../audit/page-links.ts'
import { isAuthority } from './authorities.ts'
import { countNumbers } from './count-numbers.ts'
import { countQuotes } from './count-quotes.ts'

type ProofSignals = AnalysisResult<'ai-readiness'>['aiSearchReadiness']['proofSignals']

/** Where a page tells something: years and numbers round it (copyright, telephone) prove nothing. */
const CONTENT_AREAS: ReadonlySet<PageArea> = new Set<PageArea>(['main', 'body'])

/** What makes a text worth citing: figures, quotes, and links to sources that are authorities.
 *  @param pageUrl where the page came from */
export function judgeProof(facts: PageFacts, pageUrl: URL): ProofSignals {
  const texts = facts.text.blocks.flatMap(({ area, text }) => (CONTENT_AREAS.has(area) ? text : []))
  const figures = texts.map(countNumbers)
  const cited = readPageLinks(facts, pageUrl)
    .all.map(({ href }) => new URL(href))
    .filter((url) => isAuthority(url.hostname) && !isSameSite(url, pageUrl))
    .map(({ href }) => pageOf(href))
  const { blockquotes, inlineQuotes } = facts.counts
  return {
    statistics: figures.reduce((sum, { statistics }) => sum + statistics, 0),
    numbers: figures.reduce((sum, { numbers }) => sum + numbers, 0),
    quotes: texts.reduce((sum, text) => sum + countQuotes(text), blockquotes + inlineQuotes),
    authorityCitations: new Set(cited).size,
  }
}
