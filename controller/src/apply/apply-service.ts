import { AppError } from '@sightline/shared/errors'
import type { NameResolver } from '@sightline/shared/name-resolution'
import { writeAppliedThings } from '../db/applied-things.ts'
import type { Database, Queryable } from '../db/pool.ts'
import { databaseWithin } from '../db/within-transaction.ts'
import { lockWorkspace } from '../db/workspaces.ts'
import type { ImportContext } from '../imports/import-context.ts'
import { withPatience } from '../imports/limited-patience.ts'
import { createFairGate } from '../limits/fair-gate.ts'
import { sharerOfWorkspace } from '../limits/sharer.ts'
import type { Actor } from '../monitors/monitor-context.ts'
import type { Problem } from './entry.ts'
import type { KindContext } from './kinds/kind.ts'
import type { MadePlan, Wanted } from './make-plan.ts'
import { makePlan } from './make-plan.ts'
import type { AppliedBy } from './note-applied.ts'
import { noteApplied } from './note-applied.ts'
import { createPlaceholders } from './placeholders.ts'
import { prepareSteps } from './prepare-steps.ts'
import { readDocument } from './read-document.ts'
import { rememberNames } from './remember-names.ts'
import type { Done } from './run-steps.ts'
import { runSteps } from './run-steps.ts'
import { setNotes } from './set-notes.ts'
import type { ToldStep } from './told.ts'
import { countsOf, digestOf, labels, toldStep } from './told.ts'
import type { Applied } from './applied.ts'

/** Documents at once. A workspace has one at a time: of two the second sees what the first did. */
const LIMITS = { places: 2, ofOne: 1, waiting: 20, waitingOfOne: 5, waitMs: 60_000 } as const
/** How long the name servers of one document are waited for, a minute of ten that are asked side by side: others wait for
 *  the place. 10,000 names of servers that answer at once take a third of it. */
const PATIENCE_MS = 600_000
/** Problems that are told at once. */
const MAX_PROBLEMS = 100

/** What is to be done with a document. */
export interface ApplyOrder {
  /** In place of the set that the document names; null: that one. */
  readonly set: string | null
  /** What the set brought and the document does not name any more is removed. */
  readonly prune: boolean
  /** It is only said what would be done. */
  readonly dryRun: boolean
  /** Digest of the plan that somebody agreed to; null: whatever it comes to. */
  readonly expect: string | null
  /** Who does it, to be noted in the same transaction. */
  readonly by: AppliedBy
}

/** What documents are applied with. */
export interface ApplyParts {
  readonly db: Database
  readonly resolveName: NameResolver['resolve']
  /** The services over a database, or a transaction. */
  readonly contextOver: (
    db: Database,
    resolveName: NameResolver['resolve'],
    changed: (pageId: number) => void,
  ) => ImportContext
  /** A status page changed, and is there to be read. */
  readonly changed: (pageId: number) => void
}

export type ApplyService = ReturnType<typeof createApplyService>

/** Brings a workspace to what a document says. */
export function createApplyService(parts: ApplyParts) {
  const gate = createFairGate(LIMITS, 'documents are being applied')
  return {
    /** All of it is done, or nothing.
     *  @throws AppError badRequest with all problems in its body; conflict when it would come to something else than
     *    what was agreed to */
    apply: (actor: Actor, document: unknown, order: ApplyOrder): Promise<Applied> =>
      gate.pass(sharerOfWorkspace(actor.workspaceId), () => apply(parts, actor, document, order)),
  } as const
}

/** What was only tried. */
class Rehearsed extends Error {
  override readonly name = 'Rehearsed'
  readonly applied: Applied

  constructor(applied: Applied) {
    super('it was only tried')
    this.applied = applied
  }
}

async function apply(
  parts: ApplyParts,
  actor: Actor,
  document: unknown,
  order: ApplyOrder,
): Promise<Applied> {
  const wanted = readWanted(document, order)
  const resolveName = rememberNames(withPatience(parts.resolveName, PATIENCE_MS))
  const pages = new Set<number>()
  const contextOver = (db: Database): ImportContext =>
    parts.contextOver(db, resolveName, (pageId) => pages.add(pageId))
  const context = { context: contextOver(parts.db), actor }
  const plan = await makePlan(context, wanted)
  refuse(plan.problems)
  const foreseen = toldOf(wanted, plan, order)
  requireAgreed(foreseen, order)
  // Where all is as it is wanted nothing is locked and nothing written.
  if (plan.steps.length === 0) return foreseen
  const prepared = await prepareSteps(context, plan.steps)
  const work = { db: parts.db, contextOver, actor, wanted, order, prepared }
  try {
    const applied = await parts.db.transaction((tx) => applyWithin(tx, work))
    for (const pageId of pages) parts.changed(pageId)
    return applied
  } catch (error: unknown) {
    if (error instanceof Rehearsed) return error.applied
    throw error
  }
}

function readWanted(document: unknown, order: ApplyOrder): Wanted {
  const { set: named, isExport, entries, problems } = readDocument(document)
  refuse(problems)
  const set = order.set ?? named
  if (set === null && order.prune) {
    throw new AppError(
      'badRequest',
      'Without a set nothing can be pruned: name one in the field "set", so that only what came with it is removed.',
    )
  }
  return { set, prune: order.prune, isExport, entries, placeholders: createPlaceholders() }
}

interface Work {
  readonly db: Database
  readonly contextOver: (db: Database) => ImportContext
  readonly actor: Actor
  readonly wanted: Wanted
  readonly order: ApplyOrder
  readonly prepared: ReadonlyMap<string, unknown>
}

async function applyWithin(tx: Queryable, work: Work): Promise<Applied> {
  const { db, actor, wanted, order, prepared } = work
  // Of two at once, also at two controllers, the second goes on from what the first did.
  await lockWorkspace(tx, actor.workspaceId)
  const within = work.contextOver(databaseWithin(db, tx))
  const context: KindContext = { context: within, actor }
  const plan = await makePlan(context, wanted)
  refuse(plan.problems)
  const foreseen = toldOf(wanted, plan, order)
  requireAgreed(foreseen, order)
  const { placeholders, set } = wanted
  const isRehearsal = order.dryRun
  const done = await runSteps(tx, context, plan, { placeholders, prepared, isRehearsal })
  refuse(done.problems)
  if (set !== null) {
    const notes = setNotes(wanted, plan, done.ids)
    await writeAppliedThings(tx, actor.workspaceId, set, { ...notes, at: within.now() })
  }
  const applied = { ...foreseen, steps: foreseen.steps.map((step) => withOutcome(step, done)) }
  // After all has been tried: what was refused by then would be refused again.
  if (order.dryRun) throw new Rehearsed(foreseen)
  await noteApplied(tx, order.by, applied, within.now())
  return applied
}

function toldOf(
  { set, entries, placeholders }: Wanted,
  plan: MadePlan,
  order: ApplyOrder,
): Applied {
  const people = plan.members.map(({ id, email }) => ({ id, name: email ?? id }))
  const things = [...plan.things, ...people]
  const labelOf = labels({ entries, things }, placeholders.at)
  const steps = plan.steps.map((step) => toldStep(step, labelOf))
  const left = plan.left.map(({ key, thing: { kind, name, id } }) => ({ kind, key, name, id }))
  const { dryRun } = order
  const warnings = plan.warnings.map(({ at, message }) => ({ at, message }))
  const counts = countsOf(steps, plan)
  return { set, dryRun, steps, counts, left, warnings, digest: digestOf(steps) }
}

function withOutcome(step: ToldStep, { ids, shownOnce }: Done): ToldStep {
  const { at } = step
  if (at === null) return step
  return { ...step, id: ids.get(at) ?? step.id, shownOnce: shownOnce.get(at) ?? null }
}

function refuse(problems: readonly Problem[]): void {
  const [first] = problems
  if (first === undefined) return
  const more = problems.length === 1 ? '' : ` And ${problems.length - 1} more: see "problems".`
  const where = first.at === null ? '' : `${first.at}: `
  throw new AppError('badRequest', `${where}${first.message}${more}`, {
    body: { problems: problems.slice(0, MAX_PROBLEMS) },
  })
}

function requireAgreed({ digest }: Applied, { expect }: ApplyOrder): void {
  if (expect === null || expect === digest) return
  throw new AppError(
    'conflict',
    'Something changed since the plan was made, so that another would be done now: nothing was changed. Plan again.',
  )
}
