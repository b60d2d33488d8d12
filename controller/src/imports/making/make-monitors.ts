import { AppError } from '@sightline/shared/errors'
import type { Queryable } from '../../db/pool.ts'
import type { TargetHolder } from '../../db/monitors.ts'
import { findMonitorOfTarget } from '../../db/monitors.ts'
import { lockWorkspace } from '../../db/workspaces.ts'
import type { PreparedMonitor } from '../../monitors/create-monitor.ts'
import { noPlaceLeft, prepareMonitor, storeMonitor } from '../../monitors/create-monitor.ts'
import { alreadyMonitored } from '../../monitors/monitor-rules.ts'
import { MonitorCreation } from '../../monitors/monitor-input.ts'
import { MONITOR_ACTIONS } from '../../monitors/pause-monitor.ts'
import { fitMonitor } from '../fit-monitor.ts'
import type { ImportRow } from '../import-row.ts'
import { rowOf } from '../import-row.ts'
import type { ImportSession } from '../import-session.ts'
import { resolveRefs } from '../import-session.ts'
import { parseBody, refusalSentence } from '../parse-body.ts'
import type { ReadMonitor } from '../reading/reading.ts'
import { resolveRecipients } from './recipients.ts'

/** Monitors of one transaction: it holds the workspace for some hundred statements. */
export const MONITORS_AT_ONCE = 50

/** Name servers that are asked side by side. */
const PREPARED_AT_ONCE = 10

/** A monitor that can be made, or why not. */
type Judged =
  | {
      readonly read: ReadMonitor
      readonly prepared: PreparedMonitor
      readonly warnings: readonly string[]
    }
  | { readonly read: ReadMonitor; readonly refused: ImportRow }

/** Makes some monitors, or says what would become of them. What is there already stays as it is, so that the same
 *  file, sent again after whatever broke the first time off, goes on where that ended.
 *  @returns a row each, in their order */
export async function makeMonitors(
  session: ImportSession,
  monitors: readonly ReadMonitor[],
): Promise<ImportRow[]> {
  const judged: Judged[] = []
  for (let at = 0; at < monitors.length; at += PREPARED_AT_ONCE) {
    const some = monitors.slice(at, at + PREPARED_AT_ONCE)
    judged.push(...(await Promise.all(some.map((each) => judge(session, each)))))
  }
  return session.isDryRun ? foreseeAll(session, judged) : storeAll(session, judged)
}

async function judge(session: ImportSession, read: ReadMonitor): Promise<Judged> {
  const { context, actor } = session
  const fitted = fitMonitor(read, actor.plan)
  const warnings = [...fitted.warnings]
  try {
    const known = withKnownRegions(session, fitted.body, warnings)
    const body = await resolveRecipients(session, known, warnings)
    const prepared = await prepareMonitor(context, actor, parseBody(MonitorCreation, body))
    return { read, prepared, warnings }
  } catch (error: unknown) {
    const reason = refusalSentence(error)
    const { type, url } = fitted.body
    const told = {
      type: typeof type === 'string' ? type.slice(0, 20) : null,
      url: typeof url === 'string' ? url.slice(0, 200) : null,
    }
    const refused = rowOf('monitor', { ...read, warnings }, { outcome: 'refused', reason, ...told })
    return { read, refused }
  }
}

/** Regions of another installation are none of this one. */
function withKnownRegions(
  { regions: known }: ImportSession,
  body: Readonly<Record<string, unknown>>,
  warnings: string[],
): Readonly<Record<string, unknown>> {
  const { regions: sent, ...rest } = body
  if (!Array.isArray(sent)) return body
  const regions = sent.filter((code) => typeof code !== 'string' || known.has(code))
  if (regions.length === sent.length) return body
  const left = sent.filter((code) => !regions.includes(code)).join(', ')
  warnings.push(`No agent is in ${left.slice(0, 200)} here: these regions are left out.`)
  return regions.length === 0 ? rest : { ...body, regions }
}

/** What would become of each. */
async function foreseeAll(session: ImportSession, judged: readonly Judged[]): Promise<ImportRow[]> {
  const rows: ImportRow[] = []
  for (const each of judged) {
    rows.push('refused' in each ? each.refused : await foresee(session, each))
  }
  return rows
}

async function foresee(
  session: ImportSession,
  { read, prepared, warnings }: Extract<Judged, { prepared: unknown }>,
): Promise<ImportRow> {
  const { context, actor, targets, ids } = session
  const { key } = prepared.place
  const say = sayOf(read, prepared, [...warnings, ...dependencies(session, prepared).warnings])
  const holder = await findMonitorOfTarget(context.db, actor.workspaceId, key)
  if (holder !== null) {
    ids.set(read.ref, holder.publicId)
    return say({ outcome: 'duplicate', id: holder.publicId, reason: duplicateOf(holder) })
  }
  if (targets.has(key)) {
    return say({ outcome: 'duplicate', reason: 'An earlier monitor of the file has this target.' })
  }
  if (session.places === 0) {
    const { message } = noPlaceLeft(actor.plan.maxMonitors ?? 0)
    return say({ outcome: 'refused', reason: message })
  }
  if (session.places !== null) session.places -= 1
  targets.add(key)
  ids.set(read.ref, null)
  return say({ outcome: 'toMake' })
}

function duplicateOf(holder: TargetHolder): string {
  return `${alreadyMonitored(holder)}, and stays as it is.`
}

/** A row about a monitor that could be read. */
function sayOf(
  read: ReadMonitor,
  { place, type }: PreparedMonitor,
  warnings: readonly string[],
): (said: Pick<ImportRow, 'outcome'> & Partial<ImportRow>) => ImportRow {
  const { name, at, isActive: active } = read
  return (said) =>
    rowOf('monitor', { name, at, warnings }, { type, url: place.url, active, ...said })
}

/** What it depends on, as far as it is there. */
function dependencies(session: ImportSession, { fields }: PreparedMonitor) {
  return resolveRefs(session, 'monitor it depends on', fields.dependsOn)
}

/** Stores all in one transaction. */
async function storeAll(session: ImportSession, judged: readonly Judged[]): Promise<ImportRow[]> {
  const { context, actor, ids } = session
  return context.db.transaction(async (tx) => {
    const tier = await lockWorkspace(tx, actor.workspaceId)
    const rows: ImportRow[] = []
    for (const each of judged) {
      if ('refused' in each) rows.push(each.refused)
      else {
        const row = await store(session, tx, tier, each)
        rows.push(row)
        if (row.id !== null) ids.set(each.read.ref, row.id)
      }
    }
    return rows
  })
}

async function store(
  session: ImportSession,
  tx: Queryable,
  tier: string | null,
  { read, prepared, warnings }: Extract<Judged, { prepared: unknown }>,
): Promise<ImportRow> {
  const { context, actor } = session
  const dependsOn = dependencies(session, prepared)
  const say = sayOf(read, prepared, [...warnings, ...dependsOn.warnings])
  const holder = await findMonitorOfTarget(tx, actor.workspaceId, prepared.place.key)
  if (holder !== null) {
    return say({ outcome: 'duplicate', id: holder.publicId, reason: duplicateOf(holder) })
  }
  try {
    const fields = { ...prepared.fields, dependsOn: dependsOn.ids }
    const made = await storeMonitor(tx, context, actor, { prepared: { ...prepared, fields }, tier })
    if (!read.isActive) {
      const paused = [{ id: made.id, active: true }]
      await MONITOR_ACTIONS.pause(tx, actor.workspaceId, paused, context.now())
    }
    return say({ outcome: 'made', id: made.publicId })
  } catch (error: unknown) {
    // What it refuses it refuses before it writes: the transaction goes on.
    if (!(error instanceof AppError)) throw error
    return say({ outcome: 'refused', reason: refusalSentence(error) })
  }
}
