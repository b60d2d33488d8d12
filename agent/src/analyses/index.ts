import type { AnalysisName } from '@sightline/shared/analyses/registry'
import type { Analysis } from './analysis.ts'
import { linksAnalysis } from './links.ts'
import { metaTagsAnalysis } from './meta-tags.ts'
import { contentAnalysis } from './content.ts'
import { keywordAnalysis } from './keyword-analysis.ts'
import { keywordDensityAnalysis } from './keyword-density.ts'
import { rawHtmlAnalysis } from './raw-html.ts'
import { redirectChainsAnalysis } from './redirect-chains.ts'
import { robotsTxtAnalysis } from './robots-txt.ts'
import { sitemapAnalysis } from './sitemap.ts'
/** Every analysis of one URL. */
export const ANALYSES = {
  links: linksAnalysis,
  'meta-tags': metaTagsAnalysis,
  'raw-html': rawHtmlAnalysis,
  'keyword-density': keywordDensityAnalysis,
  'keyword-analysis': keywordAnalysis,
  content: contentAnalysis,
  'redirect-chains': redirectChainsAnalysis,
  'robots-txt': robotsTxtAnalysis,
  sitemap: sitemapAnalysis,
import { pageTimingAnalysis } from './page-timing.ts'
import { resourcesAnalysis } from './resources.ts'
import { securityHeadersAnalysis } from './security-headers.ts'
  'page-timing': pageTimingAnalysis,
  resources: resourcesAnalysis,
  'security-headers': securityHeadersAnalysis,
} as const satisfies { [N in AnalysisName]: Analysis<N> }
