import type { AnalysisName } from '@sightline/shared/analyses/registry'
import { ACCESSIBILITY_WORDS } from './accessibility.ts'
import { AI_READINESS_WORDS } from './ai-readiness.ts'
import { AUDIT_WORDS } from './audit.ts'
import { CONTENT_WORDS } from './content.ts'
import { INDEXABILITY_WORDS } from './indexability.ts'
import { KEYWORD_ANALYSIS_WORDS } from './keyword-analysis.ts'
import { KEYWORD_DENSITY_WORDS } from './keyword-density.ts'
import { LIGHTHOUSE_WORDS } from './lighthouse.ts'
import { LINKS_WORDS } from './links.ts'
import { META_TAGS_WORDS } from './meta-tags.ts'
import { PAGE_TIMING_WORDS } from './page-timing.ts'
import { RAW_HTML_WORDS } from './raw-html.ts'
import { REDIRECT_CHAINS_WORDS } from './redirect-chains.ts'
import { RESOURCES_WORDS } from './resources.ts'
import { ROBOTS_TXT_WORDS } from './robots-txt.ts'
import { SCREENSHOT_WORDS } from './screenshot.ts'
import { SECURITY_HEADERS_WORDS } from './security-headers.ts'
import { SITEMAP_WORDS } from './sitemap.ts'
import { STRUCTURED_DATA_WORDS } from './structured-data.ts'
import { WATERFALL_WORDS } from './waterfall.ts'
import type { AnalysisWords } from './words.ts'

/** The words of every analysis. */
export const ANALYSIS_WORDS: { readonly [N in AnalysisName]: AnalysisWords<N> } = {
  accessibility: ACCESSIBILITY_WORDS,
  'ai-readiness': AI_READINESS_WORDS,
  audit: AUDIT_WORDS,
  content: CONTENT_WORDS,
  indexability: INDEXABILITY_WORDS,
  'keyword-analysis': KEYWORD_ANALYSIS_WORDS,
  'keyword-density': KEYWORD_DENSITY_WORDS,
  lighthouse: LIGHTHOUSE_WORDS,
  links: LINKS_WORDS,
  'meta-tags': META_TAGS_WORDS,
  'page-timing': PAGE_TIMING_WORDS,
  'raw-html': RAW_HTML_WORDS,
  'redirect-chains': REDIRECT_CHAINS_WORDS,
  resources: RESOURCES_WORDS,
  'robots-txt': ROBOTS_TXT_WORDS,
  screenshot: SCREENSHOT_WORDS,
  'security-headers': SECURITY_HEADERS_WORDS,
  sitemap: SITEMAP_WORDS,
  'structured-data': STRUCTURED_DATA_WORDS,
  waterfall: WATERFALL_WORDS,
}

/** The id of an analysis' operation: "meta-tags" is "metaTags". */
export const analysisOperation = (name: string): string =>
  name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
