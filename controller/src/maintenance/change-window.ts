import { replaceWindowMonitors } from '../db/maintenance-monitors.ts'
import { deleteOtherOccurrences, putOccurrence } from '../db/maintenance-occurrences.ts'
import { deleteWindow, updateWindow } from '../db/maintenance-windows.ts'
import type { Queryable } from '../db/pool.ts'
import type { ServiceContext } from '../db/service-context.ts'
import type { MaintenanceRule } from './rule.ts'
import type { Schedule } from './schedule.ts'
import { runningOccurrence, withRule } from './schedule.ts'
import { changeMaintenance } from './settle.ts'
import type { WindowChangeInput } from './window-input.ts'
import { requireWindow } from './window-lookup.ts'
import { chooseMonitors } from './window-monitors.ts'
import { checkRule, checkRunningIsKept } from './window-rules.ts'

/** Changes what was sent of a window. A changed schedule replaces all occurrences that have not begun; a
 *  field that is sent with the value it has changes nothing.
 *  @throws AppError notFound, badRequest
 *  Source: contract, "PATCH or PUT /api/v1/maintenance/{id}" */
export async function changeWindow(
  context: ServiceContext,
  workspaceId: number,
  publicId: string,
  input: WindowChangeInput,
): Promise<void> {
  await changeMaintenance(context, workspaceId, async (tx, now) => {
    const { row, schedule } = await requireWindow(tx, workspaceId, publicId)
    const rule = changedRule(schedule.rule, input)
    const isNewRule = !isSameRule(rule, schedule.rule)
    const next = isNewRule ? withNewRule(schedule, rule, input, now.getTime()) : schedule
    const chosen = await chooseMonitors(tx, workspaceId, input, row.allMonitors)
    await updateWindow(
      tx,
      row.id,
      {
        ...rule,
        description: input.description ?? row.description,
        ruleAfterMs: next.ruleAfterMs,
        allMonitors: chosen.kind === 'unsaid' ? row.allMonitors : chosen.kind === 'all',
      },
      now,
    )
    if (isNewRule) await keepOnly(tx, row.id, schedule, next)
    if (chosen.kind !== 'unsaid') {
      await replaceWindowMonitors(tx, row.id, chosen.kind === 'named' ? chosen.monitorIds : [])
    }
  })
}

function changedRule(rule: MaintenanceRule, input: WindowChangeInput): MaintenanceRule {
  const { effectiveTo } = input
  return {
    fromMs: input.from?.getTime() ?? rule.fromMs,
    toMs: input.to?.getTime() ?? rule.toMs,
    recurrence: input.recurrence ?? rule.recurrence,
    repeatEvery: input.repeatEvery ?? rule.repeatEvery,
    effectiveToMs:
      effectiveTo === undefined ? rule.effectiveToMs : (effectiveTo?.getTime() ?? null),
    timezone: input.timezone ?? rule.timezone,
  }
}

function isSameRule(one: MaintenanceRule, other: MaintenanceRule): boolean {
  return (Object.keys(one) as (keyof MaintenanceRule)[]).every((key) => one[key] === other[key])
}

/** @throws AppError badRequest */
function withNewRule(
  schedule: Schedule,
  rule: MaintenanceRule,
  input: WindowChangeInput,
  nowMs: number,
): Schedule {
  checkRule(rule, input)
  const next = withRule(schedule, rule, nowMs)
  checkRunningIsKept(next, runningOccurrence(next, nowMs), input)
  return next
}

/** Stores what changed between two schedules of a window. */
async function keepOnly(
  tx: Queryable,
  windowId: number,
  before: Schedule,
  { stored }: Schedule,
): Promise<void> {
  const kept = stored.map((occurrence) => occurrence.originalFromMs)
  await deleteOtherOccurrences(tx, windowId, kept)
  for (const occurrence of stored) {
    if (!before.stored.includes(occurrence)) await putOccurrence(tx, windowId, occurrence)
  }
}

/** Deletes a window: an occurrence under way ends, none comes any more. What it did to the monitors'
 *  history stays.
 *  @throws AppError notFound Source: decisions, section 7 */
export async function removeWindow(
  context: ServiceContext,
  workspaceId: number,
  publicId: string,
): Promise<void> {
  await changeMaintenance(context, workspaceId, async (tx) => {
    const { row } = await requireWindow(tx, workspaceId, publicId)
    await deleteWindow(tx, row.id)
  })
}
