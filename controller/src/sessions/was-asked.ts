import type { CheckResult } from '@sightline/shared/gen/probe/v1/result_pb'
import { MAX_SPOOLED_MS } from '@sightline/shared/protocol'
import { canBeSlot } from '../schedule/grid.ts'
import type { Session } from './agent-session.ts'

/** Why a result is none that this agent was asked for; null when it can be. Late ones of monitors that
 *  were changed, moved, paused or handed over meanwhile can: what is judged here holds for every
 *  assignment there ever was. Whether the region had the monitor, and a slot then, the database says
 *  (`storeResults`).
 *  @param nowMs when it arrived, UNIX ms */
export function whyNotAsked(
  result: CheckResult,
  session: Pick<Session, 'region' | 'handed' | 'firstChecks'>,
  nowMs: number,
): string | null {
  const { monitorId, attempt, confirmation } = result
  const scheduledAtMs = Number(result.scheduledAtMs)
  if (nowMs - scheduledAtMs > MAX_SPOOLED_MS) return 'older than a spool keeps results'
  if (confirmation) {
    const isHanded = session.handed.has({ monitorId, scheduledAtMs, attempt })
    return isHanded ? null : 'of a recheck that the agent was not asked for'
  }
  if (attempt === 0) {
    return canBeSlot(monitorId, session.region, scheduledAtMs)
      ? null
      : 'off the grid of the monitor'
  }
  if (attempt > 1) return 'of an attempt that nobody asked for'
  const isPlausible = session.firstChecks.take(String(monitorId), nowMs)
  return isPlausible ? null : 'more first checks of a monitor than there can be'
}
