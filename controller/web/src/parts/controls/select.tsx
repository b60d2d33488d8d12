import { ChevronDown } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useId } from 'react'
import { classes } from '../class-names.ts'
import { late } from '../late.tsx'
import { PlainButton } from './button.tsx'
import type { Choice } from './choice.ts'
import { describedBy } from './described-by.ts'
import type { FieldWords } from './field.tsx'
import { FieldFrame, INPUT_CLASSES } from './field.tsx'
import { byKey } from './select-keys.ts'
import type { SelectList as List } from './select-list.tsx'
import { useOpener } from './use-opener.ts'

const load = () => import('./select-list.tsx')
// Generic parts lose what they are of when they are lazy.
const SelectList = late(async () => (await load()).SelectList) as typeof List

/** One of a few. */
export function Select<V extends string>({
  label,
  choices,
  value,
  onChange,
  hint,
  error,
  isDisabled = false,
  className,
}: FieldWords & {
  choices: readonly Choice<V>[]
  value: V | null
  onChange: (value: V) => void
  isDisabled?: boolean
  className?: string
}) {
  const id = useId()
  const { button, isOpen, close, props } = useOpener('listbox', load)
  const shown = choices.find((choice) => choice.value === value)
  function change(event: KeyboardEvent): void {
    const next = byKey(event, choices, value)
    if (next === undefined) return props.onKeyDown(event)
    event.preventDefault()
    onChange(next)
  }
  return (
    <div className={className}>
      <FieldFrame id={id} label={label} hint={hint} error={error}>
        <PlainButton
          {...props}
          {...describedBy(id, { hint, error })}
          id={id}
          aria-labelledby={`${id}-value ${id}-label`}
          isDisabled={isDisabled}
          onKeyDown={change}
          className={classes(
            INPUT_CLASSES,
            'flex h-9 cursor-pointer items-center justify-between gap-2 text-left',
          )}
        >
          <span
            id={`${id}-value`}
            className={classes('truncate', shown === undefined && 'text-ink-faint')}
          >
            {shown?.text ?? 'Select an item'}
          </span>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-faint" />
        </PlainButton>
      </FieldFrame>
      {isOpen ? (
        <SelectList
          trigger={button}
          labelledBy={`${id}-label`}
          choices={choices}
          value={value}
          onChange={onChange}
          onClose={close}
        />
      ) : null}
    </div>
  )
}
