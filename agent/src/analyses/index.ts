import type { AnalysisName } from '@sightline/shared/analyses/registry'
import { accessibilityAnalysis } from './accessibility.ts'
import { aiReadinessAnalysis } from './ai-readiness.ts'
import type { Analysis } from './analysis.ts'
import { auditAnalysis } from './audit.ts'
import { contentAnalysis } from './content.ts'
import { indexabilityAnalysis } from './indexability.ts'
import { keywordAnalysis } from './keyword-analysis.ts'
import { keywordDensityAnalysis } from './keyword-density.ts'
import { lighthouseAnalysis } from './lighthouse.ts'
import { linksAnalysis } from './links.ts'
import { metaTagsAnalysis } from './meta-tags.ts'
import { pageTimingAnalysis } from './page-timing.ts'
import { rawHtmlAnalysis } from './raw-html.ts'
import { redirectChainsAnalysis } from './redirect-chains.ts'
import { resourcesAnalysis } from './resources.ts'
import { robotsTxtAnalysis } from './robots-txt.ts'
import { screenshotAnalysis } from './screenshot.ts'
import { securityHeadersAnalysis } from './security-headers.ts'
import { sitemapAnalysis } from './sitemap.ts'
import { structuredDataAnalysis } from './structured-data.ts'
import { waterfallAnalysis } from './waterfall.ts'

/** Every analysis of one URL. */
export const ANALYSES = {
  accessibility: accessibilityAnalysis,
  'ai-readiness': aiReadinessAnalysis,
  audit: auditAnalysis,
  content: contentAnalysis,
  indexability: indexabilityAnalysis,
  'keyword-analysis': keywordAnalysis,
  'keyword-density': keywordDensityAnalysis,
  lighthouse: lighthouseAnalysis,
  links: linksAnalysis,
  'meta-tags': metaTagsAnalysis,
  'page-timing': pageTimingAnalysis,
  'raw-html': rawHtmlAnalysis,
  'redirect-chains': redirectChainsAnalysis,
  resources: resourcesAnalysis,
  'robots-txt': robotsTxtAnalysis,
  screenshot: screenshotAnalysis,
  'security-headers': securityHeadersAnalysis,
  sitemap: sitemapAnalysis,
  'structured-data': structuredDataAnalysis,
  waterfall: waterfallAnalysis,
} as const satisfies { [N in AnalysisName]: Analysis<N> }
