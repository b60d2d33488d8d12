import { AppError } from '@sightline/shared/errors'
import { problemAt } from './entry.ts'
import { APPLIED_KINDS } from './applied-kinds.ts'
import type { Step } from './plan/plan-entries.ts'

/** What takes a place that something new may need. Contacts and teams go last, when nothing names them any more. */
const REMOVED_FIRST: ReadonlySet<string> = new Set([
  'monitor',
  'maintenance',
  'crawlSchedule',
  'statusPage',
])

type Removal = Extract<Step, { action: 'remove' }>

/** Steps in the order in which they are done. */
interface OrderedSteps {
  readonly first: readonly Removal[]
  readonly others: readonly Exclude<Step, Removal>[]
  readonly last: readonly Removal[]
}

/** The order in which steps can be done, each kind after those that it refers to. Pure.
 *  @param dependenciesOf places of new entries that a new one must come after
 *  @throws AppError badRequest when new monitors depend on each other in a circle */
export function orderSteps(
  steps: readonly Step[],
  dependenciesOf: (step: Step) => readonly string[],
): OrderedSteps {
  const removals = steps.filter((step) => step.action === 'remove')
  const isFirst = ({ thing }: (typeof removals)[number]): boolean => REMOVED_FIRST.has(thing.kind)
  const wanted = steps.filter((step) => step.action !== 'remove')
  const others = APPLIED_KINDS.flatMap((kind) => {
    const own = wanted.filter(({ entry }) => entry.kind === kind)
    const created = own.filter((step) => step.action === 'create')
    return [...inOrder(created, dependenciesOf), ...own.filter((step) => step.action !== 'create')]
  })
  return {
    first: removals.filter(isFirst),
    others,
    last: removals.filter((step) => !isFirst(step)),
  }
}

type Creation = Extract<Step, { action: 'create' }>

/** What others depend on comes first, otherwise in their order. */
function inOrder(
  steps: readonly Creation[],
  dependenciesOf: (step: Step) => readonly string[],
): Creation[] {
  const byAt = new Map(steps.map((step) => [step.entry.at, step]))
  const ordered = new Set<Creation>()
  const open = new Set<Creation>()
  for (const step of steps) {
    // A stack of our own: a chain may be as long as the document.
    const stack = [step]
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      open.add(top)
      const next = dependenciesOf(top)
        .map((at) => byAt.get(at))
        .find((each) => each !== undefined && !ordered.has(each))
      if (next === undefined) {
        stack.pop()
        ordered.add(top)
      } else if (open.has(next)) throw circle(next)
      else stack.push(next)
    }
  }
  return [...ordered]
}

function circle({ entry: { at } }: Creation): AppError {
  const message = `The field "dependsOn" leads back to it: dependencies must not run in a circle.`
  return new AppError('badRequest', `${at}: ${message}`, {
    body: { problems: [problemAt(at, message)] },
  })
}
