import type { Draft } from './draft.ts'
import type { Tree } from './paths.ts'
import { isSame } from './paths.ts'

/** Something that somebody else changed while a form was open. */
export interface Difference {
  /** Names that lead to it within a draft: a header's name may hold any dot. */
  readonly steps: readonly string[]
  readonly was: unknown
  readonly theirs: unknown
  readonly yours: unknown
  /** You changed it too, to something else. */
  readonly isDisputed: boolean
}

/** Whose value holds. */
export type Side = 'theirs' | 'yours'

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const inner = (value: unknown, name: string): unknown => (isTree(value) ? value[name] : undefined)

function* differing(
  steps: readonly string[],
  was: unknown,
  theirs: unknown,
  yours: unknown,
): Generator<Difference> {
  if (isSame(was, theirs)) return
  const names = [was, theirs].flatMap((value) => (isTree(value) ? Object.keys(value) : []))
  if (names.length === 0 || Array.isArray(was) || Array.isArray(theirs)) {
    const isDisputed = !isSame(yours, was) && !isSame(yours, theirs)
    yield { steps, was, theirs, yours, isDisputed }
    return
  }
  for (const name of new Set(names)) {
    const below = [was, theirs, yours].map((value) => inner(value, name))
    yield* differing([...steps, name], below[0], below[1], below[2])
  }
}

/** What somebody else changed, field by field. Pure.
 *  @param before as the form began
 *  @param theirs as it is now */
export function differencesOf(before: Draft, theirs: Draft, yours: Draft): Difference[] {
  return [...differing([], { ...before }, { ...theirs }, { ...yours })]
}

/** The same with something else there; undefined: without it. */
function withValue(tree: unknown, steps: readonly string[], value: unknown): unknown {
  const [step, ...rest] = steps
  if (step === undefined) return value
  const { [step]: present, ...others } = isTree(tree) ? tree : {}
  const next = withValue(present, rest, value)
  return next === undefined ? others : { ...others, [step]: next }
}

/** What is typed with theirs wherever that was chosen. Pure. */
export function withTheirs(
  yours: Draft,
  differences: readonly Difference[],
  sideOf: (difference: Difference) => Side,
): Draft {
  let draft: unknown = { ...yours }
  for (const difference of differences) {
    if (sideOf(difference) === 'yours') continue
    draft = withValue(draft, difference.steps, difference.theirs)
  }
  return draft as Draft
}
