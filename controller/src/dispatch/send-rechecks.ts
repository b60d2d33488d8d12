import { create } from '@bufbuild/protobuf'
import type { CheckSpec } from '@sightline/shared/gen/probe/v1/check_pb'
import type { WorkItem } from '@sightline/shared/gen/probe/v1/work_pb'
import { RecheckSchema, WorkItemSchema } from '@sightline/shared/gen/probe/v1/work_pb'
import { z } from 'zod'
import type { AssignableMonitor } from '../db/assignments.ts'
import { readAssignable } from '../db/assignments.ts'
import type { RecheckKey } from '../db/handed-rechecks.ts'
import { deleteHandedRechecks } from '../db/handed-rechecks.ts'
import { outlast } from '../db/outlast.ts'
import type { Database } from '../db/pool.ts'
import type { WorkItemRow } from '../db/work-items.ts'
import { giveBackRechecks } from '../db/work-items.ts'
import { sharerOfWorkspace } from '../limits/sharer.ts'
import type { Session, Sessions } from '../sessions/agent-session.ts'
import { workWord } from '../sessions/work-word.ts'
import { confirmingRegionsOf } from '../votes/confirming-regions.ts'
import type { UnsealSettings } from './assignment.ts'
import type { FindAble } from './find-able.ts'
import { createFinder } from './find-able.ts'
import { createSharedSpecs } from './shared-specs.ts'

const Payload = z.object({
  monitorId: z.number(),
  attempt: z.number(),
  traceparent: z.string().default(''),
})

/** Of so many at once it is not asked who has each of their monitors: with 170 agents a region that was a fifteenth of
 *  what controllers did while 10,000 monitors were confirmed down. */
const MANY = 100

/** How long it is tried to give rechecks back while the database is away: later the decision rule asks anew by itself. */
const GIVE_BACK_MS = 20_000

/** A recheck that was taken to be handed out. */
interface Recheck {
  readonly item: WorkItemRow
  readonly key: RecheckKey
  readonly traceparent: string
}

/** Hands rechecks to the agents of their regions. What nobody is asked for nobody may answer: it is forgotten. Where the
 *  database does not say what is to be checked they are given back: they were taken from it, and nobody else would ask.
 *  @param items what `claimWorkItems` took
 *  @param handedAtMs when it noted them, UNIX ms: their slots
 *  @throws what the database threw */
export async function sendRechecks(
  items: readonly WorkItemRow[],
  handedAtMs: number,
  { db, sessions, unseal }: { db: Database; sessions: Sessions; unseal: UnsealSettings },
): Promise<void> {
  if (items.length === 0) return
  const rechecks = items.map((item): Recheck => {
    const { monitorId, attempt, traceparent } = Payload.parse(item.payload)
    return { item, key: { monitorId, scheduledAtMs: handedAtMs, attempt }, traceparent }
  })
  const ids = rechecks.map(({ key }) => key.monitorId)
  const monitors = await readAssignable(db, ids).catch(async (error: unknown) => {
    await outlast(GIVE_BACK_MS, () => giveBackRechecks(db, items, handedAtMs))
    throw error
  })
  const byId = new Map(monitors.map((monitor) => [monitor.id, monitor]))
  const find = createFinder(sessions)
  const specOf = createSharedSpecs(unseal)
  const choose = rechecks.length > MANY ? inTurn : whoHasIt
  const unsent = rechecks.filter((recheck, place) => {
    const monitor = byId.get(recheck.key.monitorId)
    const { region } = recheck.item
    // Paused or deleted meanwhile, or the region's agent just left: those that answer decide.
    const session = monitor && choose(ableFor(monitor, region, find), monitor, place)
    if (monitor === undefined || session === undefined) return true
    session.handed.add(recheck.key)
    session.send({ case: 'work', value: workItemOf(recheck, monitor, specOf(monitor, session)) })
    return false
  })
  await deleteHandedRechecks(
    db,
    unsent.map(({ item: { region }, key }) => ({ region, key })),
  )
}

/** A monitor whose people keep it to its own regions since the recheck was asked for, or took one from it,
 *  has no business there: its secrets would go along. */
function mayConfirm(region: string, monitor: AssignableMonitor): boolean {
  return monitor.regions.includes(region) || confirmingRegionsOf(monitor) === 'all'
}

/** The region's agents that can check the monitor, know its settings and whose word counts. */
function ableFor(monitor: AssignableMonitor, region: string, find: FindAble): readonly Session[] {
  if (!mayConfirm(region, monitor)) return []
  return find(region, workWord(monitor.needs, monitor.needsVersion))
}

/** @param place of the recheck among those that are handed out together */
type Choose = (
  able: readonly Session[],
  monitor: AssignableMonitor,
  place: number,
) => Session | undefined

/** The one that already has it, else any: not always the same, or of 10,000 outages at once half of all rechecks would be
 *  its. */
const whoHasIt: Choose = (able, { id }) =>
  able.find(({ assigned }) => assigned.has(id)) ?? able[id % able.length]

const inTurn: Choose = (able, _, place) => able[place % able.length]

function workItemOf(
  { item, key, traceparent }: Recheck,
  monitor: AssignableMonitor,
  check: CheckSpec,
): WorkItem {
  const value = create(RecheckSchema, {
    monitorId: key.monitorId,
    attempt: key.attempt,
    scheduledAtMs: BigInt(key.scheduledAtMs),
    check,
  })
  return create(WorkItemSchema, {
    id: item.publicId,
    timeoutMs: item.timeoutMs,
    sharer: sharerOfWorkspace(monitor.workspaceId),
    traceparent,
    work: { case: 'recheck', value },
  })
}
