import type { AnalysisName } from '@sightline/shared/analyses/registry'
import { accessibilityAnalysis } from './accessibility.ts'
import type { Analysis } from './analysis.ts'
import { linksAnalysis } from './links.ts'
import { metaTagsAnalysis } from './meta-tags.ts'
import { rawHtmlAnalysis } from './raw-html.ts'
import { redirectChainsAnalysis } from './redirect-chains.ts'
import { robotsTxtAnalysis } from './robots-txt.ts'
import { sitemapAnalysis } from './sitemap.ts'

/** Every analysis of one URL. */
export const ANALYSES = {
  accessibility: accessibilityAnalysis,
  links: linksAnalysis,
  'meta-tags': metaTagsAnalysis,
  'raw-html': rawHtmlAnalysis,
  'redirect-chains': redirectChainsAnalysis,
  'robots-txt': robotsTxtAnalysis,
  sitemap: sitemapAnalysis,
} as const satisfies { [N in AnalysisName]: Analysis<N> }
