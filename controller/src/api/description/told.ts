/** Bodies by name, where one does not show it all. */
type Named = Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>

/** What is told by hand of an operation's bodies. Requests are told whole; of an answer what its fields do not
 *  show by their own examples. */
export interface ToldOperation {
  readonly request?: unknown
  readonly requests?: Named
  readonly answer?: unknown
  readonly answers?: Named
}

/** By operation; what is not there needs no words. */
export type ToldOperations = Readonly<Record<string, ToldOperation>>
