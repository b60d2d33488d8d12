import type { AppliedThingRow } from '../../db/applied-things.ts'
import type { AppliedKind } from '../applied-kinds.ts'
import { APPLIED_KINDS, KIND_WORDS } from '../applied-kinds.ts'
import type { Entry, Problem } from '../entry.ts'
import { problemAt } from '../entry.ts'
import type { FieldChange, Told } from './field-changes.ts'
import { fieldChanges } from './field-changes.ts'

/** A thing that the workspace has. */
export interface Thing extends Told {
  readonly kind: AppliedKind
  readonly id: string
  readonly name: string
  /** What makes it the same as an entry that names no id, such as its target; null: nothing does. */
  readonly sign: string | null
}

/** What an entry wants of a thing. */
export interface Wish extends Told {
  /** For whoever makes or changes it. */
  readonly input: unknown
}

/** What is done about a thing. */
export type Step =
  | {
      readonly action: 'create'
      readonly entry: Entry
      readonly wish: Wish
    }
  | {
      readonly action: 'change'
      readonly entry: Entry
      readonly wish: Wish
      readonly thing: Thing
      readonly changes: readonly FieldChange[]
    }
  /** It is as it is wanted, and belongs to the set from now on. */
  | { readonly action: 'adopt'; readonly entry: Entry; readonly thing: Thing }
  | {
      readonly action: 'remove'
      readonly key: string
      readonly thing: Thing
    }

/** Everything that has to be done. */
export interface Plan {
  readonly steps: readonly Step[]
  readonly problems: readonly Problem[]
  /** Entries that are as they are wanted. */
  readonly unchanged: number
  /** What the set brought and the document does not name any more; it stays. */
  readonly left: readonly { readonly key: string; readonly thing: Thing }[]
  /** Notes of the set about things that are gone. */
  readonly gone: readonly AppliedThingRow[]
  /** Id of the thing of each entry that has one, by its place. */
  readonly ids: ReadonlyMap<string, string>
}

/** What a plan is made of. */
export interface Planned {
  readonly set: string | null
  readonly prune: boolean
  readonly entries: readonly Entry[]
  /** What the workspace has of what may be meant. */
  readonly things: readonly Thing[]
  /** What belongs to this set, and to others. */
  readonly applied: readonly AppliedThingRow[]
  /** What makes an entry the same as a thing; null: nothing. */
  readonly signOf: (entry: Entry) => string | null
  /** What the entry wants.
   *  @param thing null: it is to be made
   *  @param ids of the things of all entries, by their places
   *  @throws AppError, which `refusal` reads */
  readonly wishOf: (entry: Entry, thing: Thing | null, ids: ReadonlyMap<string, string>) => Wish
  /** @throws what is no refusal */
  readonly refusal: (error: unknown) => string
}

/** Entries after which others may have their turn: some milliseconds. */
const ENTRIES_AT_ONCE = 50

/** Finds out what has to be done for the workspace to be as the document says. Pure; in pieces, as thousands of entries
 *  take a second. */
export function* planEntries(planned: Planned): Generator<undefined, Plan, undefined> {
  const found = matchEntries(planned)
  const ids = new Map([...found].map(([{ at }, { id }]) => [at, id]))
  const own = planned.applied.filter(({ setName }) => setName === planned.set)
  const owners = new Map(planned.applied.map((row) => [row.thingId, row]))
  const steps: Step[] = []
  const problems: Problem[] = []
  let unchanged = 0
  for (const [index, entry] of planned.entries.entries()) {
    if (index % ENTRIES_AT_ONCE === ENTRIES_AT_ONCE - 1) yield
    const thing = found.get(entry) ?? null
    const owner = thing === null ? undefined : owners.get(thing.id)
    const told = stepOf(planned, { entry, thing, owner, ids })
    if (told === null) unchanged += 1
    else if ('message' in told) problems.push(told)
    else steps.push(told)
  }
  const claimed = new Set([...found.values()].map(({ id }) => id))
  const byId = new Map(planned.things.map((thing) => [thing.id, thing]))
  const left = own.flatMap(({ key, thingId }) => {
    const thing = byId.get(thingId)
    return thing === undefined || claimed.has(thingId) ? [] : [{ key, thing }]
  })
  const removals = left.map((each) => ({ action: 'remove', ...each }) as const)
  return {
    steps: planned.prune ? [...steps, ...inOrderOfRemoval(removals)] : steps,
    problems,
    unchanged,
    left: planned.prune ? [] : left,
    gone: own.filter(({ thingId }) => !byId.has(thingId)),
    ids,
  }
}

/** What refers to others goes before them. */
function inOrderOfRemoval<T extends { readonly thing: Thing }>(removals: readonly T[]): T[] {
  const rank = (kind: AppliedKind): number => APPLIED_KINDS.indexOf(kind)
  return removals.toSorted((one, other) => rank(other.thing.kind) - rank(one.thing.kind))
}

/** The thing of each entry: the one that is noted under its key, else the one whose id it has, else the one that is
 *  the same. None is taken twice. */
function matchEntries({ set, entries, things, applied, signOf }: Planned): Map<Entry, Thing> {
  const found = new Map<Entry, Thing>()
  const taken = new Set<string>()
  const byId = new Map(things.map((thing) => [`${thing.kind} ${thing.id}`, thing]))
  const noted = new Map(
    applied
      .filter(({ setName }) => set !== null && setName === set)
      .map((row) => [`${row.kind} ${row.key}`, `${row.kind} ${row.thingId}`]),
  )
  const bySign = new Map(
    things.flatMap((thing) =>
      thing.sign === null ? [] : [[`${thing.kind} ${thing.sign}`, thing]],
    ),
  )
  const ways: ((entry: Entry) => Thing | undefined)[] = [
    ({ kind, key }) => byId.get(noted.get(`${kind} ${key}`) ?? ''),
    ({ kind, id }) => (id === null ? undefined : byId.get(`${kind} ${id}`)),
    (entry) => {
      const sign = signOf(entry)
      return sign === null ? undefined : bySign.get(`${entry.kind} ${sign}`)
    },
  ]
  for (const way of ways) {
    for (const entry of entries) {
      const thing = found.has(entry) ? undefined : way(entry)
      if (thing === undefined || taken.has(thing.id)) continue
      found.set(entry, thing)
      taken.add(thing.id)
    }
  }
  return found
}

function stepOf(
  { set, wishOf, refusal }: Planned,
  matched: {
    readonly entry: Entry
    readonly thing: Thing | null
    readonly owner: AppliedThingRow | undefined
    readonly ids: ReadonlyMap<string, string>
  },
): Step | Problem | null {
  const { entry, thing, owner, ids } = matched
  if (set !== null && owner !== undefined && owner.setName !== set) {
    const message = `This ${KIND_WORDS[entry.kind]} belongs to the set "${owner.setName}": name it instead of declaring it here too, or apply both as one set.`
    return problemAt(entry.at, message)
  }
  try {
    const wish = wishOf(entry, thing, ids)
    if (thing === null) return { action: 'create', entry, wish }
    const changes = fieldChanges(thing, wish)
    if (changes.length > 0) return { action: 'change', entry, wish, thing, changes }
    const isNoted = set === null || owner?.key === entry.key
    return isNoted ? null : { action: 'adopt', entry, thing }
  } catch (error: unknown) {
    return problemAt(entry.at, refusal(error))
  }
}
