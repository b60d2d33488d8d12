import type { WindowCreationInput } from '../../maintenance/window-input.ts'
import { MAX_WINDOWS, WINDOW_DEFAULTS } from '../../maintenance/window-input.ts'
import { parseBody } from '../../imports/parse-body.ts'
import type { Thing } from '../plan/plan-entries.ts'
import type { Fields } from '../plan/field-changes.ts'
import type { Kind } from './kind.ts'
import { pick } from './kind.ts'

/** Maintenance windows. */
export const MAINTENANCE: Kind<Thing, WindowCreationInput> = {
  async read({ context, actor }) {
    const everything = { limit: MAX_WINDOWS, offset: 0 }
    const { maintenance } = await context.windows.list(actor.workspaceId, everything)
    return maintenance.map((view) => {
      const fields = fieldsOf(view)
      const { id, description: name } = view
      return { kind: 'maintenance', id, name, sign: signOf(fields), open: fields, shown: fields }
    })
  },
  signOf({ context }, body) {
    const { monitors: _, ...rule } = body
    // Which monitors it covers matters to nobody here.
    const parsed = context.bodies.window.safeParse({ ...rule, monitorIds: [] })
    return parsed.success ? signOf(fieldsOf(parsed.data)) : null
  },
  wish({ context }, body) {
    const said = parseBody(context.bodies.window, body)
    const input: WindowCreationInput = {
      ...WINDOW_DEFAULTS,
      ...said,
      ...(said.allMonitors === true ? { monitorIds: [] } : { allMonitors: false }),
    }
    const fields = fieldsOf(input)
    return { input, open: fields, shown: fields }
  },
  async create({ context, actor }, input) {
    const { id } = await context.windows.create(actor.workspaceId, sent(input))
    return { id, shownOnce: null }
  },
  async change({ context, actor }, { id }, input, fields) {
    const isCovering = fields.has('monitorIds') || fields.has('allMonitors')
    const named = isCovering ? ['monitorIds', 'allMonitors'] : []
    const change = pick(sent(input), new Set([...fields, ...named]))
    await context.windows.change(actor.workspaceId, id, change)
  },
  async remove({ context, actor }, things) {
    for (const { id } of things) await context.windows.remove(actor.workspaceId, id)
  },
}

/** Without what is not said: monitors are named, or all are meant. */
function sent(input: WindowCreationInput): WindowCreationInput {
  const { monitorIds, allMonitors, ...rule } = input
  if (allMonitors === true) return { ...rule, allMonitors }
  return monitorIds === undefined ? rule : { ...rule, monitorIds, allMonitors: false }
}

function fieldsOf(window: WindowCreationInput): Fields {
  const effectiveTo = window.effectiveTo ?? null
  return {
    description: window.description,
    from: window.from.toISOString(),
    to: window.to.toISOString(),
    recurrence: window.recurrence ?? WINDOW_DEFAULTS.recurrence,
    repeatEvery: window.repeatEvery ?? WINDOW_DEFAULTS.repeatEvery,
    effectiveTo: effectiveTo?.toISOString() ?? null,
    timezone: window.timezone ?? WINDOW_DEFAULTS.timezone,
    allMonitors: window.allMonitors ?? false,
    // In no order.
    monitorIds: window.allMonitors === true ? [] : [...(window.monitorIds ?? [])].toSorted(),
  }
}

/** What makes two windows the same. */
function signOf(fields: Fields): string {
  const { allMonitors: _, monitorIds: __, ...rule } = fields
  return JSON.stringify(rule)
}
