import type { ReactNode } from 'react'

/** What is said at a field. */
export interface FieldWords {
  readonly label: ReactNode
  readonly hint?: ReactNode
  /** The API's sentence about this field. */
  readonly error?: string | undefined
}

export const isSaid = (words: ReactNode): boolean => words !== undefined && words !== null

/** What a control says of itself to who does not see it.
 *  @param id of the control */
export function describedBy(id: string, { hint, error }: Omit<FieldWords, 'label'>) {
  const names = [isSaid(hint) && `${id}-hint`, error !== undefined && `${id}-error`]
  return {
    'aria-describedby': names.filter(Boolean).join(' ') || undefined,
    ...(error === undefined ? {} : { 'aria-invalid': true, 'data-invalid': true }),
  }
}
