import type { AddressGuard } from '@sightline/shared/address'
import type { Cause } from '@sightline/shared/causes'
import type { MonitorType, ResultStatus } from '@sightline/shared/check-words'
import { AppError } from '@sightline/shared/errors'
import type { Logger } from '@sightline/shared/logger'
import { descriptionOf } from '@sightline/shared/monitor-types/registry'
import type { MonitorTarget } from '@sightline/shared/monitor-url'
import type { NameResolver } from '@sightline/shared/name-resolution'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import { isOperatorsWorkspace } from '../db/installation.ts'
import type { Queryable } from '../db/pool.ts'
import { readRegions } from '../db/regions.ts'
import { DEFAULT_REGION_COUNT } from '../regions/region-choice.ts'
import { capableRegions } from '../regions/capable-regions.ts'
import { readBareTarget } from './bare-target.ts'
import type { OnDemandDesk } from './desk.ts'
import { createJudgeHost } from './judge-host.ts'
import type { PreferRegions } from './prefer-regions.ts'
import type { RegionAnswer, RegionCheck } from './region-answer.ts'
import { refuseWithoutFindings, regionCheck } from './region-answer.ts'
import { uptimeVerdict } from './uptime-verdict.ts'

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
    let target = readBareTarget('url', url)
    const { does, contactsOf, settings } = descriptionOf(target.type)
    // The name of a dns check is asked about, not connected to.
    const reached = contactsOf(target, settings.parse({})).filter(({ as }) => as === 'address')
    for (const { host } of reached) await judgeHost(host, 'checked')
    const known = await readRegions(parts.db, AGENT_LOST_AFTER_MS)
    const named = asked === null ? null : { name: 'regions' as const, codes: asked }
    const able = capableRegions(known, named, target.type, does)
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
      target = readBareTarget('url', `http://${url.trim()}`)
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
