/** Many things at once that something was done to. */
export interface ManyDone {
  readonly count: number
  /** Of those that were named. */
  readonly ids: readonly string[]
}

/** Pure: what an operation on many things was done to.
 *  @param answer what the caller is told
 *  @returns null: it was about one thing */
export function doneTo(answer: unknown): ManyDone | null {
  if (typeof answer !== 'object' || answer === null) return null
  const { updated, deleted, results } = answer as Readonly<Record<string, unknown>>
  const count = updated ?? deleted
  if (typeof count !== 'number' || !Array.isArray(results)) return null
  const ids = (results as readonly { readonly id: string; readonly ok: boolean }[]).flatMap(
    ({ id, ok }) => (ok ? [id] : []),
  )
  return { count, ids }
}
