/** What is said at a field beyond its name. */
interface Said {
  readonly hint?: unknown
  readonly error?: string | undefined
}

export const isSaid = (words: unknown): boolean => words !== undefined && words !== null

/** What a control says of itself to who does not see it. Pure.
 *  @param id of the control */
export function describedBy(id: string, { hint, error }: Said) {
  const names = [isSaid(hint) && `${id}-hint`, error !== undefined && `${id}-error`]
  return {
    'aria-describedby': names.filter(Boolean).join(' ') || undefined,
    ...(error === undefined ? {} : { 'aria-invalid': true, 'data-invalid': true }),
  }
}
