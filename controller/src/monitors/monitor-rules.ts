import type { MonitorType } from '@sightline/shared/check-words'
import { AppError } from '@sightline/shared/errors'
import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import { descriptionOf } from '@sightline/shared/monitor-types/registry'
import type { Plan } from '../accounts/plans.ts'
import type { TargetHolder } from '../db/monitors.ts'
import { findMonitorOfTarget } from '../db/monitors.ts'
import { printable } from '../input/printable.ts'
import type { Queryable } from '../db/pool.ts'
import type { ConfirmationSettings } from '../verdicts/rule-settings.ts'

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
  const problem = timeoutProblem(timeoutMs, intervalMinutes)
  if (problem !== null) throw new AppError('badRequest', problem)
}

/** @returns why the two cannot go together, as a sentence; null when they can */
export function timeoutProblem(timeoutMs: number, intervalMinutes: number): string | null {
  if (timeoutMs < intervalMinutes * 60_000) return null
  return `The field "timeoutMs" is ${timeoutMs}: it must be below the interval of ${intervalMinutes * 60_000} ms.`
}

/** @param quorum how many regions must fail: a word, or a number
 *  @throws AppError badRequest for a number that the regions never reach */
export function checkQuorum(quorum: ConfirmationSettings['quorum'], regions: number): void {
  if (typeof quorum !== 'number' || quorum <= regions) return
  const has = regions === 1 ? 'one region' : `${regions} regions`
  throw new AppError(
    'badRequest',
    `The field "confirmation.quorum" is ${quorum}: the monitor has ${has}, so it must be at most ${regions}.`,
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
  if (holder === null || holder.publicId === own) return
  throw new AppError('conflict', `${alreadyMonitored(holder)}.`, {
    body: { monitorId: holder.publicId },
  })
}

/** The beginning of a sentence that people read: which monitor has a target, as they know it and by its id. */
export function alreadyMonitored({ name, publicId }: TargetHolder): string {
  return `This target is already monitored in the workspace: the monitor "${printable(name)}" (${publicId}) has it`
}

/** Settings in ms beside the time limit they live within.
 *  @param settings complete, of the type
 *  @throws AppError badRequest */
export function checkTimes(
  type: MonitorType,
  settings: Readonly<Record<string, unknown>>,
  timeoutMs: number,
): void {
  for (const name of ['maxResponseMs', 'maxAvgMs'] as const) {
    const limitMs = settings[name]
    if (typeof limitMs !== 'number' || limitMs < timeoutMs) continue
    throw new AppError(
      'badRequest',
      `The field "settings.${name}" is ${limitMs}: it must be below timeoutMs, which is ${timeoutMs}; slower checks fail.`,
    )
  }
  const problem = descriptionOf(type).timeoutProblem(settings as SettingsOf<MonitorType>, timeoutMs)
  if (problem !== null) throw new AppError('badRequest', problem)
}
