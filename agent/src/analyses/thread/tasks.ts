import type { AnalysisName } from '@sightline/shared/analyses/registry'
import type { Artifacts } from '../../gather/artifacts.ts'
import { readPageFacts } from '../../page/read-page-facts.ts'
import { Handover } from '../../threads/serve-questions.ts'
import type { Analysis } from '../analysis.ts'
import { ANALYSES } from '../index.ts'

/** What an analysis is given in its thread. */
export interface AnalyseInput {
  readonly name: AnalysisName
  /** All it needs but the facts, which are read from the page here. */
  readonly artifacts: Partial<Omit<Artifacts, 'facts'>>
  readonly options: unknown
}

async function analyse({ name, artifacts, options }: AnalyseInput): Promise<Handover<Uint8Array>> {
  // Artifacts and options were put together for this name.
  const analysis = ANALYSES[name] as Analysis<AnalysisName>
  const { page } = artifacts
  const needsFacts = analysis.needs.includes('facts')
  const facts = needsFacts && page !== undefined ? { facts: readPageFacts(page) } : {}
  const result = await analysis.analyse({ ...artifacts, ...facts } as never, options as never)
  const json = new TextEncoder().encode(JSON.stringify(result))
  return new Handover(json, [json.buffer])
}

/** Everything that is done in the threads of analyses, by name: what comes and goes survives a
 *  structured clone. */
export const TASKS = {
  /** @returns the result as JSON */
  analyse,
} as const

type Tasks = typeof TASKS
export type TaskName = keyof Tasks
export type TaskInput<T extends TaskName> = Parameters<Tasks[T]>[0]
type Given<R> = R extends Handover<infer A> ? A : R
export type TaskOutput<T extends TaskName> = Given<Awaited<ReturnType<Tasks[T]>>>
