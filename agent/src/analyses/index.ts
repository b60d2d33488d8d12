import type { AnalysisName } from '@sightline/shared/analyses/registry'
import type { Analysis } from './analysis.ts'
import { rawHtmlAnalysis } from './raw-html.ts'

/** Every analysis of one URL. */
export const ANALYSES = {
  'raw-html': rawHtmlAnalysis,
} as const satisfies { [N in AnalysisName]: Analysis<N> }
