import type { OccurrenceRow } from '../db/maintenance-occurrences.ts'
import type { WindowRow, WindowRuleRow } from '../db/maintenance-windows.ts'
import { occurrenceId } from './occurrence-id.ts'
import type { Recurrence } from './rule.ts'
import type { Occurrence, OccurrenceStatus, Schedule } from './schedule.ts'
import { comingOccurrence, liveOccurrence, statusOf } from './schedule.ts'

/** Where a window is in its life. Source: decisions, section 7 */
export const WINDOW_STATUSES = ['scheduled', 'active', 'finished'] as const

/** An occurrence as people and their programs see it. Source: decisions, section 7 */
export interface OccurrenceView {
  id: string
  maintenanceId: string
  from: Date
  to: Date
  originalFrom: Date
  originalTo: Date
  status: OccurrenceStatus
  moved: boolean
}

/** A window as people and their programs see it. Source: contract, "Maintenance window"; decisions,
 *  section 7 */
export interface WindowView {
  id: string
  description: string
  from: Date
  to: Date
  recurrence: Recurrence
  repeatEvery: number
  effectiveTo: Date | null
  timezone: string
  monitorIds: string[]
  allMonitors: boolean
  status: (typeof WINDOW_STATUSES)[number]
  nextOccurrence: OccurrenceView | null
  createdAt: Date
  updatedAt: Date
}

/** The schedule of a window as it is stored. */
export function scheduleOf(row: WindowRuleRow, stored: readonly OccurrenceRow[]): Schedule {
  const { fromMs, toMs, repeatEvery, effectiveToMs, timezone, ruleAfterMs } = row
  const recurrence = row.recurrence as Recurrence
  return {
    rule: { fromMs, toMs, recurrence, repeatEvery, effectiveToMs, timezone },
    ruleAfterMs,
    stored,
  }
}

/** @param windowId "mw_..." */
export function viewOccurrence(
  windowId: string,
  occurrence: Occurrence,
  now: Date,
): OccurrenceView {
  const { fromMs, toMs, originalFromMs, originalToMs } = occurrence
  return {
    id: occurrenceId(windowId, originalFromMs),
    maintenanceId: windowId,
    from: new Date(fromMs),
    to: new Date(toMs),
    originalFrom: new Date(originalFromMs),
    originalTo: new Date(originalToMs),
    status: statusOf(occurrence, now.getTime()),
    moved: fromMs !== originalFromMs || toMs !== originalToMs,
  }
}

/** @param monitorIds those it names, "mon_..." */
export function viewWindow(
  row: WindowRow,
  schedule: Schedule,
  monitorIds: readonly string[],
  now: Date,
): WindowView {
  const live = liveOccurrence(schedule, now.getTime())
  const coming = comingOccurrence(schedule, now.getTime())
  const isActive = live !== null && live.fromMs <= now.getTime()
  return {
    id: row.publicId,
    description: row.description,
    from: new Date(row.fromMs),
    to: new Date(row.toMs),
    recurrence: schedule.rule.recurrence,
    repeatEvery: row.repeatEvery,
    effectiveTo: row.effectiveToMs === null ? null : new Date(row.effectiveToMs),
    timezone: row.timezone,
    monitorIds: [...monitorIds],
    allMonitors: row.allMonitors,
    status: live === null ? 'finished' : isActive ? 'active' : 'scheduled',
    nextOccurrence: coming === null ? null : viewOccurrence(row.publicId, coming, now),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}
