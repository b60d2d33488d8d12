import type { AddressGuard } from '@sightline/shared/address'
import type { Cause } from '@sightline/shared/causes'
import type { MonitorType, ResultStatus } from '@sightline/shared/check-words'
import { AppError } from '@sightline/shared/errors'
import type { Logger } from '@sightline/shared/logger'
import { descriptionOf } from '@sightline/shared/monitor-types/registry'
import type { MonitorTarget } from '@sightline/shared/monitor-url'
import { MonitorUrlError, parseMonitorUrl } from '@sightline/shared/monitor-url'
import type { NameResolver } from '@sightline/shared/name-resolution'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import type { UptimeCheckOutput } from '@sightline/shared/uptime-check'
import { isOperatorsWorkspace } from '../db/installation.ts'
import type { Queryable } from '../db/pool.ts'
import { readRegions } from '../db/regions.ts'
import { DEFAULT_REGION_COUNT } from '../regions/region-choice.ts'
import { capableRegions } from '../regions/capable-regions.ts'
import type { OnDemandDesk } from './desk.ts'
import { createJudgeHost } from './judge-host.ts'
import type { PreferRegions } from './prefer-regions.ts'
import type { RegionFinding } from './uptime-verdict.ts'
import { uptimeVerdict } from './uptime-verdict.ts'

/** One region's part of a one-off check. */
export interface RegionCheck {
  readonly region: string
  readonly status: ResultStatus
  readonly statusCode: number | null
  readonly responseMs: number | null
  readonly timings: UptimeCheckOutput['timings']
  readonly error: string | null
  readonly cause: Cause | null
}

/** A one-off check from several regions. Source: decisions, section 4 */
export interface UptimeCheck {
  readonly url: string
  readonly type: MonitorType
  readonly status: ResultStatus
  readonly statusCode: number | null
  readonly responseMs: number | null
  readonly checkedAt: Date
  readonly regions: readonly RegionCheck[]
  readonly cause: Cause | null
  readonly explanation: string
}

/** `sharer`: for whom, as `WorkRequest.sharer`. */
export type CheckUptime = (
  request: {
    url: string
    /** null for the nearest that can. */
    regions: readonly string[] | null
    /** Where the caller is, as regions name it; null when nobody knows. */
    continent: string | null
    sharer: string
    /** Who asks; null of a key without a workspace. */
    workspaceId: number | null
  },
  signal: AbortSignal,
) => Promise<UptimeCheck>

const NO_TIMINGS = {
  dnsMs: null,
  connectMs: null,
  tlsMs: null,
  firstByteMs: null,
  downloadMs: null,
} as const

function readTarget(url: string): MonitorTarget {
  try {
    const target = parseMonitorUrl(url)
    const problem = descriptionOf(target.type).bareTargetProblem(target)
    if (problem !== null) throw new MonitorUrlError(problem)
    return target
  } catch (error: unknown) {
    if (!(error instanceof MonitorUrlError)) throw error
    throw new AppError('badRequest', `The query parameter "url" cannot be used: ${error.message}.`)
  }
}

/** What asking a region gave: a finding, or why there is none. */
type RegionAnswer = RegionFinding &
  ({ readonly finding: UptimeCheckOutput } | { readonly finding: null; readonly refusal: AppError })

function regionCheck(answer: RegionAnswer): RegionCheck {
  const { region, finding } = answer
  if (finding === null) {
    return {
      region,
      status: 'unknown',
      statusCode: null,
      responseMs: null,
      timings: NO_TIMINGS,
      error: answer.refusal.message,
      cause: 'agentFault',
    }
  }
  const { status, statusCode, responseMs, timings, failure } = finding
  const [error, cause] = [failure?.message ?? null, failure?.cause ?? null]
  return { region, status, statusCode, responseMs, timings, error, cause }
}

/** @throws AppError when no region has an answer, or the target may not be checked */
function refuseWithoutFindings(answers: readonly RegionAnswer[]): void {
  const findings = answers.flatMap(({ finding }) => finding ?? [])
  if (findings.length === 0) {
    const refusals = answers.flatMap((answer) => (answer.finding === null ? answer.refusal : []))
    const busy = refusals.find(({ code }) => code === 'unavailable')
    throw busy ?? new AppError('upstreamFailed', 'No agent gave an answer: try again.')
  }
  const blocked = findings.filter(({ failure }) => failure?.isBlocked === true)
  if (blocked.length < findings.length) return
  const message = blocked[0]?.failure?.message ?? ''
  throw new AppError('forbidden', `This address may not be checked: ${message}`)
}

/** What a region is asked. */
interface Asked {
  readonly target: MonitorTarget
  readonly sharer: string
  readonly isOperators: boolean
}

/** Checks once, at once, without a monitor. The agents judge every address themselves; the look here
 *  is for the person who asked. */
export function createUptimeCheck(parts: {
  db: Queryable
  guard: AddressGuard
  resolveName: NameResolver['resolve']
  desk: OnDemandDesk
  preferRegions: PreferRegions
  now: () => Date
  log: Logger
}): CheckUptime {
  const judgeHost = createJudgeHost(parts)

  async function askRegion(
    region: string,
    { target, sharer, isOperators }: Asked,
    signal: AbortSignal,
  ): Promise<RegionAnswer> {
    const { type, url } = target
    const timeoutMs = descriptionOf(type).timeoutMs
    try {
      const { output } = await parts.desk.request('uptimeCheck', {
        region,
        input: { type, url, timeoutMs },
        isOperators,
        capability: type,
        timeoutMs: timeoutMs + 5_000,
        sharer,
        signal,
      })
      return { region, finding: output }
    } catch (error: unknown) {
      if (!(error instanceof AppError)) throw error
      parts.log.warn({ region, reason: error.message }, 'a region did not answer a one-off check')
      return { region, finding: null, refusal: error }
    }
  }

  const askAll = (regions: readonly string[], asked: Asked, signal: AbortSignal) =>
    Promise.all(regions.map((region) => askRegion(region, asked, signal)))

  return async ({ url, regions: asked, continent, sharer, workspaceId }, signal) => {
    let target = readTarget(url)
    const { does, contactsOf, settings } = descriptionOf(target.type)
    // The name of a dns check is asked about, not connected to.
    const reached = contactsOf(target, settings.parse({})).filter(({ as }) => as === 'address')
    for (const { host } of reached) await judgeHost(host, 'checked')
    const known = await readRegions(parts.db, AGENT_LOST_AFTER_MS)
    const able = capableRegions(known, asked, target.type, does)
    const regions =
      asked === null
        ? (await parts.preferRegions(able, target.host, continent)).slice(0, DEFAULT_REGION_COUNT)
        : able
    const checkedAt = parts.now()
    const isOperators = await isOperatorsWorkspace(parts.db, workspaceId)
    let answers = await askAll(regions, { target, sharer, isOperators }, signal)
    // A bare host means https, then http if https cannot be reached. Source: decisions, section 4
    const isBare = target.type === 'web' && !url.includes('://')
    if (isBare && answers.every(({ finding }) => finding?.failure?.phase === 'connect')) {
      target = readTarget(`http://${url.trim()}`)
      answers = await askAll(regions, { target, sharer, isOperators }, signal)
    }
    refuseWithoutFindings(answers)
    return {
      url: target.url,
      type: target.type,
      checkedAt,
      ...uptimeVerdict(answers),
      regions: answers.map(regionCheck),
    }
  }
}
