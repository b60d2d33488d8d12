import type { ArtifactName, Artifacts } from './artifacts.ts'
import type { Fetch } from '../http/fetch.ts'
import type { RunLighthouse } from '../lighthouse/run-lighthouse.ts'
import type { PreloadList } from './preload-list.ts'
import type { RunTask } from '../bounds/run-task.ts'
import type { AskDnsJson } from '../dns/json/ask-json.ts'
import type { GATHER_TASKS } from './tasks.ts'
import type { AnalysisBrowser } from './analysis-browser.ts'

/** What a gatherer may reach: the other artifacts (each made once, whoever asks first), the network
 *  through the guarded client or the guarded browser, and threads for what would hold up the agent's
 *  event loop. */
export interface GatherContext {
  readonly target: AnalysisTarget
  /** Aborts at the time limit of the work, and when nobody waits for it any more. */
  readonly signal: AbortSignal
  readonly get: <K extends GatheredName>(name: K) => Promise<Artifacts[K]>
  readonly fetch: Fetch
  readonly run: RunTask<typeof GATHER_TASKS>
  readonly browser: AnalysisBrowser
  readonly preloads: PreloadList
  readonly runLighthouse: RunLighthouse
  /** null where the operator switched it off. */
  readonly askDns: AskDnsJson | null
  /** Those of the analysis; a gatherer that depends on them reads them by their schema. */
  readonly options: unknown
}

/** What is analysed. */
export interface AnalysisTarget {
  /** Normalised. */
  readonly url: string
  /** Asked for without a scheme: http is tried when https cannot be reached. */
  readonly isBare: boolean
}

/** Artifacts that are read from the page in the thread. */
export type ReadName = 'facts' | 'tree' | 'renderedFacts'

/** Artifacts that are fetched. */
export type GatheredName = Exclude<ArtifactName, ReadName>

/** Fetches one artifact. What a target does wrong is part of the artifact, or a WorkRefusal where
 *  nothing can be said without it. */
export type Gatherer<K extends GatheredName> = (context: GatherContext) => Promise<Artifacts[K]>
