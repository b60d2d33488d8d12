import type { MonitorType } from '@sightline/shared/check-words'
import { AppError } from '@sightline/shared/errors'
import { schemeOf } from '@sightline/shared/monitor-url'
import type { LockedMonitorRow, MonitorConfigRow } from '../db/monitors.ts'
import { lockMonitor, updateMonitor } from '../db/monitors.ts'
import { readMonitors } from '../db/monitor-reads.ts'
import { lockWorkspace } from '../db/workspaces.ts'
import type { SecretOwner } from '../secrets/secret-box.ts'
import { hasSecrets } from '../secrets/secret-box.ts'
import type { Actor, MonitorContext } from './monitor-context.ts'
import type { AlertSettings } from '../alerting/alert-settings.ts'
import type { ConfirmationSettings, RecoverySettings } from '../verdicts/rule-settings.ts'
import type { MonitorChangeInput } from './monitor-input.ts'
import { DEFAULTS, withChanges } from './monitor-input.ts'
import { requireMonitor } from '../input/not-found.ts'
import { checkDependencies, checkRecipients } from './monitor-references.ts'
import {
  checkInterval,
  checkQuorum,
  checkTargetIsFree,
  checkTimeout,
  checkTimes,
} from './monitor-rules.ts'
import { applySettings, readableSettings, refuseKeptSecrets } from './monitor-settings.ts'
import type { MonitorPlace } from './monitor-target.ts'
import { placeOf, readTarget } from './monitor-target.ts'
import type { SettledChange } from './null-fields.ts'
import { settleChange } from './null-fields.ts'
import { checkReachable, leadsElsewhere } from './reachable.ts'

/** Changes what was sent of a monitor, and nothing else. Of two changes at once the later works on the
 *  outcome of the earlier.
 *  @throws AppError notFound, badRequest, or conflict for a target another monitor has
 *  Source: decisions, section 6 */
export async function changeMonitor(
  context: MonitorContext,
  actor: Actor,
  publicId: string,
  sent: MonitorChangeInput,
): Promise<void> {
  const { db } = context
  const { workspaceId } = actor
  const owned = { ...context, owner: { workspaceId, id: publicId } }
  const [before] = await readMonitors(db, workspaceId, [publicId])
  const stored = requireMonitor(before, publicId)
  const type = stored.type as MonitorType
  if (sent.type !== undefined && sent.type !== type) {
    throw new AppError(
      'badRequest',
      `The field "type" is "${sent.type}": the type of a monitor cannot change, it is "${type}". Create another monitor instead.`,
    )
  }
  const input = await settleChange({ db, actor }, sent, { type, settings: stored.settings })
  if (input.intervalMinutes !== undefined) checkInterval(input.intervalMinutes, actor.plan)
  // Names are resolved before the transaction: no lock waits for a name server. What is decided on is
  // read again under the lock.
  await checkNewPlace(owned, stored, type, input)

  await db.transaction(async (tx) => {
    // Always before the monitor's own row, as a creation does: two requests cannot wait for each other.
    await lockWorkspace(tx, workspaceId)
    const row = requireMonitor(await lockMonitor(tx, workspaceId, publicId), publicId)
    const next = changed(owned, row, input, type)
    checkTimeout(next.timeoutMs, next.intervalMinutes)
    // A region may be gone since the number was sent: that must not be in the way of other changes.
    if (input.regions !== undefined || input.confirmation?.quorum !== undefined) {
      const { quorum } = next.confirmation as ConfirmationSettings
      checkQuorum(quorum, next.regions.length)
    }
    await checkDependencies(tx, workspaceId, input.dependsOn ?? [], publicId)
    await checkRecipients(
      tx,
      workspaceId,
      withChanges<AlertSettings>(DEFAULTS.alerts, input.alerts),
    )
    if (next.targetKey !== row.targetKey) {
      await checkTargetIsFree(tx, workspaceId, next.targetKey, publicId)
    }
    await updateMonitor(tx, row.id, next, {
      at: context.now(),
      newGrid:
        next.intervalMinutes !== row.intervalMinutes ||
        next.checkMode !== row.checkMode ||
        next.regions.join() !== row.regions.join(),
      runNow: row.active && (next.url !== row.url || next.targetKey !== row.targetKey),
    })
  })
}

/** What a change works with; the monitor's secrets are its own. */
type OwnedContext = MonitorContext & { readonly owner: SecretOwner }

/** Judges where a change would lead the checks, when it leads them elsewhere.
 *  @throws AppError badRequest */
async function checkNewPlace(
  context: OwnedContext,
  row: StoredPlace,
  type: MonitorType,
  input: SettledChange,
): Promise<void> {
  if (input.url === undefined && input.settings === undefined) return
  const { place, settings } = placeAfter(context, row, type, input)
  const stored = readableSettings(type, row.settings)
  const isElsewhere = leadsElsewhere([readTarget(row.url, type), stored], [place, settings])
  if (input.url !== undefined || isElsewhere) await checkReachable(context, place, settings)
}

/** Schemes by which nothing is sent in the clear. */
const ENCRYPTED: ReadonlySet<string | null> = new Set(['https', 'smtps', 'imaps', 'pop3s'])

type StoredPlace = Pick<MonitorConfigRow, 'url' | 'host' | 'port' | 'settings'>

/** Whether stored secrets may go along: to the same host they were meant for, by whatever port or
 *  protocol, unless the way there was encrypted and would be no more. */
function maySeeSecrets(place: MonitorPlace, row: StoredPlace): boolean {
  const isEncrypted = (url: string): boolean => ENCRYPTED.has(schemeOf(url))
  return place.host === row.host && (isEncrypted(place.url) || !isEncrypted(row.url))
}

/** Where the checks go after a change, and with which settings.
 *  @throws AppError badRequest when url and settings do not fit each other, or a stored secret would
 *    go to a new place */
function placeAfter(
  { secretBox, owner }: OwnedContext,
  row: StoredPlace,
  type: MonitorType,
  input: SettledChange,
): { place: MonitorPlace; settings: Readonly<Record<string, unknown>> } {
  const unsealed = () => secretBox.unseal(owner, type, row.settings)
  const settings =
    input.settings === undefined
      ? readableSettings(type, row.settings)
      : applySettings(type, unsealed(), input.settings)
  const target = readTarget(input.url ?? row.url, type, settings)
  const place = placeOf(target, settings)
  if (!maySeeSecrets(place, row)) {
    const after = input.settings === undefined ? unsealed() : settings
    refuseKeptSecrets(type, after, input.settings ?? {})
  }
  return { place, settings }
}

/** What changes with the url and the settings. */
function changedPlace(
  context: OwnedContext,
  row: LockedMonitorRow,
  input: SettledChange,
  type: MonitorType,
): Pick<
  MonitorConfigRow,
  'url' | 'host' | 'port' | 'targetKey' | 'settings' | 'hasSecrets' | 'timeoutMs'
> {
  const timeoutMs = input.timeoutMs ?? row.timeoutMs
  const { url, host, port, targetKey } = row
  if (input.url === undefined && input.settings === undefined) {
    if (input.timeoutMs !== undefined) {
      checkTimes(type, readableSettings(type, row.settings), timeoutMs)
    }
    return {
      url,
      host,
      port,
      targetKey,
      settings: row.settings,
      hasSecrets: row.hasSecrets,
      timeoutMs,
    }
  }
  const { place, settings } = placeAfter(context, row, type, input)
  checkTimes(type, settings, timeoutMs)
  return {
    url: place.url,
    host: place.host,
    port: place.port,
    targetKey: place.key,
    // Without a change they are readable ones here, whose secrets are hidden.
    settings:
      input.settings === undefined
        ? row.settings
        : context.secretBox.seal(context.owner, type, settings),
    hasSecrets: input.settings === undefined ? row.hasSecrets : hasSecrets(type, settings),
    timeoutMs,
  }
}

/** @returns the name as sent, as it was, or of the target when null was sent */
function nameAfter(
  context: OwnedContext,
  row: LockedMonitorRow,
  input: SettledChange,
  type: MonitorType,
): string {
  if (input.name !== null) return input.name ?? row.name
  return placeAfter(context, row, type, input).place.defaultName
}

/** The row after the change. */
function changed(
  context: OwnedContext,
  row: LockedMonitorRow,
  input: SettledChange,
  type: MonitorType,
): MonitorConfigRow {
  return {
    ...changedPlace(context, row, input, type),
    name: nameAfter(context, row, input, type),
    intervalMinutes: input.intervalMinutes ?? row.intervalMinutes,
    regions: input.regions ?? row.regions,
    checkMode: input.checkMode ?? row.checkMode,
    confirmation: withChanges(row.confirmation as ConfirmationSettings, input.confirmation),
    recovery: withChanges(row.recovery as RecoverySettings, input.recovery),
    alerts: withChanges(row.alerts as AlertSettings, input.alerts),
    dependsOn: input.dependsOn ?? row.dependsOn,
    tags: input.tags ?? row.tags,
  }
}
