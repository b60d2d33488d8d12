import { AppError } from '@sightline/shared/errors'
import { ChangedMeanwhile, changeMonitor } from './change-monitor.ts'
import type { MonitorSet, MonitorSetChange } from './bulk-change.ts'
import { changeMonitors } from './bulk-change.ts'
import { createMonitor } from './create-monitor.ts'
import type { Actor, MonitorContext } from './monitor-context.ts'
import type { MonitorChangeInput, MonitorCreationInput } from './monitor-input.ts'
import { countMonitors } from '../db/monitor-counts.ts'
import type { MonitorFilters } from '../db/monitor-reads.ts'
import type { Database } from '../db/pool.ts'
import type { MonitorView } from './monitor-view.ts'
import type { MonitorAction } from './pause-monitor.ts'
import { actOnMonitor } from './pause-monitor.ts'
import type { RevisedMonitor } from './read-monitors.ts'
import { getMonitor, getMonitors } from './read-monitors.ts'
import { removeMonitor, removeMonitors } from './remove-monitor.ts'
import { prepareTest } from './test-monitor.ts'
import type { CheckSettings } from '../on-demand/check-settings.ts'
import { readOptions } from './monitor-options.ts'
import type { Plan } from '../accounts/plans.ts'

/** Everything the API does with monitors; each call throws AppError for what it refuses. */
export type MonitorService = ReturnType<typeof createMonitorService>

/** @param readsOf the database for a workspace's lists, which take turns with those of others
 *  @param check checks once what is not saved */
export function createMonitorService(
  context: MonitorContext,
  readsOf: (workspaceId: number) => Database,
  check: CheckSettings,
) {
  const view = (workspaceId: number, id: string): Promise<RevisedMonitor> =>
    getMonitor(context, workspaceId, id)
  return {
    get: view,
    async create(actor: Actor, input: MonitorCreationInput): Promise<RevisedMonitor> {
      return view(actor.workspaceId, await createMonitor(context, actor, input))
    },
    /** @param revision what the monitor must still be; null: whatever it is */
    async change(
      actor: Actor,
      id: string,
      input: MonitorChangeInput,
      revision: string | null,
    ): Promise<RevisedMonitor> {
      try {
        await changeMonitor(context, actor, id, input, revision)
      } catch (error: unknown) {
        if (!(error instanceof ChangedMeanwhile)) throw error
        throw changedMeanwhile(error.fields, (await view(actor.workspaceId, id)).monitor)
      }
      return view(actor.workspaceId, id)
    },
    async act(workspaceId: number, id: string, action: MonitorAction): Promise<MonitorView> {
      await actOnMonitor(context, workspaceId, id, action)
      return (await view(workspaceId, id)).monitor
    },
    changeAll: (actor: Actor, set: MonitorSet, change: MonitorSetChange) =>
      changeMonitors(context, actor, set, change),
    removeAll: (workspaceId: number, ids: readonly string[]) =>
      removeMonitors(context, workspaceId, ids),
    remove: (workspaceId: number, id: string) => removeMonitor(context, workspaceId, id),
    list: (workspaceId: number, query: Parameters<typeof getMonitors>[2]) =>
      getMonitors({ ...context, db: readsOf(workspaceId) }, workspaceId, query),
    count: (workspaceId: number, filters: MonitorFilters) =>
      countMonitors(readsOf(workspaceId), workspaceId, filters),
    test: (actor: Actor, input: MonitorCreationInput) => prepareTest(context, check, actor, input),
    options: (plan: Plan) => readOptions(context.db, plan),
  } as const
}

/** Answered with the monitor as it is now, so that whoever edited the other one sees both. */
function changedMeanwhile(changed: readonly string[], monitor: MonitorView): AppError {
  return new AppError(
    'conflict',
    `Somebody changed the monitor since you read it (${changed.join(', ')}): look at it as it is now, then change it again.`,
    { body: { changed, monitor } },
  )
}
