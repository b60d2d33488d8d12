import { AppError } from '@sightline/shared/errors'
import type { AppliedKind } from './applied-kinds.ts'
import { KIND_WORDS } from './applied-kinds.ts'
import type { Entry } from './entry.ts'
import type { Thing } from './plan/plan-entries.ts'

/** Somebody of the workspace. */
export interface Member {
  readonly id: string
  /** null: they have none. */
  readonly email: string | null
}

/** Finds who and what is referred to by a key, a name or an id.
 *  @returns an id, or of what is to be made a placeholder
 *  @throws AppError badRequest for what is not there */
export interface References {
  readonly thing: (kind: AppliedKind, ref: string, field: string) => string
  /** @returns null for the id of somebody who is not of the workspace: ids of people mean nothing elsewhere */
  readonly member: (ref: string, field: string) => string | null
}

/** Makes the references of a document. Pure.
 *  @param ids of the things of entries, by their places
 *  @param placeholder stands for the id of an entry that is not there yet */
export function createReferences(known: {
  readonly entries: readonly Entry[]
  readonly things: readonly Thing[]
  readonly members: readonly Member[]
  readonly ids: ReadonlyMap<string, string>
  readonly placeholder: (at: string) => string
}): References {
  const { ids, placeholder } = known
  const ways = [
    indexBy(known.entries, ({ key }) => key, idOf),
    indexBy(known.entries, ({ id }) => id, idOf),
    indexBy(known.entries, ({ name }) => name.toLowerCase(), idOf),
    indexBy(
      known.things,
      ({ id }) => id,
      ({ id }) => id,
    ),
    indexBy(
      known.things,
      ({ name }) => name.toLowerCase(),
      ({ id }) => id,
    ),
  ]
  function idOf({ at }: Entry): string {
    return ids.get(at) ?? placeholder(at)
  }
  const people = new Map(
    known.members.flatMap(({ id, email }) => [
      [id, id] as const,
      [email?.toLowerCase(), id] as const,
    ]),
  )
  return {
    thing(kind, ref, field) {
      for (const way of ways) {
        const found = way.get(`${kind} ${ref}`) ?? way.get(`${kind} ${ref.toLowerCase()}`)
        if (found === undefined) continue
        if (found.size === 1) return [...found][0] ?? ''
        throw unclear(
          field,
          ref,
          `${found.size} of the ${KIND_WORDS[kind]}s are called so: give each a key`,
        )
      }
      throw unclear(
        field,
        ref,
        `there is no such ${KIND_WORDS[kind]} in the document or in the workspace`,
      )
    },
    member(ref, field) {
      const found = people.get(ref) ?? people.get(ref.toLowerCase())
      if (found !== undefined) return found
      if (ref.startsWith('psn_')) return null
      throw unclear(field, ref, 'nobody of the workspace has this address')
    },
  }
}

function indexBy<T extends { readonly kind: AppliedKind }>(
  all: readonly T[],
  wordOf: (each: T) => string | null,
  idOf: (each: T) => string,
): ReadonlyMap<string, ReadonlySet<string>> {
  const index = new Map<string, Set<string>>()
  for (const each of all) {
    const word = wordOf(each)
    if (word === null) continue
    const place = `${each.kind} ${word}`
    index.set(place, (index.get(place) ?? new Set()).add(idOf(each)))
  }
  return index
}

function unclear(field: string, ref: string, why: string): AppError {
  const shown = JSON.stringify(ref.slice(0, 80).toWellFormed())
  return new AppError('badRequest', `The field "${field}" names ${shown}: ${why}.`)
}
