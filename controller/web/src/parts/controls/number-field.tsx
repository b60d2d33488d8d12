import type { ReactNode } from 'react'
import { useRef } from 'react'
import type { NumberFieldProps as AriaProps } from 'react-aria-components'
import {
  FieldError,
  Input,
  Label,
  NumberField as AriaNumberField,
  Text,
} from 'react-aria-components'
import { classes } from '../class-names.ts'
import { useShownError } from './use-shown-error.ts'
import { ERROR_CLASSES, HINT_CLASSES, INPUT_CLASSES, LABEL_CLASSES } from './field.tsx'

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
  const input = useRef<HTMLInputElement>(null)
  useShownError(() => input.current, error)
  return (
    <AriaNumberField
      {...rest}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={className ?? ''}
    >
      <Label className={LABEL_CLASSES}>{label}</Label>
      <span className="relative block">
        <Input
          ref={input}
          className={classes(INPUT_CLASSES, 'numbers h-9', unit !== undefined && 'pr-14')}
        />
        {unit === undefined ? null : (
          <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-xs text-ink-faint">
            {unit}
          </span>
        )}
      </span>
      {hint !== undefined && hint !== null ? (
        <Text slot="description" className={HINT_CLASSES}>
          {hint}
        </Text>
      ) : null}
      <FieldError className={ERROR_CLASSES}>
        {({ validationErrors }) => error ?? validationErrors.join(' ')}
      </FieldError>
    </AriaNumberField>
  )
}
