import { TYPE_DESCRIPTIONS } from '@sightline/shared/monitor-types/registry'
import type { CheckNeeds } from '@sightline/shared/needed-capability'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import type { Queryable } from '../db/pool.ts'
import { readRegions } from '../db/regions.ts'
import { withRecipient } from './create-monitor.ts'
import type { Actor } from './monitor-context.ts'
import type { AlertSettings } from '../alerting/alert-settings.ts'
import type { ConfirmationSettings, RecoverySettings } from '../verdicts/rule-settings.ts'
import type { MonitorChangeInput, MonitorCreationInput } from './monitor-input.ts'
import { DEFAULTS } from './monitor-input.ts'
import { settableAlerts } from '../alerting/alert-settings.ts'
import { mergeSettings } from './monitor-settings.ts'
import { chooseRegions, requireKnownRegions } from '../regions/region-choice.ts'

/** A change without null: what was sent as null has its default. Only the name stays null, whose default
 *  is known with the target. */
export type SettledChange = Omit<
  MonitorCreationInput,
  'url' | 'name' | 'confirmation' | 'alerts'
> & {
  readonly alerts?: Partial<AlertSettings> | undefined
  readonly confirmation?: Partial<ConfirmationSettings> | undefined
  readonly url?: string | undefined
  readonly name?: string | null | undefined
}

/** Puts the defaults where a change says null, as a creation that names nothing would get them.
 *  @param before the monitor as it is stored
 *  @throws AppError badRequest for regions nobody knows
 *  Source: decisions, section 6 */
export async function settleChange(
  { db, actor }: { readonly db: Queryable; readonly actor: Actor },
  sent: MonitorChangeInput,
  before: CheckNeeds,
): Promise<SettledChange> {
  const { type } = before
  const settings = mergeSettings(before.settings, sent.settings ?? {})
  return {
    ...sent,
    intervalMinutes: orDefault(sent.intervalMinutes, DEFAULTS.intervalMinutes),
    timeoutMs: orDefault(sent.timeoutMs, TYPE_DESCRIPTIONS[type].timeoutMs),
    regions:
      sent.regions === undefined
        ? undefined
        : await settleRegions(db, sent.regions, { type, settings }),
    checkMode: orDefault(sent.checkMode, DEFAULTS.checkMode),
    confirmation: fieldsOrDefaults<ConfirmationSettings>(sent.confirmation, DEFAULTS.confirmation),
    recovery: fieldsOrDefaults<RecoverySettings>(sent.recovery, DEFAULTS.recovery),
    alerts: fieldsOrDefaults<AlertSettings>(
      sent.alerts == null ? sent.alerts : settableAlerts(sent.alerts),
      withRecipient(DEFAULTS.alerts, actor),
    ),
    dependsOn: orDefault(sent.dependsOn, []),
    tags: orDefault(sent.tags, []),
  }
}

async function settleRegions(
  db: Queryable,
  sent: string[] | null,
  monitor: CheckNeeds,
): Promise<string[]> {
  const known = await readRegions(db, AGENT_LOST_AFTER_MS)
  if (sent === null) return chooseRegions(known, monitor)
  requireKnownRegions(sent, known)
  return sent
}

function orDefault<T>(sent: T | null | undefined, byDefault: T): T | undefined {
  return sent === null ? byDefault : sent
}

/** Fields that were not sent stay out, so that they keep their value. */
function fieldsOrDefaults<T extends object>(
  sent: { readonly [K in keyof T]?: T[K] | null | undefined } | null | undefined,
  defaults: T,
): Partial<T> | undefined {
  if (sent === undefined) return undefined
  const entries = Object.entries(sent ?? defaults).map(([name, value]) => [
    name,
    value ?? defaults[name as keyof T],
  ])
  return Object.fromEntries(entries) as Partial<T>
}
