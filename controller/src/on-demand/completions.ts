import type {
  AnalysisName,
  AnalysisOptions,
  AnalysisResult,
} from '@sightline/shared/analyses/registry'
import type { AskFieldData } from '../field-data/chrome-ux-report.ts'
import { completeLighthouse } from './complete-lighthouse.ts'

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

/** Those that there are, by the name of their analysis. */
export type Completions = { readonly [N in AnalysisName]?: Completion<N> }

export const createCompletions = (askFieldData: AskFieldData): Completions => ({
  lighthouse: completeLighthouse(askFieldData),
})
