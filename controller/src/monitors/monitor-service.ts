import { getAnalysis } from '../diagnosis/read-analysis.ts'
import { changeMonitor } from './change-monitor.ts'
import type { MonitorSet, MonitorSetChange } from './bulk-change.ts'
import { changeMonitors } from './bulk-change.ts'
import { shareReads } from '../limits/shared-reads.ts'
import { createMonitor } from './create-monitor.ts'
import type { Actor, MonitorContext } from './monitor-context.ts'
import type { MonitorChangeInput, MonitorCreationInput } from './monitor-input.ts'
import type { MonitorView } from './monitor-view.ts'
import type { MonitorAction } from './pause-monitor.ts'
import { actOnMonitor } from './pause-monitor.ts'
import { getMonitor, getMonitors } from './read-monitors.ts'
import { getProbes } from '../reports/read-probes.ts'
import { getResults } from '../reports/results/read-results.ts'
import { removeMonitor, removeMonitors } from './remove-monitor.ts'
import { readOptions } from './monitor-options.ts'
import { getHoursOfDay } from '../reports/hours-of-day.ts'
import { getOutages } from '../reports/outages.ts'
import { getPerformance } from '../reports/performance.ts'
import { getSummary } from '../reports/summary.ts'
import { requiringLocation } from '../reports/require-location.ts'
import type { Plan } from '../accounts/plans.ts'

/** Everything the API does with monitors; each call throws AppError for what it refuses. */
export type MonitorService = ReturnType<typeof createMonitorService>

export function createMonitorService(context: MonitorContext) {
  const view = (workspaceId: number, id: string): Promise<MonitorView> =>
    getMonitor(context, workspaceId, id)
  const readsOf = shareReads(context.db)
  const reading = (workspaceId: number): MonitorContext => ({
    ...context,
    db: readsOf(workspaceId),
  })
  return {
    get: view,
    async create(actor: Actor, input: MonitorCreationInput): Promise<MonitorView> {
      return view(actor.workspaceId, await createMonitor(context, actor, input))
    },
    async change(actor: Actor, id: string, input: MonitorChangeInput): Promise<MonitorView> {
      await changeMonitor(context, actor, id, input)
      return view(actor.workspaceId, id)
    },
    async act(workspaceId: number, id: string, action: MonitorAction): Promise<MonitorView> {
      await actOnMonitor(context, workspaceId, id, action)
      return view(workspaceId, id)
    },
    changeAll: (actor: Actor, set: MonitorSet, change: MonitorSetChange) =>
      changeMonitors(context, actor, set, change),
    removeAll: (workspaceId: number, ids: readonly string[]) =>
      removeMonitors(context, workspaceId, ids),
    remove: (workspaceId: number, id: string) => removeMonitor(context, workspaceId, id),
    list: (workspaceId: number, query: Parameters<typeof getMonitors>[2]) =>
      getMonitors(reading(workspaceId), workspaceId, query),
    results: requiringLocation(reading, getResults),
    probes: (workspaceId: number, id: string, window: Parameters<typeof getProbes>[3]) =>
      getProbes(reading(workspaceId), workspaceId, id, window),
    analysis: (workspaceId: number, id: string, outageId: string | null) =>
      getAnalysis(reading(workspaceId), workspaceId, id, outageId),
    summary: requiringLocation(reading, getSummary),
    outages: (workspaceId: number, id: string, query: Parameters<typeof getOutages>[3]) =>
      getOutages(reading(workspaceId), workspaceId, id, query),
    performance: requiringLocation(reading, getPerformance),
    hoursOfDay: requiringLocation(reading, getHoursOfDay),
    options: (plan: Plan) => readOptions(context.db, plan),
  } as const
}
