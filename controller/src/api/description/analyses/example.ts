import type { AnalysisName, AnalysisResult } from '@sightline/shared/analyses/registry'
import { ANALYSES } from '@sightline/shared/analyses/registry'
import type { z } from 'zod'
import type { Told } from '../compose.ts'
import { exampleOf } from '../compose.ts'
import { ANALYSIS_WORDS } from './index.ts'

/** A whole result of an analysis. */
export function analysisExample<N extends AnalysisName>(name: N): AnalysisResult<N> {
  const { told }: { readonly told?: Told<object> } = ANALYSIS_WORDS[name]
  const { result }: { readonly result: z.ZodType<object, object> } = ANALYSES[name]
  return exampleOf(result, told) as AnalysisResult<N>
}
