import type { MonitorType } from '@sightline/shared/check-words'
import { AppError } from '@sightline/shared/errors'
import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import { descriptionOf } from '@sightline/shared/monitor-types/registry'
import type { MonitorTarget } from '@sightline/shared/monitor-url'
import type { MonitorConfigRow } from '../db/monitor-columns.ts'
import type { LockedMonitorRow } from '../db/monitors.ts'
import { lockMonitor, updateMonitor } from '../db/monitors.ts'
import { readMonitors } from '../db/monitor-reads.ts'
import { lockWorkspace } from '../db/workspaces.ts'
import type { SecretOwner } from '../secrets/secret-box.ts'
import { hasSecrets } from '../secrets/secret-box.ts'
import type { Actor, MonitorContext } from './monitor-context.ts'
import type { ConfirmationSettings } from '../verdicts/rule-settings.ts'
import { confirmingRegionsOf } from '../votes/confirming-regions.ts'
import { DEFAULTS } from './monitor-fields.ts'
import type { MonitorChangeInput } from './monitor-input.ts'
import { withRecipient } from './create-monitor.ts'
import type { MonitorDocument, SentFields } from './merge-fields.ts'
import { initialDocument, mergeFields } from './merge-fields.ts'
import { chooseRegions, requireKnownRegions } from '../regions/region-choice.ts'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import type { Queryable } from '../db/pool.ts'
import { readRegions } from '../db/regions.ts'
import { requireMonitor } from '../input/not-found.ts'
import { checkDependencies, checkRecipients } from './monitor-references.ts'
import {
  checkInterval,
  checkQuorum,
  checkTargetIsFree,
  checkTimeout,
  checkTimes,
} from './monitor-rules.ts'
import {
  applySettings,
  mergeSettings,
  needsVersionOf,
  readableSettings,
  refuseKeptSecrets,
  settingsToStore,
} from './apply-settings.ts'
import type { MonitorPlace } from './monitor-target.ts'
import { defaultName, placeColumns, placeOf, readTarget } from './monitor-target.ts'
import { checkReachable, leadsElsewhere } from './reachable.ts'
import { changedSince } from './revision.ts'

/** Somebody changed the monitor after it was read that is to be changed. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile'
  /** Names of the fields that are not as they were. */
  readonly fields: readonly string[]

  constructor(fields: readonly string[]) {
    super('the monitor was changed meanwhile')
    this.fields = fields
  }
}

/** Changes what was sent of a monitor, and nothing else. Of two changes at once the later works on the
 *  outcome of the earlier.
 *  @param revision what it must still be; null: whatever it is
 *  @throws ChangedMeanwhile when it is not that any more
 *  @throws AppError notFound, badRequest, or conflict for a target another monitor has
 *  Source: decisions, section 6 */
export async function changeMonitor(
  context: MonitorContext,
  actor: Actor,
  publicId: string,
  sent: MonitorChangeInput,
  revision: string | null = null,
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
  if (sent.intervalMinutes !== undefined) {
    checkInterval(sent.intervalMinutes ?? DEFAULTS.intervalMinutes, actor.plan)
  }
  // What needs others is found out before the transaction: no lock waits for a name server. What is decided
  // on is read again under the lock.
  await checkNewPlace(owned, stored, type, sent)
  const regions = await newRegions(db, stored, type, sent)

  await db.transaction(async (tx) => {
    // Always before the monitor's own row, as a creation does: two requests cannot wait for each other.
    await lockWorkspace(tx, workspaceId)
    const row = requireMonitor(await lockMonitor(tx, workspaceId, publicId), publicId)
    const others = revision === null ? [] : changedSince(revision, row)
    if (others.length > 0) throw new ChangedMeanwhile(others)
    const next = changed(owned, actor, row, { ...sent, ...regions })
    checkTimeout(next.timeoutMs, next.intervalMinutes)
    // A region may be gone since the number was sent: that must not be in the way of other changes.
    if (sent.regions !== undefined || sent.confirmation?.quorum !== undefined) {
      checkQuorum(next.confirmation.quorum, next.regions.length)
    }
    await checkDependencies(tx, workspaceId, sent.dependsOn ?? [], publicId)
    await checkRecipients(tx, workspaceId, sent.alerts ?? {})
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
      // What its first check finds by the settings of before has no say: it would wait for its next slot, up to a day.
      runIfPending: sent.settings !== undefined || next.timeoutMs !== row.timeoutMs,
    })
  })
}

/** The regions that were sent, chosen anew for null; nothing where they stay.
 *  @throws AppError badRequest for one nobody knows */
async function newRegions(
  db: Queryable,
  row: StoredPlace,
  type: MonitorType,
  { regions, settings: patch = {} }: MonitorChangeInput,
): Promise<{ readonly regions?: readonly string[] }> {
  if (regions === undefined) return {}
  const known = await readRegions(db, AGENT_LOST_AFTER_MS)
  const settings = mergeSettings(row.settings, patch)
  if (regions === null) return { regions: chooseRegions(known, { type, settings }) }
  requireKnownRegions(regions, known)
  return { regions }
}

/** What a change works with; the monitor's secrets are its own. */
type OwnedContext = MonitorContext & { readonly owner: SecretOwner }

/** Judges where a change would lead the checks, when it leads them elsewhere.
 *  @throws AppError badRequest */
async function checkNewPlace(
  context: OwnedContext,
  row: StoredPlace,
  type: MonitorType,
  input: Pick<MonitorChangeInput, 'url' | 'settings'>,
): Promise<void> {
  if (input.url === undefined && input.settings === undefined) return
  const { place, settings } = placeAfter(context, row, type, input)
  const stored = readableSettings(type, row.settings)
  const isElsewhere = leadsElsewhere([readTarget(row.url, type), stored], [place, settings])
  if (input.url !== undefined || isElsewhere) await checkReachable(context, place, settings)
}

type StoredPlace = Pick<MonitorConfigRow, 'url' | 'host' | 'port' | 'settings'>

/** Where checks go, and how. */
interface Way {
  readonly target: MonitorTarget
  /** Complete. */
  readonly settings: Readonly<Record<string, unknown>>
}

/** Whether stored secrets may go along: to the same host they were meant for, by whatever port or
 *  protocol, unless the way there was encrypted and would be no more. */
function maySeeSecrets(type: MonitorType, before: Way, after: Way): boolean {
  const isEncrypted = ({ target, settings }: Way): boolean =>
    descriptionOf(type).isEncrypted(target, settings as SettingsOf<MonitorType>)
  return before.target.host === after.target.host && (isEncrypted(after) || !isEncrypted(before))
}

/** Where the checks go after a change, and with which settings.
 *  @throws AppError badRequest when url and settings do not fit each other, or a stored secret would
 *    go to a new place */
function placeAfter(
  { secretBox, owner }: OwnedContext,
  row: StoredPlace,
  type: MonitorType,
  input: Pick<MonitorChangeInput, 'url' | 'settings'>,
): { place: MonitorPlace; settings: Readonly<Record<string, unknown>> } {
  const unsealed = () => secretBox.unseal(owner, type, row.settings)
  const stored = readableSettings(type, row.settings)
  const settings =
    input.settings === undefined ? stored : applySettings(type, unsealed(), input.settings)
  const target = readTarget(input.url ?? row.url, type, settings)
  const place = placeOf(target, settings)
  const before = { target: readTarget(row.url, type), settings: stored }
  if (!maySeeSecrets(type, before, { target, settings })) {
    const after = input.settings === undefined ? unsealed() : settings
    refuseKeptSecrets(type, after, input.settings ?? {})
  }
  return { place, settings }
}

/** Everything a monitor is after a change. */
type ChangedMonitor = Omit<MonitorDocument, 'name' | 'regions'> & MonitorConfigRow

/** @param sent regions chosen */
function changed(
  context: OwnedContext,
  actor: Actor,
  row: LockedMonitorRow,
  sent: SentFields & Pick<MonitorChangeInput, 'url' | 'settings'>,
): ChangedMonitor {
  const type = row.type as MonitorType
  const before = row as MonitorConfigRow as ChangedMonitor
  const initial = initialDocument(type)
  const fields = mergeFields(
    before,
    { ...initial, alerts: withRecipient(initial.alerts, actor) },
    sent,
  )
  const isMoved = sent.url !== undefined || sent.settings !== undefined
  const after = isMoved || fields.name === null ? placeAfter(context, row, type, sent) : null
  if (isMoved || sent.timeoutMs !== undefined) {
    checkTimes(type, after?.settings ?? readableSettings(type, row.settings), fields.timeoutMs)
  }
  return {
    ...before,
    ...fields,
    ...(isMoved && after !== null ? placeColumns(after.place) : {}),
    // Without a change they are readable ones here, whose secrets are hidden.
    ...(sent.settings === undefined || after === null
      ? {}
      : {
          settings: sealedSettings(context, row, after.settings, sent.settings),
          hasSecrets: hasSecrets(type, after.settings),
          needsVersion: needsVersionOf(type, after.settings, row),
        }),
    confirmation: confirmationAfter(row, fields.confirmation),
    name: nameAfter(row, fields.name, {
      isSent: sent.name !== undefined,
      place: after?.place ?? null,
    }),
    regions: fields.regions ?? row.regions,
  }
}

/** A name that nobody chose goes along with what is monitored.
 *  @param merged null where the default is wanted
 *  @param change.isSent the name was sent, so it is chosen, though it is as it was
 *  @param change.place where the checks go from now on; null where that stays */
function nameAfter(
  row: LockedMonitorRow,
  merged: string | null,
  { isSent, place }: { readonly isSent: boolean; readonly place: MonitorPlace | null },
): string {
  if (place === null) return merged ?? row.name
  if (merged !== null && (isSent || merged !== defaultNameOf(row))) return merged
  return place.defaultName
}

/** The name that the monitor has unless somebody chose another. */
function defaultNameOf({ type: name, url, settings }: LockedMonitorRow): string {
  const type = name as MonitorType
  return defaultName(readTarget(url, type), readableSettings(type, settings))
}

function sealedSettings(
  { secretBox, owner }: OwnedContext,
  row: LockedMonitorRow,
  settings: Readonly<Record<string, unknown>>,
  patch: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const type = row.type as MonitorType
  const stored = secretBox.unseal(owner, type, row.settings)
  return secretBox.seal(owner, type, settingsToStore(type, settings, stored, patch))
}

/** Who was told the confirming regions, and sends them back, has said nothing of them: they still follow
 *  from the settings, so that a secret that comes later stays in the monitor's own regions. */
function confirmationAfter(
  row: LockedMonitorRow,
  after: ConfirmationSettings,
): ConfirmationSettings {
  const before = row.confirmation as ConfirmationSettings
  const isAsTold = before.regions === null && after.regions === confirmingRegionsOf(row)
  return isAsTold ? { ...after, regions: null } : after
}
