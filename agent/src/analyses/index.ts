import type { AnalysisName } from '@sightline/shared/analyses/registry'
import { accessibilityAnalysis } from './accessibility.ts'
import type { Analysis } from './analysis.ts'
import { linksAnalysis } from './links.ts'
import { metaTagsAnalysis } from './meta-tags.ts'
import { pageTimingAnalysis } from './page-timing.ts'
import { rawHtmlAnalysis } from './raw-html.ts'
import { resourcesAnalysis } from './resources.ts'
import { securityHeadersAnalysis } from './security-headers.ts'

/** Every analysis of one URL. */
export const ANALYSES = {
  accessibility: accessibilityAnalysis,
  links: linksAnalysis,
  'meta-tags': metaTagsAnalysis,
  'page-timing': pageTimingAnalysis,
  'raw-html': rawHtmlAnalysis,
  resources: resourcesAnalysis,
  'security-headers': securityHeadersAnalysis,
} as const satisfies { [N in AnalysisName]: Analysis<N> }
