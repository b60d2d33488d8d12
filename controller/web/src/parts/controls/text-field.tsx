import type { ReactNode } from 'react'
import type { TextFieldProps as AriaProps } from 'react-aria-components'
import { Input, TextArea, TextField as AriaTextField } from 'react-aria-components'
import { classes } from '../class-names.ts'
import { FieldFrame, INPUT_CLASSES } from './field.tsx'

export interface TextFieldProps extends Omit<AriaProps, 'children' | 'className' | 'isInvalid'> {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly error?: string | undefined
  readonly placeholder?: string
  /** More than one line: that many are shown. */
  readonly rows?: number
  /** Text that machines read: addresses, patterns, headers. */
  readonly isCode?: boolean
  readonly className?: string
}

export function TextField({
  label,
  hint,
  error,
  placeholder,
  rows,
  isCode = false,
  className,
  ...rest
}: TextFieldProps) {
  const look = classes(INPUT_CLASSES, isCode && 'font-mono')
  const shown = placeholder === undefined ? {} : { placeholder }
  return (
    <AriaTextField
      {...rest}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={className ?? ''}
    >
      <FieldFrame label={label} hint={hint} error={error}>
        {rows === undefined ? (
          <Input {...shown} className={classes(look, 'h-9')} />
        ) : (
          <TextArea {...shown} rows={rows} className={classes(look, 'py-2')} />
        )}
      </FieldFrame>
    </AriaTextField>
  )
}
