import type {
  AnalysisName,
  AnalysisOptions,
  AnalysisResult,
} from '@sightline/shared/analyses/registry'

/** What is asked of an agent and, side by side with it, of others. */
export interface Asked<N extends AnalysisName> {
  /** Normalised. */
  readonly url: string
  readonly options: AnalysisOptions<N>
}

/** What the controller itself adds to an analysis. Begun when an agent is asked; what it returns is given
 *  the agent's result and gives the whole one. Never fails: what cannot be had is not there. */
export type Completion<N extends AnalysisName> = (
  asked: Asked<N>,
  signal: AbortSignal,
) => (result: AnalysisResult<N>) => Promise<AnalysisResult<N>>
