import { isDeepStrictEqual } from 'node:util'
import type { MonitorType } from '@sightline/shared/check-words'
import { AppError } from '@sightline/shared/errors'
import { descriptionOf } from '@sightline/shared/monitor-types/registry'
import { completeSettings } from '@sightline/shared/monitor-types/sparse-settings'
import type { AlertSettings } from '../../alerting/alert-settings.ts'
import { alertSettingsOf } from '../../alerting/alert-settings.ts'
import type { MeantMonitorRow } from '../../db/monitors-meant.ts'
import { fieldName } from '../../input/describe-issue.ts'
import { applySettings } from '../../monitors/apply-settings.ts'
import type { PreparedMonitor } from '../../monitors/create-monitor.ts'
import { withRecipient } from '../../monitors/create-monitor.ts'
import type { MonitorDocument } from '../../monitors/merge-fields.ts'
import { initialDocument, mergeFields } from '../../monitors/merge-fields.ts'
import type { Actor } from '../../monitors/monitor-context.ts'
import type { MonitorChangeInput, MonitorCreationInput } from '../../monitors/monitor-input.ts'
import { placeOf, readTarget } from '../../monitors/monitor-target.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import { redact, restoreHidden } from '../../secrets/secret-box.ts'
import type { ConfirmationSettings } from '../../verdicts/rule-settings.ts'
import { confirmingRegionsOf } from '../../votes/confirming-regions.ts'
import type { Fields } from '../plan/field-changes.ts'
import type { Thing, Wish } from '../plan/plan-entries.ts'

/** A monitor of the workspace. */
export interface MonitorThing extends Thing {
  readonly row: MeantMonitorRow
  /** Complete, their secrets open. */
  readonly settings: Fields
}

/** What a monitor is made and changed by. */
export interface MonitorWish {
  readonly said: MonitorCreationInput
  /** undefined: nothing is said; a new one is checked, and one that is there stays as it is: pausing is what people do
   *  about an outage, and a file that does not speak of it does not resume. */
  readonly isActive: boolean | undefined
  /** All that is to be stored; null of a new one. */
  readonly fields: MonitorDocument | null
  /** What its settings are to be changed by. */
  readonly patch: Fields
  /** What was found out of a new one beforehand; null: nothing. */
  readonly prepared: PreparedMonitor | null
}

/** Makes of a row what a file may mean. */
export function thingOf(box: SecretBox, workspaceId: number, row: MeantMonitorRow): MonitorThing {
  const type = row.type as MonitorType
  const stored = box.unseal({ workspaceId, id: row.publicId }, type, row.settings)
  const settings = completeSettings(descriptionOf(type).shape, stored)
  const fields = {
    ...declared({ ...row, alerts: alertSettingsOf(row.alerts) } as unknown as MonitorDocument),
    name: row.name,
    url: row.url,
    active: row.active,
  }
  return {
    kind: 'monitor',
    id: row.publicId,
    name: row.name,
    sign: row.targetKey,
    row,
    settings,
    ...told(type, fields, settings),
  }
}

function told(type: MonitorType, fields: Fields, settings: Fields) {
  return {
    open: { ...fields, settings },
    shown: { ...fields, settings: redact(type, settings) },
  }
}

/** What files say of a monitor beside its target, name and settings. */
function declared(fields: MonitorDocument): Fields {
  const { intervalMinutes, timeoutMs, regions, checkMode } = fields
  const { confirmation, recovery, alerts, dependsOn, tags } = fields
  const plain = { intervalMinutes, timeoutMs, regions, checkMode }
  return { ...plain, confirmation, recovery, alerts, dependsOn, tags }
}

type Said = Pick<MonitorWish, 'said' | 'isActive'>

/** What a file wants of a monitor: what it does not say is at its default, but for what was chosen when the monitor
 *  was made (its regions, and whom it alerts) and whether it is paused.
 *  @throws AppError badRequest */
export function wishOf(
  { said, isActive }: Said,
  actor: Actor,
  thing: MonitorThing | null,
): Wish & { readonly input: MonitorWish } {
  // A new one is judged when it is made.
  if (thing === null) {
    return {
      input: { said, isActive, fields: null, patch: {}, prepared: null },
      open: {},
      shown: {},
    }
  }
  const { row } = thing
  const type = row.type as MonitorType
  requireType(type, said)
  const settings = settingsAfter(type, said, thing.settings)
  const place = placeOf(readTarget(said.url, type, settings), settings)
  const fields = fieldsAfter(said, actor, row)
  const open = {
    ...declared(fields),
    name: fields.name ?? place.defaultName,
    url: place.url,
    active: isActive ?? row.active,
  }
  const patch = patchOf(said.settings ?? {}, thing.settings, settings)
  return { input: { said, isActive, fields, patch, prepared: null }, ...told(type, open, settings) }
}

function requireType(type: MonitorType, { type: named, url }: MonitorCreationInput): void {
  const said = named ?? readTarget(url, undefined).type
  if (said === type) return
  throw new AppError(
    'badRequest',
    `The field "type" is "${said}": the monitor is "${type}" and cannot change. Give the new one another key.`,
  )
}

function settingsAfter(
  type: MonitorType,
  { settings: sent = {} }: MonitorCreationInput,
  stored: Fields,
): Fields {
  const { settings, missing } = restoreHidden(type, sent, stored)
  if (missing === null) return applySettings(type, null, settings)
  throw new AppError(
    'badRequest',
    `The field "${fieldName(['settings', ...missing])}" is "***": send the secret itself, there is none stored that could stay.`,
  )
}

function fieldsAfter(said: MonitorCreationInput, actor: Actor, row: MeantMonitorRow) {
  const initial = initialDocument(row.type as MonitorType)
  const fields = mergeFields(initial, initial, said)
  const confirmation = row.confirmation as ConfirmationSettings
  const isAsTold =
    confirmation.regions === null && fields.confirmation.regions === confirmingRegionsOf(row)
  return {
    ...fields,
    regions: fields.regions ?? row.regions,
    confirmation: isAsTold ? { ...fields.confirmation, regions: null } : fields.confirmation,
    alerts: withStoredRecipients(fields.alerts, alertSettingsOf(row.alerts), actor),
  }
}

/** Who names nobody leaves it to those who were chosen. */
function withStoredRecipients(
  alerts: AlertSettings,
  stored: AlertSettings,
  actor: Actor,
): AlertSettings {
  const { memberIds, contactIds, teamIds } = stored
  const isNobody = withRecipient(alerts, actor) !== alerts
  return isNobody ? { ...alerts, memberIds, contactIds, teamIds } : alerts
}

/** What leads from the settings that are to those that are wanted: what a file does not say any more is reset, and
 *  what it says is said again, as the rules ask of secrets that go to another host. */
function patchOf(sent: Fields, before: Fields, after: Fields): Fields {
  const reset = Object.entries(before).flatMap(([name, value]): [string, unknown][] => {
    const wanted = after[name]
    if (isDeepStrictEqual(value, wanted)) return []
    const said = Object.hasOwn(sent, name) ? sent[name] : undefined
    if (said === undefined) return [[name, null]]
    const isSection = isFields(said) && isFields(value) && isFields(wanted)
    return isSection ? [[name, patchOf(said, value, wanted)]] : []
  })
  return { ...sent, ...Object.fromEntries(reset) }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The change of a monitor by which the fields that differ are as they are wanted. */
export function changeOf(
  { said, fields, patch }: MonitorWish,
  differing: ReadonlySet<string>,
): MonitorChangeInput {
  if (fields === null) return {}
  const all = {
    ...declared(fields),
    name: said.name ?? null,
    url: said.url,
    settings: patch,
  }
  // A secret that goes to another host is to be said again, though it is as it was.
  const isMoved = differing.has('url') && said.settings !== undefined
  // So is a name that is the default of before: it would follow the target.
  const mayRename = differing.has('url') || differing.has('settings')
  const named = Object.entries(all).filter(
    ([name]) =>
      differing.has(name) || (isMoved && name === 'settings') || (mayRename && name === 'name'),
  )
  return Object.fromEntries(named) as MonitorChangeInput
}
