import { CAUSES } from '@sightline/shared/causes'
import type { MonitorType } from '@sightline/shared/check-words'
import { MONITOR_STATUSES, MONITOR_TYPES, RESULT_STATUSES } from '@sightline/shared/check-words'
import { descriptionOf, TYPE_DESCRIPTIONS } from '@sightline/shared/monitor-types/registry'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import { regionFacts } from '@sightline/shared/region-facts'
import type { Plan } from '../accounts/plans.ts'
import type { Queryable } from '../db/pool.ts'
import { readRegions } from '../db/regions.ts'
import {
  CHECK_MODES,
  DEFAULTS,
  INTERVALS_MINUTES,
  MAX_TIMEOUT_MS,
  MIN_TIMEOUT_MS,
} from './monitor-fields.ts'
import { CONFIRMING_REGIONS } from '../votes/confirming-regions.ts'
import { MAX_REGIONS } from '../regions/region-choice.ts'
import { QUORUM_WORDS } from '../verdicts/rule-settings.ts'
import { confirmingRegionsOf } from '../votes/confirming-regions.ts'
import { MAX_WINDOWS } from '../maintenance/window-input.ts'
import { abilities, missingCapabilities } from '../regions/region-capabilities.ts'
import { settingValues } from './setting-values.ts'

function byType<T>(value: (type: MonitorType) => T): Record<string, T> {
  return Object.fromEntries(MONITOR_TYPES.map((type) => [type, value(type)]))
}

/** Every value a client may send, from the same lists that the validation uses.
 *  Source: decisions, section 7 */
export async function readOptions(db: Queryable, plan: Plan) {
  const regions = await readRegions(db, AGENT_LOST_AFTER_MS)
  return {
    types: [...MONITOR_TYPES],
    intervalsMinutes: INTERVALS_MINUTES.filter((minutes) => minutes >= plan.minIntervalMinutes),
    timeouts: byType((type) => ({
      defaultMs: descriptionOf(type).timeoutMs,
      minMs: MIN_TIMEOUT_MS,
      maxMs: MAX_TIMEOUT_MS,
    })),
    methods: [...TYPE_DESCRIPTIONS.web.settings.shape.method.unwrap().options],
    checkModes: [...CHECK_MODES],
    quorums: [...QUORUM_WORDS],
    confirmingRegions: [...CONFIRMING_REGIONS],
    recordTypes: [...TYPE_DESCRIPTIONS.dns.settings.shape.recordType.unwrap().options],
    settings: byType(settingValues),
    presets: [...TYPE_DESCRIPTIONS.udp.settings.shape.preset.unwrap().unwrap().options],
    regions: regions.map((region) => ({
      code: region.code,
      ...regionFacts(region.code),
      available: region.available,
      ...abilities(region),
      missing: missingCapabilities(region),
    })),
    statuses: [...MONITOR_STATUSES],
    resultStatuses: [...RESULT_STATUSES],
    causes: Object.entries(CAUSES).map(([code, facts]) => ({ code, ...facts })),
    limits: {
      maxMonitors: plan.maxMonitors,
      minIntervalMinutes: plan.minIntervalMinutes,
      maxRegions: MAX_REGIONS,
      maxWindows: MAX_WINDOWS,
    },
    defaults: byType((type) => ({
      ...DEFAULTS,
      confirmation: {
        ...DEFAULTS.confirmation,
        regions: confirmingRegionsOf({ confirmation: DEFAULTS.confirmation, hasSecrets: false }),
      },
      timeoutMs: descriptionOf(type).timeoutMs,
      settings: { ...descriptionOf(type).settings.parse({}) },
    })),
  }
}
