import { AppError } from '@sightline/shared/errors'
import { replaceWindowMonitors } from '../db/maintenance-monitors.ts'
import { countWindows, insertWindow } from '../db/maintenance-windows.ts'
import { newPublicId } from '../secrets/random-id.ts'
import type { ServiceContext } from '../db/service-context.ts'
import type { MaintenanceRule } from './rule.ts'
import { changeMaintenance } from './settle.ts'
import type { WindowCreationInput } from './window-input.ts'
import { MAX_WINDOWS, WINDOW_DEFAULTS } from './window-input.ts'
import { chooseMonitors, requireMonitors } from './window-monitors.ts'
import { checkRule } from './window-rules.ts'

/** Makes a maintenance window; one that is under way already covers its monitors from now on.
 *  @returns its id
 *  @throws AppError badRequest, or conflict when the workspace has its 500 windows
 *  Source: contract, "POST /api/v1/maintenance" */
export async function createWindow(
  context: ServiceContext,
  workspaceId: number,
  input: WindowCreationInput,
): Promise<string> {
  const effectiveTo = input.effectiveTo ?? WINDOW_DEFAULTS.effectiveTo
  const rule: MaintenanceRule = {
    fromMs: input.from.getTime(),
    toMs: input.to.getTime(),
    recurrence: input.recurrence ?? WINDOW_DEFAULTS.recurrence,
    repeatEvery: input.repeatEvery ?? WINDOW_DEFAULTS.repeatEvery,
    effectiveToMs: effectiveTo === null ? null : effectiveTo.getTime(),
    timezone: input.timezone ?? WINDOW_DEFAULTS.timezone,
  }
  checkRule(rule, input)
  const publicId = newPublicId('mw')
  await changeMaintenance(context, workspaceId, async (tx, now) => {
    const chosen = await chooseMonitors(tx, workspaceId, input, false)
    requireMonitors(chosen)
    // What is wrong comes before what is in the way (400 before 409).
    if ((await countWindows(tx, workspaceId)) >= MAX_WINDOWS) {
      throw new AppError(
        'conflict',
        `The workspace already has ${MAX_WINDOWS} maintenance windows: delete one first.`,
      )
    }
    const id = await insertWindow(tx, {
      ...rule,
      publicId,
      workspaceId,
      description: input.description,
      ruleAfterMs: null,
      allMonitors: chosen.kind === 'all',
      createdAt: now,
    })
    if (chosen.kind === 'named') await replaceWindowMonitors(tx, id, chosen.monitorIds)
  })
  return publicId
}
