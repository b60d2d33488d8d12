import { AppError } from '@sightline/shared/errors'
import type { WindowCreationInput } from '../../maintenance/window-input.ts'
import { WINDOW_DEFAULTS } from '../../maintenance/window-input.ts'
import { resolveRefs } from '../import-session.ts'
import { parseBody } from '../parse-body.ts'
import type { MakeThing, Said } from './maker.ts'

/** A maintenance window; it is there already when one has its description and its rule. */
export const makeWindow: MakeThing = async (session, { body }, warnings) => {
  const { context, actor, isDryRun, windows } = session
  const asked = parseBody(context.bodies.window, body)
  const holder = await context.windows.findSame(actor.workspaceId, asked)
  if (holder !== null) return duplicateOf(holder)
  const sign = signOf(asked)
  if (windows.has(sign)) {
    return { outcome: 'duplicate', reason: 'An earlier window of the file is the same.' }
  }
  const named = asked.monitorIds ?? []
  const found = resolveRefs(session, 'monitor it covers', named)
  if (found.warnings.length > 0) {
    const { length } = found.warnings
    const monitors =
      length === 1 ? 'A monitor it covered was' : `${length} monitors it covered were`
    warnings.push(`${monitors} not made, and left out.`)
  }
  if (asked.allMonitors !== true && found.warnings.length === named.length) {
    throw new AppError('badRequest', 'None of the monitors it covered was made.')
  }
  if (isDryRun) {
    windows.add(sign)
    return { outcome: 'toMake' }
  }
  const input = { ...asked, monitorIds: found.ids }
  const { id, isNew } = await context.windows.createOnce(actor.workspaceId, input)
  return isNew ? { outcome: 'made', id } : duplicateOf(id)
}

function duplicateOf(id: string): Said {
  const reason = `The workspace has this window already (${id}): it stays as it is.`
  return { outcome: 'duplicate', id, reason }
}

/** What makes two windows the same. */
function signOf(window: WindowCreationInput): string {
  const { description, from, to, effectiveTo } = window
  const times = [from, to, effectiveTo ?? null].map((each) => each?.getTime() ?? null)
  const recurrence = window.recurrence ?? WINDOW_DEFAULTS.recurrence
  const repeatEvery = window.repeatEvery ?? WINDOW_DEFAULTS.repeatEvery
  const timezone = window.timezone ?? WINDOW_DEFAULTS.timezone
  return JSON.stringify([description, times, recurrence, repeatEvery, timezone])
}
