import type { AnalysisName } from '@sightline/shared/analyses/registry'
import type { ArtifactName, Artifacts } from '../../gather/artifacts.ts'
import type { ReadName } from '../../gather/gatherer.ts'
import { GATHER_TASKS } from '../../gather/tasks.ts'
import { readPage, readPageFacts } from '../../page/read-page-facts.ts'
import { readRendered } from '../../page/read-rendered.ts'
import { Handover } from '../../bounds/serve-questions.ts'
import type { Analysis } from '../analysis.ts'
import { crawlPage } from '../site-page/crawl-page.ts'
import { judgeByRobots } from '../site-page/robots-rules.ts'
import { ANALYSES } from '../index.ts'

/** What an analysis is given in its thread. */
export interface AnalyseInput {
  readonly name: AnalysisName
  /** All it needs but what is read from the page here. */
  readonly artifacts: Partial<Omit<Artifacts, ReadName>>
  readonly options: unknown
}

function readArtifacts(
  needs: readonly ArtifactName[],
  { page, rendered }: AnalyseInput['artifacts'],
): Partial<Pick<Artifacts, ReadName>> {
  const renderedFacts =
    rendered === undefined ? {} : { renderedFacts: readRendered(page, rendered) }
  if (page === undefined) return renderedFacts
  // The tree takes as much memory as all the rest.
  if (needs.includes('tree')) return { ...renderedFacts, ...readPage(page) }
  return needs.includes('facts') ? { ...renderedFacts, facts: readPageFacts(page) } : renderedFacts
}

async function analyse({ name, artifacts, options }: AnalyseInput): Promise<Handover<Uint8Array>> {
  // Artifacts and options were put together for this name.
  const analysis = ANALYSES[name] as Analysis<AnalysisName>
  const read = readArtifacts(analysis.needs, artifacts)
  const result = await analysis.analyse({ ...artifacts, ...read } as never, options as never)
  const json = new TextEncoder().encode(JSON.stringify(result))
  return new Handover(json, [json.buffer])
}

/** Everything that is done in the threads of analyses, by name: what comes and goes survives a
 *  structured clone. */
export const TASKS = {
  /** What an analysis is to be given. Asked here, because loading all of them would hold up the main
   *  thread for 200 ms. */
  needsOf: (name: AnalysisName): readonly ArtifactName[] => ANALYSES[name].needs,
  /** @returns the result as JSON */
  analyse,
  /** One page of a crawl. */
  crawlPage,
  /** What robots.txt says of addresses. */
  judgeByRobots,
  ...GATHER_TASKS,
} as const
