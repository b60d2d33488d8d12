import { AppError } from '@sightline/shared/errors'
import type { WindowCreationInput } from '../../maintenance/window-input.ts'
import { MAX_WINDOWS, WINDOW_DEFAULTS } from '../../maintenance/window-input.ts'
import type { WindowView } from '../../maintenance/window-view.ts'
import type { ImportSession } from '../import-session.ts'
import { resolveRefs } from '../import-session.ts'
import { parseBody } from '../parse-body.ts'
import type { MakeThing } from './maker.ts'

/** A maintenance window; it is there already when one has its description and its rule. */
export const makeWindow: MakeThing = async (session, { body }, warnings) => {
  const { context, actor, isDryRun } = session
  const asked = parseBody(context.bodies.window, body)
  const known = (session.windows ??= await readSigns(session))
  const sign = signOf(asked)
  const holder = known.get(sign)
  if (holder !== undefined) {
    const reason =
      holder === null
        ? 'An earlier window of the file is the same.'
        : `The workspace has this window already (${holder}): it stays as it is.`
    return { outcome: 'duplicate', id: holder, reason }
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
    known.set(sign, null)
    return { outcome: 'toMake' }
  }
  const input = { ...asked, monitorIds: found.ids }
  const { id } = await context.windows.create(actor.workspaceId, input)
  known.set(sign, id)
  return { outcome: 'made', id }
}

async function readSigns({ context, actor }: ImportSession): Promise<Map<string, string | null>> {
  const everything = { limit: MAX_WINDOWS, offset: 0 }
  const { maintenance } = await context.windows.list(actor.workspaceId, everything)
  return new Map(maintenance.map((window) => [signOf(window), window.id]))
}

/** What makes two windows the same. */
function signOf(window: WindowCreationInput | WindowView): string {
  const { description, from, to, effectiveTo } = window
  const times = [from, to, effectiveTo ?? null].map((each) => each?.getTime() ?? null)
  const recurrence = window.recurrence ?? WINDOW_DEFAULTS.recurrence
  const repeatEvery = window.repeatEvery ?? WINDOW_DEFAULTS.repeatEvery
  const timezone = window.timezone ?? WINDOW_DEFAULTS.timezone
  return JSON.stringify([description, times, recurrence, repeatEvery, timezone])
}
