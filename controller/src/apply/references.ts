import { AppError } from '@sightline/shared/errors'
import type { AppliedKind } from './applied-kinds.ts'
import { KIND_WORDS } from './applied-kinds.ts'
import type { Body, Entry } from './entry.ts'
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

/** Fields of those who are told something: as files may call them, as the routes do, and what they lead to. */
const RECIPIENTS = [
  { short: 'members', full: 'memberIds', kind: null },
  { short: 'contacts', full: 'contactIds', kind: 'contact' },
  { short: 'teams', full: 'teamIds', kind: 'team' },
] as const

/** A body whose references lead to ids. What has not the form that the rules ask for is left to them. */
export function resolveReferences(kind: AppliedKind, body: Body, references: References): Body {
  return RESOLVERS[kind](body, references)
}

type Resolver = (body: Body, references: References) => Body

const RESOLVERS: { readonly [K in AppliedKind]: Resolver } = {
  contact: (body) => body,
  team: (body, references) => {
    const team = withRecipients(body, references, '')
    const { escalation } = team
    if (!Array.isArray(escalation)) return team
    const steps = escalation.map((step: unknown, index) =>
      isBody(step) ? withRecipients(step, references, `escalation[${index}].`) : step,
    )
    return { ...team, escalation: steps }
  },
  monitor: (body, references) =>
    withList(
      withAlerts(body, references),
      { short: 'dependsOn', full: 'dependsOn', at: '' },
      (ref, field) => references.thing('monitor', ref, field),
    ),
  maintenance: (body, references) =>
    withList(body, { short: 'monitors', full: 'monitorIds', at: '' }, (ref, field) =>
      references.thing('monitor', ref, field),
    ),
  crawlSchedule: (body, references) => withAlerts(body, references),
  statusPage: (body, references) => {
    const { components } = body
    if (!Array.isArray(components)) return body
    const shown = components.map((component: unknown, index) =>
      isBody(component) ? withMonitor(component, references, `components[${index}].`) : component,
    )
    return { ...body, components: shown }
  },
}

function withAlerts(body: Body, references: References): Body {
  const { alerts } = body
  return isBody(alerts) ? { ...body, alerts: withRecipients(alerts, references, 'alerts.') } : body
}

function withRecipients(holder: Body, references: References, at: string): Body {
  return RECIPIENTS.reduce(
    (body, { short, full, kind }) =>
      withList(body, { short, full, at }, (ref, field) =>
        kind === null ? references.member(ref, field) : references.thing(kind, ref, field),
      ),
    holder,
  )
}

function withList(
  body: Body,
  { short, full, at }: { readonly short: string; readonly full: string; readonly at: string },
  find: (ref: string, field: string) => string | null,
): Body {
  // Both at once: the rules refuse the short one.
  const name =
    Object.hasOwn(body, short) && (short === full || !Object.hasOwn(body, full)) ? short : full
  const { [name]: refs, ...rest } = body
  if (!isTexts(refs)) return body
  const ids = refs.flatMap((ref, index) => find(ref, `${at}${name}[${index}]`) ?? [])
  return { ...rest, [full]: [...new Set(ids)] }
}

function withMonitor(component: Body, references: References, at: string): Body {
  const name = Object.hasOwn(component, 'monitorId') ? 'monitorId' : 'monitor'
  const { [name]: ref, ...rest } = component
  if (typeof ref !== 'string') return component
  return { ...rest, monitorId: references.thing('monitor', ref, `${at}${name}`) }
}

function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

/** The monitors that a body refers to, as they are called there. */
export function namedMonitors({ kind, body }: Entry): string[] {
  const named: string[] = []
  const note: References = {
    thing(what, ref) {
      if (what === 'monitor') named.push(ref)
      return ref
    },
    member: (ref) => ref,
  }
  resolveReferences(kind, body, note)
  return named
}
