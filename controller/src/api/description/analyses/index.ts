import type { AnalysisName } from '@sightline/shared/analyses/registry'
import { LINKS_WORDS } from './links.ts'
import { META_TAGS_WORDS } from './meta-tags.ts'
import { CONTENT_WORDS } from './content.ts'
import { KEYWORD_ANALYSIS_WORDS } from './keyword-analysis.ts'
import { KEYWORD_DENSITY_WORDS } from './keyword-density.ts'
import { RAW_HTML_WORDS } from './raw-html.ts'
import { REDIRECT_CHAINS_WORDS } from './redirect-chains.ts'
import { ROBOTS_TXT_WORDS } from './robots-txt.ts'
import { SITEMAP_WORDS } from './sitemap.ts'
import { PAGE_TIMING_WORDS } from './page-timing.ts'
import { RESOURCES_WORDS } from './resources.ts'
import { SECURITY_HEADERS_WORDS } from './security-headers.ts'
import type { AnalysisWords } from './words.ts'

/** The words of every analysis. */
export const ANALYSIS_WORDS = {
  links: LINKS_WORDS,
  'meta-tags': META_TAGS_WORDS,
  'raw-html': RAW_HTML_WORDS,
  'keyword-density': KEYWORD_DENSITY_WORDS,
  'keyword-analysis': KEYWORD_ANALYSIS_WORDS,
  content: CONTENT_WORDS,
  'redirect-chains': REDIRECT_CHAINS_WORDS,
  'robots-txt': ROBOTS_TXT_WORDS,
  sitemap: SITEMAP_WORDS,
  'page-timing': PAGE_TIMING_WORDS,
  resources: RESOURCES_WORDS,
  'security-headers': SECURITY_HEADERS_WORDS,
} as const satisfies { [N in AnalysisName]: AnalysisWords<N> }

/** The id of an analysis' operation: "meta-tags" is "metaTags". */
export const analysisOperation = (name: string): string =>
  name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** A whole answer of every analysis, by operation. */
export const ANALYSIS_EXAMPLES = Object.fromEntries(
  Object.entries(ANALYSIS_WORDS).map(([name, { example }]) => [
    analysisOperation(name),
    { answers: { 200: { example } } },
  ]),
)
