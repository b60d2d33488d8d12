import { AppError } from '@sightline/shared/errors'
import { replaceWindowMonitors } from '../db/maintenance-monitors.ts'
import { countWindows, findSameWindow, insertWindow } from '../db/maintenance-windows.ts'
import { newPublicId } from '../secrets/random-id.ts'
import type { ServiceContext } from '../db/service-context.ts'
import type { MaintenanceRule } from './rule.ts'
import { changeMaintenance } from './settle.ts'
import type { WindowCreationInput } from './window-input.ts'
import { MAX_WINDOWS, WINDOW_DEFAULTS } from './window-input.ts'
import { chooseMonitors, requireMonitors } from './window-monitors.ts'
import { checkRule } from './window-rules.ts'

/** A window that is there now. */
export interface MadeWindow {
  readonly id: string
  /** false: one with its description and its rule was there already, and stays as it is. */
  readonly isNew: boolean
}

/** Makes a maintenance window; one that is under way already covers its monitors from now on.
 *  @returns its id
 *  @throws AppError badRequest, or conflict when the workspace has its 500 windows
 *  Source: contract, "POST /api/v1/maintenance" */
export async function createWindow(
  context: ServiceContext,
  workspaceId: number,
  input: WindowCreationInput,
): Promise<string> {
  return (await makeWindow(context, workspaceId, input, false)).id
}

/** Makes it unless the workspace has one with its description and its rule: of two at once the second finds the first,
 *  also at another controller.
 *  @throws AppError as `createWindow` */
export function createWindowOnce(
  context: ServiceContext,
  workspaceId: number,
  input: WindowCreationInput,
): Promise<MadeWindow> {
  return makeWindow(context, workspaceId, input, true)
}

/** The id of the window that has the description and the rule of another; null: there is none. */
export function findSame(
  { db }: Pick<ServiceContext, 'db'>,
  workspaceId: number,
  input: WindowCreationInput,
): Promise<string | null> {
  return findSameWindow(db, workspaceId, { ...ruleOf(input), description: input.description })
}

function ruleOf(input: WindowCreationInput): MaintenanceRule {
  const effectiveTo = input.effectiveTo ?? WINDOW_DEFAULTS.effectiveTo
  return {
    fromMs: input.from.getTime(),
    toMs: input.to.getTime(),
    recurrence: input.recurrence ?? WINDOW_DEFAULTS.recurrence,
    repeatEvery: input.repeatEvery ?? WINDOW_DEFAULTS.repeatEvery,
    effectiveToMs: effectiveTo === null ? null : effectiveTo.getTime(),
    timezone: input.timezone ?? WINDOW_DEFAULTS.timezone,
  }
}

async function makeWindow(
  context: ServiceContext,
  workspaceId: number,
  input: WindowCreationInput,
  isOnce: boolean,
): Promise<MadeWindow> {
  const rule = ruleOf(input)
  checkRule(rule, input)
  const { description } = input
  const publicId = newPublicId('mw')
  return changeMaintenance(context, workspaceId, async (tx, now) => {
    const same = isOnce ? await findSameWindow(tx, workspaceId, { ...rule, description }) : null
    if (same !== null) return { id: same, isNew: false }
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
      description,
      ruleAfterMs: null,
      allMonitors: chosen.kind === 'all',
      createdAt: now,
    })
    if (chosen.kind === 'named') await replaceWindowMonitors(tx, id, chosen.monitorIds)
    return { id: publicId, isNew: true }
  })
}
