import type { MonitorType } from '@sightline/shared/check-words'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import { AppError } from '@sightline/shared/errors'
import { counted } from '@sightline/shared/counted'
import { planOf } from '../accounts/plans.ts'
import { insertInitialState } from '../db/monitor-states.ts'
import { countMonitors, insertMonitor } from '../db/monitors.ts'
import type { Queryable } from '../db/pool.ts'
import { readRegions } from '../db/regions.ts'
import { lockWorkspace } from '../db/workspaces.ts'
import { newPublicId } from '../secrets/random-id.ts'
import { hasSecrets } from '../secrets/secret-box.ts'
import { joinMaintenance } from '../maintenance/settle.ts'
import type { Actor, MonitorContext } from './monitor-context.ts'
import type { AlertSettings } from '../alerting/alert-settings.ts'
import type { MonitorCreationInput } from './monitor-input.ts'
import type { MonitorDocument } from './merge-fields.ts'
import { initialDocument, mergeFields } from './merge-fields.ts'
import { checkDependencies, checkRecipients } from './monitor-references.ts'
import {
  checkInterval,
  checkQuorum,
  checkTargetIsFree,
  checkTimeout,
  checkTimes,
} from './monitor-rules.ts'
import { applySettings, needsVersionOf, settingsToStore } from './apply-settings.ts'
import type { MonitorPlace } from './monitor-target.ts'
import { placeColumns, placeOf, readTarget } from './monitor-target.ts'
import { checkReachable } from './reachable.ts'
import { chooseRegions, requireKnownRegions } from '../regions/region-choice.ts'

/** A monitor that nothing speaks against but what the workspace holds already. */
export interface PreparedMonitor {
  readonly type: MonitorType
  readonly place: MonitorPlace
  /** Complete, their secrets open. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly fields: MonitorDocument
  readonly regions: readonly string[]
}

/** Makes a monitor; its first check is due at once.
 *  @returns its id
 *  @throws AppError badRequest for a setting that cannot be, conflict for a target the workspace
 *    monitors already or a plan that has no place left
 *  Source: decisions, section 6 */
export async function createMonitor(
  context: MonitorContext,
  actor: Actor,
  input: MonitorCreationInput,
): Promise<string> {
  const prepared = await prepareMonitor(context, actor, input)
  return context.db.transaction(async (tx) => {
    const tier = await lockWorkspace(tx, actor.workspaceId)
    return (await storeMonitor(tx, context, actor, { prepared, tier })).publicId
  })
}

/** Completes what was sent and judges it, as far as the workspace's own things do not matter.
 *  @throws AppError badRequest; unavailable while no region is known */
export async function prepareMonitor(
  context: MonitorContext,
  actor: Pick<Actor, 'plan'>,
  input: MonitorCreationInput,
): Promise<PreparedMonitor> {
  const target = readTarget(input.url, input.type, input.settings)
  const { type } = target
  const settings = applySettings(type, null, input.settings ?? {})
  const place = placeOf(target, settings)
  const initial = initialDocument(type)
  const fields = mergeFields(initial, initial, input)
  const { intervalMinutes, timeoutMs, confirmation } = fields
  checkInterval(intervalMinutes, actor.plan)
  checkTimeout(timeoutMs, intervalMinutes)
  checkTimes(type, settings, timeoutMs)
  const known = await readRegions(context.db, AGENT_LOST_AFTER_MS)
  if (fields.regions !== null) requireKnownRegions(fields.regions, known)
  await checkReachable(context, target, settings)
  const regions = fields.regions ?? chooseRegions(known, { type, settings })
  checkQuorum(confirmation.quorum, regions.length)
  return { type, place, settings, fields, regions }
}

/** Stores a monitor in a transaction that holds its workspace. What it refuses it refuses before it writes anything.
 *  @param monitor.tier the workspace's plan as of the lock
 *  @throws AppError badRequest for who and what it refers to; conflict */
export async function storeMonitor(
  tx: Queryable,
  { secretBox, now }: Pick<MonitorContext, 'secretBox' | 'now'>,
  actor: Actor,
  { prepared, tier }: { readonly prepared: PreparedMonitor; readonly tier: string | null },
): Promise<{ readonly id: number; readonly publicId: string }> {
  const { type, place, settings, fields, regions } = prepared
  const { workspaceId } = actor
  // What is wrong comes before what is in the way (400 before 409).
  await checkDependencies(tx, workspaceId, fields.dependsOn, null)
  await checkRecipients(tx, workspaceId, fields.alerts)
  await checkTargetIsFree(tx, workspaceId, place.key, null)
  await checkPlace(tx, workspaceId, tier)
  const publicId = newPublicId('mon')
  const createdAt = now()
  const id = await insertMonitor(tx, {
    publicId,
    workspaceId,
    type,
    ...fields,
    ...placeColumns(place),
    name: fields.name ?? place.defaultName,
    settings: secretBox.seal(
      { workspaceId, id: publicId },
      type,
      settingsToStore(type, settings, null, {}),
    ),
    hasSecrets: hasSecrets(type, settings),
    needsVersion: needsVersionOf(type, settings),
    regions,
    alerts: withRecipient(fields.alerts, actor),
    createdBy: actor.personId,
    createdAt,
  })
  await insertInitialState(tx, id, createdAt)
  await joinMaintenance(tx, workspaceId, [id], createdAt)
  return { id, publicId }
}

/** Makes sure that the plan of a locked workspace has room, so that no two requests take the same last place. The
 *  plan is read under the lock: the key's may have changed since. */
async function checkPlace(tx: Queryable, workspaceId: number, tier: string | null): Promise<void> {
  const { maxMonitors } = planOf(tier ?? '')
  if (maxMonitors === null) return
  if ((await countMonitors(tx, workspaceId, maxMonitors)) >= maxMonitors) {
    throw noPlaceLeft(maxMonitors)
  }
}

/** A plan that is full. */
export function noPlaceLeft(maxMonitors: number): AppError {
  return new AppError(
    'conflict',
    `The plan's limit of ${counted(maxMonitors, 'monitor')} is reached: delete one, or change the plan.`,
  )
}

/** Without recipients the key's owner gets the alerts. Source: contract, "What the service does" */
export function withRecipient(alerts: AlertSettings, actor: Actor): AlertSettings {
  const nobody = alerts.memberIds.length + alerts.contactIds.length + alerts.teamIds.length === 0
  return nobody ? { ...alerts, memberIds: [actor.personPublicId] } : alerts
}
