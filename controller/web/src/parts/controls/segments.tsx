import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import type { Choice } from './select.tsx'

/** One of very few, all of them seen: a period, a view. */
export function Segments<V extends string>({
  label,
  choices,
  value,
  onChange,
}: {
  /** Read out, not shown. */
  label: string
  choices: readonly Choice<V>[]
  value: V
  onChange: (value: V) => void
}) {
  return (
    <ToggleButtonGroup
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const [key] = keys
        if (key !== undefined) onChange(key as V)
      }}
      className="inline-flex rounded-lg border border-line bg-sunken p-0.5"
    >
      {choices.map((choice) => (
        <ToggleButton
          key={choice.value}
          id={choice.value}
          className="h-7 cursor-pointer rounded-md px-2.5 text-xs font-medium text-ink-soft transition-colors hover:text-ink data-[selected]:bg-surface data-[selected]:text-ink data-[selected]:shadow-xs"
        >
          {choice.text}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
