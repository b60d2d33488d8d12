import { AppError } from '@sightline/shared/errors'
import { putOccurrence } from '../db/maintenance-occurrences.ts'
import { touchWindow } from '../db/maintenance-windows.ts'
import type { Queryable } from '../db/pool.ts'
import type { ServiceContext } from '../db/service-context.ts'
import { nothingWithId } from '../input/not-found.ts'
import { parseOccurrenceId } from './occurrence-id.ts'
import { refuseTime, shownTime } from './refuse-time.ts'
import type { Occurrence, Schedule } from './schedule.ts'
import { findOccurrence, statusOf } from './schedule.ts'
import { changeMaintenance } from './settle.ts'
import type { OccurrenceChangeInput } from './window-input.ts'
import { requireWindow } from './window-lookup.ts'
import { checkConflict, checkSpan } from './window-rules.ts'
import type { OccurrenceView } from './window-view.ts'
import { viewOccurrence } from './window-view.ts'

/** Moves one occurrence; of one under way only the end may change, to a later moment than now.
 *  @throws AppError notFound, conflict for one that is cancelled or over, badRequest
 *  Source: decisions, section 7 */
export async function moveOccurrence(
  context: ServiceContext,
  workspaceId: number,
  id: string,
  input: OccurrenceChangeInput,
): Promise<OccurrenceView> {
  return changeOccurrence(context, workspaceId, id, (occurrence, schedule, nowMs) => {
    const moved = {
      ...occurrence,
      fromMs: input.from?.getTime() ?? occurrence.fromMs,
      toMs: input.to?.getTime() ?? occurrence.toMs,
    }
    const isActive = statusOf(occurrence, nowMs) === 'active'
    if (isActive && moved.fromMs !== occurrence.fromMs) {
      const since = shownTime(occurrence.fromMs)
      const why = `the occurrence is under way since ${since}, so that only "to" may change`
      throw refuseTime('from', moved.fromMs, why)
    }
    checkSpan(moved, input)
    if (moved.toMs <= nowMs) {
      const instead = `DELETE ${isActive ? 'ends' : 'cancels'} the occurrence`
      const why = `it must be later than now, which is ${shownTime(nowMs)}; ${instead}`
      throw refuseTime('to', moved.toMs, why)
    }
    checkConflict(schedule, moved, input)
    return moved
  })
}

/** Cancels one occurrence; one under way ends now.
 *  @throws AppError notFound, conflict for one that is cancelled or over
 *  Source: decisions, section 7 */
export async function cancelOccurrence(
  context: ServiceContext,
  workspaceId: number,
  id: string,
): Promise<OccurrenceView> {
  return changeOccurrence(context, workspaceId, id, (occurrence, _schedule, nowMs) => ({
    ...occurrence,
    toMs: statusOf(occurrence, nowMs) === 'active' ? nowMs : occurrence.toMs,
    cancelledAtMs: nowMs,
  }))
}

async function changeOccurrence(
  context: ServiceContext,
  workspaceId: number,
  id: string,
  change: (occurrence: Occurrence, schedule: Schedule, nowMs: number) => Occurrence,
): Promise<OccurrenceView> {
  return changeMaintenance(context, workspaceId, async (tx, now) => {
    const { row, schedule, occurrence } = await requireOccurrence(tx, workspaceId, id)
    const status = statusOf(occurrence, now.getTime())
    if (status === 'cancelled' || status === 'done') {
      const why =
        status === 'cancelled' ? 'was cancelled' : `is over since ${shownTime(occurrence.toMs)}`
      throw new AppError('conflict', `The occurrence ${why}: it cannot be changed any more.`)
    }
    const changed = change(occurrence, schedule, now.getTime())
    await putOccurrence(tx, row.id, changed)
    await touchWindow(tx, row.id, now)
    return viewOccurrence(row.publicId, changed, now)
  })
}

async function requireOccurrence(tx: Queryable, workspaceId: number, id: string) {
  const parsed = parseOccurrenceId(id)
  if (parsed === null) throw nothingWithId('occurrence', id)
  const window = await requireWindow(tx, workspaceId, parsed.windowId).catch((error: unknown) => {
    throw error instanceof AppError ? nothingWithId('occurrence', id) : error
  })
  const occurrence = findOccurrence(window.schedule, parsed.originalFromMs)
  if (occurrence === null) throw nothingWithId('occurrence', id)
  return { ...window, occurrence }
}
