import type { ReactNode } from 'react'
import type { NumberFieldProps as AriaProps } from 'react-aria-components'
import { Input, NumberField as AriaNumberField } from 'react-aria-components'
import { classes } from '../class-names.ts'
import { FieldFrame, INPUT_CLASSES } from './field.tsx'

/** A number with its unit beside it. */
export function NumberField({
  label,
  hint,
  error,
  unit,
  className,
  ...rest
}: Omit<AriaProps, 'children' | 'className' | 'isInvalid'> & {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  unit?: string
  className?: string
}) {
  return (
    <AriaNumberField
      {...rest}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={className ?? ''}
    >
      <FieldFrame label={label} hint={hint} error={error}>
        <span className="relative block">
          <Input className={classes(INPUT_CLASSES, 'numbers h-9', unit !== undefined && 'pr-14')} />
          {unit === undefined ? null : (
            <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-xs text-ink-faint">
              {unit}
            </span>
          )}
        </span>
      </FieldFrame>
    </AriaNumberField>
  )
}
