import type { ReactNode } from 'react'
import { isSaid } from './described-by.ts'
import { useShownError } from './use-shown-error.ts'

/** The look of everything that text is typed into. */
export const INPUT_CLASSES =
  'w-full rounded-lg border border-line-strong/60 bg-surface px-3 text-sm text-ink transition-colors hover:border-line-strong data-[invalid]:border-down disabled:opacity-60'
export const LABEL_CLASSES = 'mb-1 block text-sm font-medium text-ink'
export const HINT_CLASSES = 'mt-1 block text-xs text-ink-faint'
export const ERROR_CLASSES = 'mt-1 block text-xs font-medium text-down'

/** What is said at a field. */
export interface FieldWords {
  readonly label: ReactNode
  readonly hint?: ReactNode
  /** The API's sentence about this field. */
  readonly error?: string | undefined
}

/** What stands around a control: its name above, a hint and what is wrong with it below.
 *  @param id of the control */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  children,
}: FieldWords & { id: string; children: ReactNode }) {
  useShownError(() => document.getElementById(id), error)
  return (
    <>
      <label id={`${id}-label`} htmlFor={id} className={LABEL_CLASSES}>
        {label}
      </label>
      {children}
      {isSaid(hint) ? (
        <span id={`${id}-hint`} className={HINT_CLASSES}>
          {hint}
        </span>
      ) : null}
      {error === undefined ? null : (
        <span id={`${id}-error`} className={ERROR_CLASSES}>
          {error}
        </span>
      )}
    </>
  )
}
