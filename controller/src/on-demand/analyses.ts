import type { AddressGuard } from '@sightline/shared/address'
import type {
  AnalysisName,
  AnalysisOptions,
  AnalysisResult,
} from '@sightline/shared/analyses/registry'
import { ANALYSES } from '@sightline/shared/analyses/registry'
import { AppError } from '@sightline/shared/errors'
import type { Logger } from '@sightline/shared/logger'
import type { NameResolver } from '@sightline/shared/name-resolution'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import type { Queryable } from '../db/pool.ts'
import { readRegions } from '../db/regions.ts'
import { capableRegions } from './capable-regions.ts'
import type { OnDemandDesk } from './desk.ts'
import { createJudgeHost } from './judge-host.ts'
import { readPageUrl } from './page-url.ts'

/** What somebody wants to know of a page. */
export interface AnalysisRequest<N extends AnalysisName> {
  readonly name: N
  /** As it was sent. */
  readonly url: string
  /** null for any region that can. */
  readonly region: string | null
  readonly options: AnalysisOptions<N>
}

/** Analyses one page now, by an agent. Stores nothing. */
export type Analyse = <N extends AnalysisName>(
  request: AnalysisRequest<N>,
  signal: AbortSignal,
) => Promise<AnalysisResult<N>>

/** Overall limit of what needs no browser. Source: decisions, section 4 */
const TIMEOUT_MS = 30_000

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
  log: Logger
}): Analyse {
  const judgeHost = createJudgeHost(parts)

  return async <N extends AnalysisName>(request: AnalysisRequest<N>, signal: AbortSignal) => {
    const { name, region: asked, options } = request
    const { host, ...target } = readPageUrl(request.url)
    await judgeHost(host, 'analysed')
    const known = await readRegions(parts.db, AGENT_LOST_AFTER_MS)
    const capability = 'analysis'
    const [region = ''] = capableRegions(
      known,
      asked === null ? null : [asked],
      capability,
      'analyse pages',
    )
    const { bytes } = await parts.desk.request('analysis', {
      region,
      input: { name, ...target, options },
      capability,
      timeoutMs: TIMEOUT_MS,
      signal,
    })
    const result = ANALYSES[name].result.safeParse(parsed(bytes))
    if (result.success) return result.data as AnalysisResult<N>
    const issues = result.error.issues.slice(0, 3)
    parts.log.warn({ name, region, issues }, 'an agent gave a result that is none')
    throw new AppError(
      'upstreamFailed',
      `The answer of the agent in ${region} makes no sense: it may need an update.`,
    )
  }
}
