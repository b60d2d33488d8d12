import type { AnalysisName } from '@sightline/shared/analyses/registry'
import { accessibilityAnalysis } from './accessibility.ts'
import type { Analysis } from './analysis.ts'
import { contentAnalysis } from './content.ts'
import { keywordAnalysis } from './keyword-analysis.ts'
import { keywordDensityAnalysis } from './keyword-density.ts'
import { linksAnalysis } from './links.ts'
import { metaTagsAnalysis } from './meta-tags.ts'
import { rawHtmlAnalysis } from './raw-html.ts'

/** Every analysis of one URL. */
export const ANALYSES = {
  accessibility: accessibilityAnalysis,
  links: linksAnalysis,
  'meta-tags': metaTagsAnalysis,
  'raw-html': rawHtmlAnalysis,
  'keyword-density': keywordDensityAnalysis,
  'keyword-analysis': keywordAnalysis,
  content: contentAnalysis,
} as const satisfies { [N in AnalysisName]: Analysis<N> }
