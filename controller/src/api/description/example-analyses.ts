import { ANALYSIS_WORDS, analysisOperation } from './analyses/index.ts'
import type { ToldOperations } from './told.ts'

/** What is told of the answer of every analysis. */
export const ANALYSIS_EXAMPLES: ToldOperations = Object.fromEntries(
  Object.entries(ANALYSIS_WORDS).map(([name, { told }]) => [
    analysisOperation(name),
    { answer: told },
  ]),
)
