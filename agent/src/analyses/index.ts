import type { AnalysisName } from '@sightline/shared/analyses/registry'
import type { Analysis } from './analysis.ts'
import { rawHtmlAnalysis } from './raw-html.ts'
import { redirectChainsAnalysis } from './redirect-chains.ts'
import { robotsTxtAnalysis } from './robots-txt.ts'
import { sitemapAnalysis } from './sitemap.ts'

/** Every analysis of one URL. */
export const ANALYSES = {
  'raw-html': rawHtmlAnalysis,
  'redirect-chains': redirectChainsAnalysis,
  'robots-txt': robotsTxtAnalysis,
  sitemap: sitemapAnalysis,
} as const satisfies { [N in AnalysisName]: Analysis<N> }
