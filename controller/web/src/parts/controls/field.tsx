import type { ReactNode } from 'react'
import { FieldError, Label, Text } from 'react-aria-components'

/** The look of everything that text is typed into. */
export const INPUT_CLASSES =
  'w-full rounded-lg border border-line-strong/60 bg-surface px-3 text-sm text-ink transition-colors hover:border-line-strong data-[invalid]:border-down disabled:opacity-60'

/** What stands around a control: its name above, a hint and what is wrong with it below. */
export function FieldFrame({
  label,
  hint,
  error,
  children,
}: {
  label: ReactNode
  hint?: ReactNode
  /** The API's sentence about this field. */
  error?: string | undefined
  children: ReactNode
}) {
  return (
    <>
      <Label className="mb-1 block text-sm font-medium text-ink">{label}</Label>
      {children}
      {hint !== undefined && hint !== null ? (
        <Text slot="description" className="mt-1 block text-xs text-ink-faint">
          {hint}
        </Text>
      ) : null}
      <FieldError className="mt-1 block text-xs font-medium text-down">
        {({ validationErrors }) => error ?? validationErrors.join(' ')}
      </FieldError>
    </>
  )
}
