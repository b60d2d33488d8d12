import type { MonitorFilters } from '../db/monitor-reads.ts'
import { listMonitors } from '../db/monitor-reads.ts'
import type { MonitorInSetRow } from '../db/monitor-sets.ts'
import { lockMonitors, updateMonitorsInterval, updateMonitorsTags } from '../db/monitor-sets.ts'
import type { Queryable } from '../db/pool.ts'
import { lockWorkspace } from '../db/workspaces.ts'
import type { Actor, MonitorContext } from './monitor-context.ts'
import { monitorNotFound } from '../input/not-found.ts'
import { MAX_TAGS } from './monitor-fields.ts'
import { checkInterval, timeoutProblem } from './monitor-rules.ts'
import type { MonitorView } from './monitor-view.ts'
import type { MonitorAction } from './pause-monitor.ts'
import { MONITOR_ACTIONS } from './pause-monitor.ts'
import { readViews } from './read-monitors.ts'

/** What many monitors are to become. */
export type MonitorSetChange =
  | { readonly action: MonitorAction }
  /** One of INTERVALS_MINUTES. */
  | { readonly intervalMinutes: number }
  | { readonly tags: TagChange }

/** Tags that are given and taken away; one that is both is given. */
interface TagChange {
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

/** Which monitors: some by id, or all that pass the filters. */
export type MonitorSet = { readonly ids: readonly string[] } | { readonly filter: MonitorFilters }

/** What became of one monitor. */
export type MonitorSetResult =
  | { readonly id: string; readonly ok: true; readonly monitor: MonitorView }
  /** `error` is a sentence for people. */
  | { readonly id: string; readonly ok: false; readonly error: string }

/** Results of one answer at most. A filter can mean 100,000 monitors of two kilobytes each; every one
 *  of up to 100 ids is told. */
export const MAX_RESULTS = 200

/** Changes many monitors in one transaction: of two calls at once one sees the whole outcome of the
 *  other, and none leaves half of its work behind. What cannot be changed is told, and does not hold
 *  up the others.
 *  @returns how many are now as asked, and what became of the first ones: in the order of the ids, or
 *    newest first
 *  @throws AppError badRequest for an interval below the plan's
 *  Source: decisions, section 7 */
export async function changeMonitors(
  { db, canMail, confirmsOwn, now }: Pick<MonitorContext, 'db' | 'canMail' | 'confirmsOwn' | 'now'>,
  { workspaceId, plan }: Pick<Actor, 'workspaceId' | 'plan'>,
  set: MonitorSet,
  change: MonitorSetChange,
): Promise<{ updated: number; results: MonitorSetResult[] }> {
  if ('intervalMinutes' in change) checkInterval(change.intervalMinutes, plan)
  return db.transaction(async (tx) => {
    await lockWorkspace(tx, workspaceId)
    const at = now()
    const asked = await idsOf(tx, workspaceId, set)
    const monitors = await lockMonitors(tx, workspaceId, asked)
    const { changeable, problems } = judge(monitors, change)
    await applyChange(tx, workspaceId, changeable, change, at)
    const shown = asked.slice(0, MAX_RESULTS)
    const views = await readViews({ db: tx, canMail, confirmsOwn }, workspaceId, shown, at)
    const viewsById = new Map(views.map((view) => [view.id, view]))
    const results = shown.map((id) => resultOf(id, viewsById.get(id), problems.get(id)))
    return { updated: changeable.length, results }
  })
}

async function idsOf(
  tx: Queryable,
  workspaceId: number,
  set: MonitorSet,
): Promise<readonly string[]> {
  if ('ids' in set) return [...new Set(set.ids)]
  const { publicIds } = await listMonitors(tx, workspaceId, {
    ...set.filter,
    sort: 'createdAt',
    descending: true,
    limit: null,
    offset: 0,
  })
  return publicIds
}

/** @returns those that can be changed, and why the others cannot, by id */
function judge(monitors: readonly MonitorInSetRow[], change: MonitorSetChange) {
  const problems = new Map<string, string>()
  if ('intervalMinutes' in change) {
    for (const { publicId, timeoutMs } of monitors) {
      const problem = timeoutProblem(timeoutMs, change.intervalMinutes)
      if (problem !== null) problems.set(publicId, problem)
    }
  }
  if ('tags' in change) {
    for (const { publicId, tags } of monitors) {
      const problem = tagsProblem(tags, change.tags)
      if (problem !== null) problems.set(publicId, problem)
    }
  }
  return { changeable: monitors.filter(({ publicId }) => !problems.has(publicId)), problems }
}

function tagsProblem(tags: readonly string[], { add, remove }: TagChange): string | null {
  const count = new Set([...tags.filter((tag) => !remove.includes(tag)), ...add]).size
  return count <= MAX_TAGS ? null : `It would have ${count} tags: ${MAX_TAGS} are the most.`
}

async function applyChange(
  tx: Queryable,
  workspaceId: number,
  monitors: readonly MonitorInSetRow[],
  change: MonitorSetChange,
  at: Date,
): Promise<void> {
  if ('action' in change) {
    await MONITOR_ACTIONS[change.action](tx, workspaceId, monitors, at)
    return
  }
  const ids = monitors.map(({ id }) => id)
  if ('tags' in change) return updateMonitorsTags(tx, ids, change.tags, at)
  await updateMonitorsInterval(tx, ids, change.intervalMinutes, at)
}

function resultOf(
  id: string,
  monitor: MonitorView | undefined,
  problem: string | undefined,
): MonitorSetResult {
  if (monitor === undefined) return { id, ok: false, error: monitorNotFound(id).message }
  return problem === undefined ? { id, ok: true, monitor } : { id, ok: false, error: problem }
}
