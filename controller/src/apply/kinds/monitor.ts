import type { MonitorType } from '@sightline/shared/check-words'
import { AppError } from '@sightline/shared/errors'
import { TYPE_DESCRIPTIONS } from '@sightline/shared/monitor-types/registry'
import { z } from 'zod'
import { readMeantMonitors } from '../../db/monitors-meant.ts'
import { lockWorkspace } from '../../db/workspaces.ts'
import { parseBody } from '../../imports/parse-body.ts'
import { withoutHidden } from '../../imports/reading/without-hidden.ts'
import { applySettings } from '../../monitors/apply-settings.ts'
import { changeMonitor } from '../../monitors/change-monitor.ts'
import { prepareMonitor, storeMonitor } from '../../monitors/create-monitor.ts'
import { MonitorCreation } from '../../monitors/monitor-input.ts'
import { placeOf, readTarget } from '../../monitors/monitor-target.ts'
import { actOnMonitor } from '../../monitors/pause-monitor.ts'
import { removeMonitors } from '../../monitors/remove-monitor.ts'
import type { Body } from '../entry.ts'
import { mapInTurns } from '../in-turns.ts'
import { freeMonitorTarget } from '../../db/unique-values.ts'
import type { Kind } from './kind.ts'
import type { MonitorThing, MonitorWish } from './monitor-wish.ts'
import { changeOf, thingOf, wishOf } from './monitor-wish.ts'

const Active = z.boolean().optional()

/** Monitors. */
export const MONITOR: Kind<MonitorThing, MonitorWish> = {
  async read({ context, actor: { workspaceId } }, { ids, signs, names }) {
    const rows = await readMeantMonitors(context.db, workspaceId, {
      publicIds: ids,
      targetKeys: signs,
      names: names.map((name) => name.toLowerCase()),
    })
    const known = rows.filter(({ type }) => Object.hasOwn(TYPE_DESCRIPTIONS, type))
    return mapInTurns(known, (row) => thingOf(context.secretBox, workspaceId, row))
  },
  signOf: (_, body) => targetOf(body),
  wish({ actor }, { active, ...body }, thing) {
    const said = parseBody(MonitorCreation, body)
    const isActive = parseBody(z.strictObject({ active: Active }), { active }).active
    return wishOf({ said, isActive }, actor, thing)
  },
  async prepare({ context, actor }, input, isNew) {
    // Of one that is there it is asked for its names alone, which are remembered.
    const prepared = await prepareMonitor(context, actor, input.said)
    return isNew ? { ...input, prepared } : input
  },
  async create({ context, actor }, { said, isActive, prepared: known }) {
    const prepared = known ?? (await prepareMonitor(context, actor, said))
    const tier = await lockWorkspace(context.db, actor.workspaceId)
    // What it refuses it refuses before it writes: no savepoint is needed.
    const made = await storeMonitor(context.db, context, actor, { prepared, tier })
    if (isActive === false) {
      await actOnMonitor(context, actor.workspaceId, made.publicId, 'pause')
    }
    return { id: made.publicId, shownOnce: null }
  },
  async change({ context, actor }, { id }, wish, fields) {
    const change = changeOf(wish, fields)
    if (Object.keys(change).length > 0) await changeMonitor(context, actor, id, change)
    if (!fields.has('active')) return
    const action = wish.isActive === false ? 'pause' : 'resume'
    await actOnMonitor(context, actor.workspaceId, id, action)
  },
  async remove({ context, actor }, things) {
    const ids = things.map(({ id }) => id)
    await removeMonitors(context, actor.workspaceId, ids)
  },
  async makeRoom({ context, actor: { workspaceId } }, { id }) {
    await freeMonitorTarget(context.db, workspaceId, id)
  },
}

/** What a body would watch, as far as it can be said without its secrets. */
function targetOf(body: Body): string | null {
  const { type: sentType, url, settings: sent } = body
  if (typeof url !== 'string') return null
  const asked = typeof sentType === 'string' && Object.hasOwn(TYPE_DESCRIPTIONS, sentType)
  try {
    const named = asked ? (sentType as MonitorType) : undefined
    const { type } = readTarget(url, named)
    const { settings: plain } = withoutHidden(type, sent ?? {})
    const settings = applySettings(type, null, plain as Body)
    return placeOf(readTarget(url, type, settings), settings).key
  } catch (error: unknown) {
    if (error instanceof AppError) return null
    throw error
  }
}
