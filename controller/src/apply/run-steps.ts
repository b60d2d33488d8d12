import { AppError } from '@sightline/shared/errors'
import type { Queryable } from '../db/pool.ts'
import { lockMonitors } from '../db/monitor-sets.ts'
import { refusalSentence } from '../imports/parse-body.ts'
import type { Problem, Body } from './entry.ts'
import { problemAt } from './entry.ts'
import { afterSome } from './in-turns.ts'
import type { KindContext } from './kinds/kind.ts'
import { KINDS } from './kinds/index.ts'
import { orderSteps } from './order-steps.ts'
import type { Placeholders } from './placeholders.ts'
import { mapTexts } from './placeholders.ts'
import type { Plan, Step } from './plan/plan-entries.ts'
import { changedFields } from './plan/field-changes.ts'

/** What was done. */
export interface Done {
  /** Ids of the things of all entries, by their places. */
  readonly ids: ReadonlyMap<string, string>
  /** What is shown this once, by the place of the entry. */
  readonly shownOnce: ReadonlyMap<string, Body>
  /** Why something could not be done: then nothing may stay. */
  readonly problems: readonly Problem[]
}

/** What steps are run with. */
interface Run {
  readonly context: KindContext
  readonly placeholders: Placeholders
  /** What was found out before, by the place of the entry. */
  readonly prepared: ReadonlyMap<string, unknown>
  readonly ids: Map<string, string>
  readonly shownOnce: Map<string, Body>
}

type Removal = Extract<Step, { action: 'remove' }>

/** It refers to something that could not be made, of which is told already. */
class NothingToReferTo extends Error {
  override readonly name = 'NothingToReferTo'
}

/** Does all steps of a plan in the transaction of the context, which holds the workspace. What is refused keeps
 *  nothing from being tried, so that all of it can be told at once.
 *  @param known.isRehearsal it is only tried, and taken back */
export async function runSteps(
  tx: Queryable,
  context: KindContext,
  plan: Pick<Plan, 'steps' | 'ids'>,
  known: Pick<Run, 'placeholders' | 'prepared'> & { readonly isRehearsal: boolean },
): Promise<Done> {
  const { placeholders, prepared, isRehearsal } = known
  const run: Run = { context, placeholders, prepared, ids: new Map(plan.ids), shownOnce: new Map() }
  const problems: Problem[] = []
  const dependenciesOf = (step: Step): string[] => newOnes(step, placeholders)
  const { first, others, last } = orderSteps(plan.steps, dependenciesOf)
  // In the order of their numbers, as the ingest locks them: neither waits for the other.
  await lockMonitors(tx, context.actor.workspaceId, touchedMonitors(plan.steps))
  await loosenDependencies(run, others)
  let waiting: readonly WaitingStep[] = await runAll(run, others, problems)
  // Not before: results of what is removed wait from here to the end. Nor in vain: a monitor is never refused to be
  // removed, so that a rehearsal finds out nothing by it but who gets the room.
  const isInVain = isRehearsal && waiting.length === 0
  await removeAll(context, isInVain ? first.filter(({ thing }) => thing.kind !== 'monitor') : first)
  // What is in the way of something may have been changed after it, or removed.
  waiting = await tryAgain(run, waiting, problems)
  if (await makeRoom(run, waiting)) waiting = await tryAgain(run, waiting, problems)
  problems.push(...waiting.flatMap(({ problem }) => problem ?? []))
  await removeAll(context, last)
  return { ids: run.ids, shownOnce: run.shownOnce, problems }
}

/** A step that something is in the way of. */
interface WaitingStep {
  readonly step: Exclude<Step, Removal>
  /** null: what it refers to waits, of which is told there. */
  readonly problem: Problem | null
}

/** Tries those that something is in the way of, as long as it helps any of them.
 *  @returns those that it does not help */
async function tryAgain(
  run: Run,
  waiting: readonly WaitingStep[],
  problems: Problem[],
): Promise<readonly WaitingStep[]> {
  let left = waiting
  for (let before = Infinity; left.length > 0 && left.length < before;) {
    before = left.length
    left = await runAll(
      run,
      left.map(({ step }) => step),
      problems,
    )
  }
  return left
}

/** Those that change places let go of what the others are to have.
 *  @returns whether any can */
async function makeRoom(run: Run, waiting: readonly WaitingStep[]): Promise<boolean> {
  const changes = waiting.flatMap(({ step }) => (step.action === 'change' ? [step] : []))
  if (changes.length < 2) return false
  for (const { thing, changes: fields } of changes) {
    await KINDS[thing.kind].makeRoom?.(run.context, thing, changedFields(fields))
  }
  return true
}

/** Tries steps in their order.
 *  @param problems what cannot be mended by other steps is added
 *  @returns those that others may be in the way of */
async function runAll(
  run: Run,
  steps: readonly Exclude<Step, Removal>[],
  problems: Problem[],
): Promise<WaitingStep[]> {
  const waiting: WaitingStep[] = []
  for (const [index, step] of steps.entries()) {
    try {
      await runStep(run, step)
    } catch (error: unknown) {
      if (error instanceof NothingToReferTo) waiting.push({ step, problem: null })
      else {
        const problem = problemAt(step.entry.at, sentenceOf(error))
        const isInTheWay = error instanceof AppError && error.code === 'conflict'
        if (isInTheWay) waiting.push({ step, problem })
        else problems.push(problem)
      }
    }
    // One that is refused has asked nobody.
    await afterSome(index)
  }
  return waiting
}

function sentenceOf(error: unknown): string {
  const isForbidden = error instanceof AppError && error.code === 'forbidden'
  return isForbidden ? error.message : refusalSentence(error)
}

function touchedMonitors(steps: readonly Step[]): string[] {
  return steps.flatMap((step) =>
    (step.action === 'change' || step.action === 'remove') && step.thing.kind === 'monitor'
      ? [step.thing.id]
      : [],
  )
}

/** Removes things, those of a kind together. */
async function removeAll(context: KindContext, steps: readonly Removal[]): Promise<void> {
  for (const [kind, own] of Map.groupBy(steps, ({ thing }) => thing.kind)) {
    await KINDS[kind].remove(
      context,
      own.map(({ thing }) => thing),
    )
  }
}

async function runStep(run: Run, step: Exclude<Step, Removal>): Promise<void> {
  const { context } = run
  if (step.action === 'adopt') return
  const { entry, wish } = step
  const kind = KINDS[entry.kind]
  if (step.action === 'create') {
    const input = withIds(run, run.prepared.get(entry.at) ?? wish.input)
    const { id, shownOnce } = await kind.create(context, input)
    run.ids.set(entry.at, id)
    if (shownOnce !== null) run.shownOnce.set(entry.at, shownOnce)
    return
  }
  await kind.change(context, step.thing, withIds(run, wish.input), changedFields(step.changes))
}

/** An input in which every placeholder is an id. */
function withIds({ placeholders, ids }: Run, input: unknown): unknown {
  return mapTexts(input, (text) => {
    const at = placeholders.at(text)
    if (at === null) return text
    const id = ids.get(at)
    if (id === undefined) throw new NothingToReferTo()
    return id
  })
}

/** New monitors that a new monitor depends on. */
function newOnes(step: Step, placeholders: Placeholders): string[] {
  if (step.action !== 'create' || step.entry.kind !== 'monitor') return []
  const { said } = step.wish.input as { readonly said: { readonly dependsOn?: readonly string[] } }
  return (said.dependsOn ?? []).flatMap((ref) => placeholders.at(ref) ?? [])
}

/** Monitors that depend on others from now on depend on none for a moment: otherwise two that change places would lead
 *  in a circle between the one change and the other. */
async function loosenDependencies(run: Run, steps: readonly Step[]): Promise<void> {
  const changed = steps.filter((step) => step.action === 'change')
  const turned = changed.filter(({ entry, changes }) => {
    const change = changes.find(({ field }) => field === 'dependsOn')
    return entry.kind === 'monitor' && isSome(change?.before) && isSome(change?.after)
  })
  if (turned.length < 2) return
  for (const { thing, wish } of turned) {
    const { fields } = wish.input as { readonly fields: object }
    const none = { ...(wish.input as object), fields: { ...fields, dependsOn: [] } }
    await KINDS.monitor.change(run.context, thing, none, new Set(['dependsOn']))
  }
}

function isSome(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0
}
