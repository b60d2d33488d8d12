import type { MonitorType } from '@sightline/shared/check-words'
import { AppError } from '@sightline/shared/errors'
import type { Logger } from '@sightline/shared/logger'
import { descriptionOf } from '@sightline/shared/monitor-types/registry'
import type { RawSettings } from '@sightline/shared/monitor-types/description'
import { neededSettingsVersion, unknownSetting } from '@sightline/shared/monitor-types/since'
import { withoutDefaults } from '@sightline/shared/monitor-types/sparse-settings'
import { neededCapability } from '@sightline/shared/needed-capability'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import type { z } from 'zod'
import { isOperatorsWorkspace } from '../db/installation.ts'
import type { Queryable } from '../db/pool.ts'
import type { VersionedRegionRow } from '../db/regions.ts'
import { readRegions } from '../db/regions.ts'
import { sharerOfWorkspace } from '../limits/sharer.ts'
import { askedRegion, capableRegions } from '../regions/capable-regions.ts'
import { workWord } from '../sessions/work-word.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import type { OnDemandDesk } from './desk.ts'
import type { RegionAnswer, RegionCheck } from './region-answer.ts'
import { regionCheck } from './region-answer.ts'
import { sealInput } from './sealed-input.ts'
import type { UptimeVerdict } from './uptime-verdict.ts'
import { uptimeVerdict } from './uptime-verdict.ts'

/** A monitor as it would be checked. */
export interface CheckedSettings {
  readonly type: MonitorType
  readonly url: string
  readonly timeoutMs: number
  /** Complete, their secrets open. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly regions: readonly string[]
}

/** What its regions found. */
export interface SettingsReport extends UptimeVerdict {
  readonly url: string
  readonly type: MonitorType
  readonly checkedAt: Date
  /** In the order of the monitor's regions. */
  readonly regions: readonly RegionCheck[]
}

/** @throws AppError unavailable, with the name of the setting, where every agent is older than one */
function refuseNewerSettings(
  known: readonly VersionedRegionRow[],
  region: string,
  shape: z.ZodObject,
  sparse: RawSettings,
): void {
  const version = known.find(({ code }) => code === region)?.settingsVersion ?? 1
  const setting = unknownSetting(shape, sparse, version)
  if (setting === null) return
  throw new AppError(
    'unavailable',
    `The setting "${setting}" is newer than the agents in ${region}: update one of them.`,
  )
}

/** Checks once by the settings of a monitor that is not saved, from all its regions at once.
 *  @param told each region's answer as it comes */
export type CheckSettings = (
  asked: CheckedSettings,
  whose: { readonly workspaceId: number; readonly signal: AbortSignal },
  told: (check: RegionCheck) => void,
) => Promise<SettingsReport>

/** A region that gives no answer is one of the answers: unknown, with a sentence that says why. */
export function createCheckSettings(parts: {
  db: Queryable
  desk: OnDemandDesk
  secrets: Pick<SecretBox, 'seal'>
  now: () => Date
  log: Logger
}): CheckSettings {
  const { db, desk, secrets, now, log } = parts

  async function ask(
    region: string,
    known: readonly VersionedRegionRow[],
    asked: CheckedSettings,
    whose: { workspaceId: number; isOperators: boolean; signal: AbortSignal },
  ): Promise<RegionAnswer> {
    const { type, url, timeoutMs, settings } = asked
    const { does, shape } = descriptionOf(type)
    const capability = neededCapability(asked)
    const sparse = withoutDefaults(shape, settings)
    const input = { type, url, timeoutMs, settings: { ...sparse } }
    const { workspaceId, isOperators, signal } = whose
    try {
      const doing = capability === 'browser' ? 'render pages' : does
      capableRegions(known, askedRegion(region), capability, doing)
      refuseNewerSettings(known, region, shape, sparse)
      const { output } = await desk.request('monitorTest', {
        region,
        input,
        stored: sealInput(secrets, workspaceId, input),
        isOperators,
        capability: workWord(capability, neededSettingsVersion(shape, sparse)),
        timeoutMs: timeoutMs + 5_000,
        sharer: sharerOfWorkspace(workspaceId),
        signal,
      })
      return { region, finding: output }
    } catch (error: unknown) {
      if (!(error instanceof AppError)) throw error
      log.debug({ region, reason: error.message }, 'a region did not answer a test')
      return { region, finding: null, refusal: error }
    }
  }

  return async (asked, { workspaceId, signal }, told) => {
    const known = await readRegions(db, AGENT_LOST_AFTER_MS)
    const isOperators = await isOperatorsWorkspace(db, workspaceId)
    const checkedAt = now()
    const answers = await Promise.all(
      asked.regions.map(async (region) => {
        const answer = await ask(region, known, asked, { workspaceId, isOperators, signal })
        told(regionCheck(answer))
        return answer
      }),
    )
    const { type, url } = asked
    return { url, type, checkedAt, ...uptimeVerdict(answers), regions: answers.map(regionCheck) }
  }
}
