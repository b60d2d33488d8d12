import type { ImportContext } from '../../imports/import-context.ts'
import type { Actor } from '../../monitors/monitor-context.ts'
import type { Body } from '../entry.ts'
import type { Thing, Wish } from '../plan/plan-entries.ts'

/** For whom it is done, and with what. */
export interface KindContext {
  readonly context: ImportContext
  readonly actor: Actor
}

/** What may be meant by entries, where not all that there is is read. */
export interface Wanted {
  readonly ids: readonly string[]
  readonly signs: readonly string[]
  /** Names that other entries refer to. */
  readonly names: readonly string[]
}

/** What was made. */
export interface Made {
  readonly id: string
  /** What is shown this once, such as the secret of a webhook; null: nothing. */
  readonly shownOnce: Body | null
}

/** One kind of things that files declare.
 *  T: what is read of a thing; I: what it is made and changed by. */
export interface Kind<T extends Thing, I> {
  /** What the workspace has: all, or what may be meant. */
  readonly read: (context: KindContext, wanted: Wanted) => Promise<readonly T[]>
  /** What makes a body the same as a thing; null: nothing, also where the rules refuse the body. */
  readonly signOf: (context: KindContext, body: Body) => string | null
  /** What a body wants of a thing: what it does not say is at its default.
   *  @param body its references are ids
   *  @throws AppError badRequest for what the rules refuse */
  readonly wish: (context: KindContext, body: Body, thing: T | null) => Wish & { readonly input: I }
  /** Asks others, such as name servers, what is needed to make or change it, before anything is locked.
   *  @returns the input, with what was found out */
  readonly prepare?: (context: KindContext, input: I, isNew: boolean) => Promise<I>
  readonly create: (context: KindContext, input: I) => Promise<Made>
  /** @param fields names of the outermost fields that differ */
  readonly change: (
    context: KindContext,
    thing: T,
    input: I,
    fields: ReadonlySet<string>,
  ) => Promise<void>
  readonly remove: (context: KindContext, things: readonly T[]) => Promise<void>
  /** Lets go of what only one may have, of a thing that is changed to have another in this transaction: the two that
   *  change places are in each other's way otherwise. Left out: nothing is so.
   *  @param fields names of the outermost fields that are going to change */
  readonly makeRoom?: (context: KindContext, thing: T, fields: ReadonlySet<string>) => Promise<void>
}

/** Of fields those that differ. */
export function pick(input: object, fields: ReadonlySet<string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([name]) => fields.has(name)))
}
