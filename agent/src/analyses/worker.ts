import type { AnalysisName } from '@sightline/shared/analyses/registry'
import { AnalysisInput } from '@sightline/shared/analyses/work'
import type { CheckContext } from '../checks/checker.ts'
import type { ArtifactName, Artifacts } from '../gather/artifacts.ts'
import { createAskDnsJson } from '../dns/json/ask-json.ts'
import { createFetch } from '../http/fetch.ts'
import { createPreloadList } from '../gather/preload-list.ts'
import type { GatheredName, ReadName } from '../gather/gatherer.ts'
import { createRunLighthouse } from '../lighthouse/run-lighthouse.ts'
import type { Lanes } from '../bounds/lanes.ts'
import { hostOf } from '../net/target-host.ts'
import type { JsonWorker } from '../outcome/work.ts'
import { WithBytes, WorkRefusal } from '../outcome/work.ts'
import { enterGate } from '../bounds/enter-gate.ts'
import type { RunInThread } from './thread/threads.ts'
import type { AnalysisBrowser } from '../gather/analysis-browser.ts'

/** What the worker needs of an agent. */
export interface AnalysisWorkerDeps {
  readonly lanes: Pick<Lanes, 'onDemand'>
  readonly tools: Omit<CheckContext, 'signal'>
  readonly browser: AnalysisBrowser
  /** A resolver of the operator's that answers in JSON; null for none. */
  readonly dohUrl: URL | null
  /** The threads in which pages are read and judged. */
  readonly run: RunInThread
}

const READ_IN_THREAD: ReadonlySet<ArtifactName> = new Set<ReadName>([
  'facts',
  'tree',
  'renderedFacts',
])

const isGathered = (name: ArtifactName): name is GatheredName => !READ_IN_THREAD.has(name)

/** What of artifacts a thread is given instead of a copy. */
const handedOver = ({ page, screenshot }: Partial<Artifacts>): ArrayBuffer[] =>
  [page?.body, screenshot?.image].flatMap((bytes) =>
    bytes === undefined ? [] : [bytes.buffer as ArrayBuffer],
  )

/** What artifacts take of the memory while they wait for a thread, as far as it counts. */
function bytesOf({ page, probes, rendered, screenshot, pageLoad }: Partial<Artifacts>): number {
  const answers = Object.values(probes?.files ?? {})
  const bodies = [page, probes?.home, probes?.markdown, probes?.missing, ...answers]
  const sum = bodies.reduce((bytes, answer) => bytes + (answer?.body.byteLength ?? 0), 0)
  const film = pageLoad?.film?.reduce((bytes, { data }) => bytes + data.length, 0) ?? 0
  // Two bytes a character at most.
  return sum + film + 2 * (rendered?.html?.length ?? 0) + (screenshot?.image.byteLength ?? 0)
}

/** Does the work "analysis" and "rendering": gathers what the analysis needs, then lets a thread judge it. */
export function createAnalysisWorker(deps: AnalysisWorkerDeps): JsonWorker {
  const fetch = createFetch(deps.tools)
  const { run } = deps
  const preloads = createPreloadList(deps.browser)
  const runLighthouse = createRunLighthouse()
  const askDns = createAskDnsJson(deps.dohUrl, deps.tools)
  const known = new Map<AnalysisName, readonly ArtifactName[]>()
  return async (input, signal) => {
    const parsed = AnalysisInput.safeParse(input)
    if (!parsed.success) {
      throw new WorkRefusal(
        'badRequest',
        'This agent does not know this analysis: it may need an update.',
      )
    }
    const { name, options, ...target } = parsed.data
    // Loaded at the first analysis: many agents never do one.
    const { createGather } = await import('../gather/gather.ts')
    const leave = await enterGate(deps.lanes.onDemand, hostOf(target.url), signal)
    try {
      const gather = createGather(
        { fetch, run, browser: deps.browser, preloads, askDns, runLighthouse },
        { ...target, options },
        signal,
      )
      const needs = known.get(name) ?? (await run('needsOf', name, { signal, bytes: 0 }))
      known.set(name, needs)
      const artifacts = await gather(needs.filter(isGathered))
      const task = { name, artifacts, options }
      const costs = { bytes: bytesOf(artifacts), transfer: handedOver(artifacts) }
      const bytes = await run('analyse', task, { signal, ...costs })
      return new WithBytes({}, bytes)
    } finally {
      leave()
    }
  }
}
