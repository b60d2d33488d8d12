import { Check, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  Button,
  ListBox,
  ListBoxItem,
  Popover,
  Select as AriaSelect,
  SelectValue,
} from 'react-aria-components'
import { classes } from '../class-names.ts'
import { FieldFrame, INPUT_CLASSES } from './field.tsx'

export interface Choice<V extends string> {
  readonly value: V
  readonly text: string
  readonly hint?: string
}

export const POPOVER_CLASSES =
  'rounded-xl border border-line bg-raised p-1 shadow-raised outline-none'
export const ITEM_CLASSES =
  'flex cursor-pointer items-center gap-2 rounded-lg px-2.5 py-1.5 text-sm text-ink outline-none data-[focused]:bg-hover data-[disabled]:opacity-40'

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
}: {
  label: ReactNode
  choices: readonly Choice<V>[]
  value: V | null
  onChange: (value: V) => void
  hint?: ReactNode
  error?: string | undefined
  isDisabled?: boolean
  className?: string
}) {
  return (
    <AriaSelect
      value={value}
      onChange={(key) => onChange(key as V)}
      isInvalid={error !== undefined}
      isDisabled={isDisabled}
      className={className ?? ''}
    >
      <FieldFrame label={label} hint={hint} error={error}>
        <Button
          className={classes(
            INPUT_CLASSES,
            'flex h-9 cursor-pointer items-center justify-between gap-2 text-left',
          )}
        >
          <SelectValue className="truncate data-[placeholder]:text-ink-faint">
            {({ selectedText, defaultChildren }) => selectedText ?? defaultChildren}
          </SelectValue>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-faint" />
        </Button>
        <Popover className={classes(POPOVER_CLASSES, 'min-w-(--trigger-width) overflow-auto')}>
          <ListBox items={choices} className="outline-none">
            {(choice) => <SelectItem choice={choice} />}
          </ListBox>
        </Popover>
      </FieldFrame>
    </AriaSelect>
  )
}

function SelectItem<V extends string>({ choice }: { choice: Choice<V> }) {
  return (
    <ListBoxItem id={choice.value} textValue={choice.text} className={ITEM_CLASSES}>
      {({ isSelected }) => (
        <>
          <span className="flex-1">
            {choice.text}
            {choice.hint === undefined ? null : (
              <span className="block text-xs text-ink-faint">{choice.hint}</span>
            )}
          </span>
          <Check
            aria-hidden
            className={classes('size-4 text-accent', !isSelected && 'invisible')}
          />
        </>
      )}
    </ListBoxItem>
  )
}
