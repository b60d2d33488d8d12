import type { AddressGuard } from '@sightline/shared/address'
import type {
  AnalysisName,
  AnalysisOptions,
  AnalysisResult,
} from '@sightline/shared/analyses/registry'
import { ANALYSES, browserUseOf } from '@sightline/shared/analyses/registry'
import { AppError } from '@sightline/shared/errors'
import type { Logger } from '@sightline/shared/logger'
import type { NameResolver } from '@sightline/shared/name-resolution'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import { isOperatorsWorkspace } from '../db/installation.ts'
import type { Queryable } from '../db/pool.ts'
import type { RegionRow } from '../db/regions.ts'
import { readRegions } from '../db/regions.ts'
import { askedRegion, capableRegions } from '../regions/capable-regions.ts'
import type { Completions } from './completions.ts'
import type { OnDemandDesk } from './desk.ts'
import { createJudgeHost } from './judge-host.ts'
import { readPageUrl } from './page-url.ts'
import type { PreferRegions } from './prefer-regions.ts'
import type { WorkRequest } from './work-request.ts'
import type { Completion } from './completion.ts'

/** What somebody wants to know of a page. */
export interface AnalysisRequest<N extends AnalysisName> {
  readonly name: N
  /** As it was sent. */
  readonly url: string
  /** null for the nearest region that can. */
  readonly region: string | null
  /** Where the caller is, as regions name it; null when nobody knows. */
  readonly continent: string | null
  /** Who asks; null of a key without a workspace. */
  readonly workspaceId: number | null
  readonly options: AnalysisOptions<N>
  /** For whom, as `WorkRequest.sharer`. */
  readonly sharer: string
}

/** What an analysis found, and the region that looked. */
export interface Analysed<N extends AnalysisName> {
  readonly result: AnalysisResult<N>
  readonly region: string
}

/** Analyses one page now, by an agent. Stores nothing. */
export type Analyse = <N extends AnalysisName>(
  request: AnalysisRequest<N>,
  signal: AbortSignal,
) => Promise<Analysed<N>>

/** Overall limits. Source: decisions, section 4 */
const STATIC_TIMEOUT_MS = 30_000
const RENDERED_TIMEOUT_MS = 60_000
/** An agent that has too much to do says so at once; after this there is no time for another. */
const MAX_MS_BEFORE_NEXT = 3_000

/** What agents are asked for, and how. */
interface Way {
  readonly kind: 'analysis' | 'rendering'
  /** An agent without it cannot do it. */
  readonly capability: 'analysis' | 'browser'
  /** What a region is to be able to do, for people. */
  readonly does: string
  readonly timeoutMs: number
}

function wayOf(name: AnalysisName): Way {
  const use = browserUseOf(name)
  const timeoutMs = use === null ? STATIC_TIMEOUT_MS : RENDERED_TIMEOUT_MS
  return use === 'needed'
    ? { kind: 'rendering', capability: 'browser', does: 'render pages', timeoutMs }
    : { kind: 'analysis', capability: 'analysis', does: 'analyse pages', timeoutMs }
}

/** Regions that have a browser first. */
function browsersFirst(codes: readonly string[], known: readonly RegionRow[]): string[] {
  const has = (code: string): boolean =>
    known.some((region) => region.code === code && region.capabilities.includes('browser'))
  return codes.toSorted((one, other) => Number(has(other)) - Number(has(one)))
}

function parsed(bytes: Buffer | null): unknown {
  try {
    return JSON.parse(bytes?.toString('utf8') ?? '')
  } catch {
    return undefined
  }
}

export function createAnalyse(parts: {
  db: Queryable
  guard: AddressGuard
  resolveName: NameResolver['resolve']
  desk: OnDemandDesk
  completions: Completions
  preferRegions: PreferRegions
  log: Logger
}): Analyse {
  const judgeHost = createJudgeHost(parts)

  /** Asks the agents of one region after the other, until one is not too busy for it. */
  async function askAny(
    regions: readonly string[],
    way: Way,
    order: Pick<WorkRequest<'analysis'>, 'input' | 'sharer' | 'isOperators'>,
    signal: AbortSignal,
  ): Promise<{ region: string; bytes: Buffer | null }> {
    const startedAtMs = performance.now()
    const [region = '', ...others] = regions
    try {
      const { kind, capability, timeoutMs } = way
      const { bytes } = await parts.desk.request(kind, {
        region,
        ...order,
        capability,
        timeoutMs,
        signal,
      })
      return { region, bytes }
    } catch (error: unknown) {
      const isBusy = error instanceof AppError && error.code === 'unavailable'
      const tookMs = performance.now() - startedAtMs
      if (!isBusy || others.length === 0 || tookMs > MAX_MS_BEFORE_NEXT) throw error
      return askAny(others, way, order, signal)
    }
  }

  return async <N extends AnalysisName>(request: AnalysisRequest<N>, signal: AbortSignal) => {
    const { name, region: asked, workspaceId, options, sharer } = request
    const { host, ...target } = readPageUrl(request.url)
    await judgeHost(host, 'analysed')
    const known = await readRegions(parts.db, AGENT_LOST_AFTER_MS)
    const way = wayOf(name)
    const able = capableRegions(known, askedRegion(asked), way.capability, way.does)
    const nearest = asked === null ? await parts.preferRegions(able, host, request.continent) : able
    const regions = browserUseOf(name) === 'wanted' ? browsersFirst(nearest, known) : nearest
    const completion: Completion<N> | undefined = parts.completions[name]
    const complete = completion?.({ url: target.url, options }, signal)
    const input = { name, ...target, options }
    const isOperators = await isOperatorsWorkspace(parts.db, workspaceId)
    const { region, bytes } = await askAny(regions, way, { input, sharer, isOperators }, signal)
    const result = ANALYSES[name].result.safeParse(parsed(bytes))
    if (result.success) {
      const data = result.data as AnalysisResult<N>
      return { result: complete === undefined ? data : await complete(data), region }
    }
    const issues = result.error.issues.slice(0, 3)
    parts.log.warn({ name, region, issues }, 'an agent gave a result that is none')
    throw new AppError(
      'upstreamFailed',
      `The answer of the agent in ${region} makes no sense: it may need an update.`,
    )
  }
}
