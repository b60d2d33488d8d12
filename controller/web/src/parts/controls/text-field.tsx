import type { InputHTMLAttributes } from 'react'
import { useId } from 'react'
import { classes } from '../class-names.ts'
import { describedBy } from './described-by.ts'
import type { FieldWords } from './field.tsx'
import { FieldFrame, INPUT_CLASSES } from './field.tsx'

type Kept = 'type' | 'name' | 'autoComplete' | 'inputMode' | 'placeholder' | 'maxLength'

export interface TextFieldProps
  extends FieldWords, Pick<InputHTMLAttributes<HTMLInputElement>, Kept> {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly isRequired?: boolean
  readonly isDisabled?: boolean
  readonly autoFocus?: boolean
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
  rows,
  isCode = false,
  isRequired = false,
  isDisabled = false,
  className,
  onChange,
  ...rest
}: TextFieldProps) {
  const id = useId()
  const look = classes(INPUT_CLASSES, isCode && 'font-mono', rows === undefined ? 'h-9' : 'py-2')
  const shared = {
    ...describedBy(id, { hint, error }),
    id,
    disabled: isDisabled,
    'aria-required': isRequired || undefined,
    className: look,
    onChange: (event: { readonly target: { readonly value: string } }) =>
      onChange(event.target.value),
  }
  const { type = 'text', ...ofBoth } = rest
  return (
    <div className={className}>
      <FieldFrame id={id} label={label} hint={hint} error={error}>
        {rows === undefined ? (
          <input {...ofBoth} {...shared} type={type} />
        ) : (
          <textarea {...ofBoth} {...shared} rows={rows} />
        )}
      </FieldFrame>
    </div>
  )
}
