import type { AnalysisName } from '@sightline/shared/analyses/registry'
import type { AskFieldData } from '../field-data/chrome-ux-report.ts'
import { completeLighthouse } from './complete-lighthouse.ts'
import type { Completion } from './completion.ts'

/** Those that there are, by the name of their analysis. */
export type Completions = { readonly [N in AnalysisName]?: Completion<N> }

export const createCompletions = (askFieldData: AskFieldData): Completions => ({
  lighthouse: completeLighthouse(askFieldData),
})
