import type { AnalysisName, AnalysisResult } from '@sightline/shared/analyses/registry'
import type { Told } from '../compose.ts'

/** How an endpoint of one analysis is described. */
export interface AnalysisWords<N extends AnalysisName> {
  /** What it does, in some words. */
  readonly summary: string
  /** What its result does not say itself: rules, limits, decisions. */
  readonly description: string
  /** What of a whole answer the examples of the fields do not show. */
  readonly told?: Told<AnalysisResult<N>>
}
