import type { AnalysisName, AnalysisResult } from '@sightline/shared/analyses/registry'

/** How an endpoint of one analysis is described. */
export interface AnalysisWords<N extends AnalysisName> {
  /** What it does, in some words. */
  readonly summary: string
  /** What its result does not say itself: rules, limits, decisions. */
  readonly description: string
  /** A whole answer. */
  readonly example: AnalysisResult<N>
}
