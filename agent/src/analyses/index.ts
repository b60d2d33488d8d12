import type { AnalysisName } from '@sightline/shared/analyses/registry'
import type { Analysis } from './analysis.ts'
import { linksAnalysis } from './links.ts'
import { metaTagsAnalysis } from './meta-tags.ts'
import { rawHtmlAnalysis } from './raw-html.ts'

/** Every analysis of one URL. */
export const ANALYSES = {
  links: linksAnalysis,
  'meta-tags': metaTagsAnalysis,
  'raw-html': rawHtmlAnalysis,
} as const satisfies { [N in AnalysisName]: Analysis<N> }
