import { AppError } from '@sightline/shared/errors'
import type { Plan } from '../accounts/plans.ts'
import { findMonitorOfTarget } from '../db/monitors.ts'
import type { Queryable } from '../db/pool.ts'

/** @throws AppError badRequest below the plan's shortest interval */
export function checkInterval(intervalMinutes: number, plan: Plan): void {
  if (intervalMinutes >= plan.minIntervalMinutes) return
  throw new AppError(
    'badRequest',
    `The field "intervalMinutes" is ${intervalMinutes}: it must be at least ${plan.minIntervalMinutes} on the plan "${plan.tier}".`,
  )
}

/** A check that may take as long as the interval would meet the next one. Source: decisions, section 6
 *  @throws AppError badRequest */
export function checkTimeout(timeoutMs: number, intervalMinutes: number): void {
  if (timeoutMs < intervalMinutes * 60_000) return
  throw new AppError(
    'badRequest',
    `The field "timeoutMs" is ${timeoutMs}: it must be below the interval of ${intervalMinutes * 60_000} ms.`,
  )
}

/** @param own id of the monitor that is allowed to have the target, null for a new one
 *  @throws AppError conflict when another monitor of the workspace has it */
export async function checkTargetIsFree(
  tx: Queryable,
  workspaceId: number,
  key: string,
  own: string | null,
): Promise<void> {
  const holder = await findMonitorOfTarget(tx, workspaceId, key)
  if (holder === null || holder === own) return
  throw new AppError(
    'conflict',
    `This URL is already monitored in the workspace: the monitor ${holder} has it.`,
  )
}
