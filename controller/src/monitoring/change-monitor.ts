import type { CheckableType } from '@sightline/shared/check-words'
import { AppError } from '@sightline/shared/errors'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import type { LockedMonitorRow, MonitorConfigRow } from '../db/monitors.ts'
import { lockMonitor, updateMonitor } from '../db/monitors.ts'
import { readMonitors } from '../db/monitor-reads.ts'
import { readRegions } from '../db/regions.ts'
import { lockWorkspace } from '../db/workspaces.ts'
import type { Actor, MonitorContext } from './monitor-context.ts'
import type {
  AlertSettings,
  ConfirmationSettings,
  MonitorChangeInput,
  RecoverySettings,
} from './monitor-input.ts'
import { DEFAULTS, withChanges } from './monitor-input.ts'
import { requireMonitor } from './monitor-lookup.ts'
import { checkDependencies, checkRecipients } from './monitor-references.ts'
import { checkInterval, checkTargetIsFree, checkTimeout } from './monitor-rules.ts'
import { applySettings } from './monitor-settings.ts'
import type { CheckableTarget } from './monitor-target.ts'
import { checkReachable, readTarget, targetKey } from './monitor-target.ts'
import { requireKnownRegions } from './region-choice.ts'

/** Changes what was sent of a monitor, and nothing else. Of two changes at once the later works on the
 *  outcome of the earlier.
 *  @throws AppError notFound, badRequest, or conflict for a target another monitor has
 *  Source: decisions, section 6 */
export async function changeMonitor(
  context: MonitorContext,
  actor: Actor,
  publicId: string,
  input: MonitorChangeInput,
): Promise<void> {
  const { db } = context
  const { workspaceId } = actor
  const [before] = await readMonitors(db, workspaceId, [publicId])
  const type = requireMonitor(before, publicId).type as CheckableType
  if (input.type !== undefined && input.type !== type) {
    throw new AppError(
      'badRequest',
      `The field "type" is "${input.type}": the type of a monitor cannot change, it is "${type}". Create another monitor instead.`,
    )
  }
  if (input.intervalMinutes !== undefined) checkInterval(input.intervalMinutes, actor.plan)
  if (input.regions !== undefined) {
    requireKnownRegions(input.regions, await readRegions(db, AGENT_LOST_AFTER_MS))
  }
  // Names are resolved before the transaction: no lock waits for a name server.
  const target = input.url === undefined ? null : readTarget(input.url, type)
  if (target !== null) await checkReachable(target, context.guard, context.resolveName)

  await db.transaction(async (tx) => {
    // Always before the monitor's own row, as a creation does: two requests cannot wait for each other.
    await lockWorkspace(tx, workspaceId)
    const row = requireMonitor(await lockMonitor(tx, workspaceId, publicId), publicId)
    const next = changed(context, row, input, type, target)
    checkTimeout(next.timeoutMs, next.intervalMinutes)
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
      runNow: row.active && next.url !== row.url,
    })
  })
}

/** The row after the change. */
function changed(
  context: MonitorContext,
  row: LockedMonitorRow,
  input: MonitorChangeInput,
  type: CheckableType,
  target: CheckableTarget | null,
): MonitorConfigRow {
  const { secretBox } = context
  return {
    name: input.name ?? row.name,
    url: target?.url ?? row.url,
    host: target?.host ?? row.host,
    port: target === null ? row.port : target.port,
    targetKey: target === null ? row.targetKey : targetKey(target),
    settings:
      input.settings === undefined
        ? row.settings
        : secretBox.seal(
            type,
            applySettings(type, secretBox.unseal(type, row.settings), input.settings),
          ),
    intervalMinutes: input.intervalMinutes ?? row.intervalMinutes,
    timeoutMs: input.timeoutMs ?? row.timeoutMs,
    regions: input.regions ?? row.regions,
    checkMode: input.checkMode ?? row.checkMode,
    confirmation: withChanges(row.confirmation as ConfirmationSettings, input.confirmation),
    recovery: withChanges(row.recovery as RecoverySettings, input.recovery),
    alerts: withChanges(row.alerts as AlertSettings, input.alerts),
    dependsOn: input.dependsOn ?? row.dependsOn,
    tags: input.tags ?? row.tags,
  }
}
