import { nearestOf } from '../input/nearest.ts'
import type { AppliedKind } from './applied-kinds.ts'

export type Body = Readonly<Record<string, unknown>>

/** A thing as a document declares it. */
export interface Entry {
  readonly kind: AppliedKind
  /** Where it stands in the document, such as "monitors[3]". */
  readonly at: string
  /** By what it is found again, also when it is called otherwise later; once among those of its kind. */
  readonly key: string
  /** For people. */
  readonly name: string
  /** What an export calls it; null: nothing. */
  readonly id: string | null
  /** As the route takes it that makes one, but for what it refers to. */
  readonly body: Body
}

/** What is wrong with a document. */
export interface Problem {
  /** Where, such as "monitors[3]"; null: in no entry. */
  readonly at: string | null
  /** The field within it, such as "settings.port"; null: none is named. */
  readonly field: string | null
  /** A sentence. */
  readonly message: string
}

/** The field that a refusal begins with. */
const NAMED_FIELD = /^(?:The|Unknown) field "([^"]{1,300})"/
/** What is told of a field that nobody knows. */
const UNKNOWN_FIELD = /^Unknown field "([^"]{1,300})": allowed are ([^.]+)\./

/** A refusal of the rules, tied to where it stands. Of an unknown field it says which one may be meant. */
export function problemAt(at: string | null, message: string): Problem {
  const [, unknown = '', known = ''] = UNKNOWN_FIELD.exec(message) ?? []
  const nearest = nearestOf(unknown.split('.').at(-1) ?? '', known.split(', '))
  const hint = unknown === '' || nearest === null ? '' : ` Did you mean "${nearest}"?`
  return { at, field: NAMED_FIELD.exec(message)?.[1] ?? null, message: `${message}${hint}` }
}
