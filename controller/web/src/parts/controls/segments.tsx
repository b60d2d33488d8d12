import type { KeyboardEvent } from 'react'
import type { Choice } from './choice.ts'

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
}

/** The arrows go from one to the next: which is meant, a press says. */
function go(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  if (step === undefined) return
  event.preventDefault()
  const all = [...event.currentTarget.querySelectorAll('button')]
  const at = all.findIndex((button) => button === document.activeElement)
  all.at((at + step) % all.length)?.focus()
}

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
    // What has the focus are its buttons.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div
      role="radiogroup"
      aria-label={label}
      onKeyDown={go}
      className="inline-flex rounded-lg border border-line bg-sunken p-0.5"
    >
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="radio"
          aria-checked={choice.value === value}
          tabIndex={choice.value === value ? 0 : -1}
          onClick={() => {
            if (choice.value !== value) onChange(choice.value)
          }}
          className="h-7 cursor-pointer rounded-md px-2.5 text-xs font-medium text-ink-soft transition-colors hover:text-ink aria-checked:bg-surface aria-checked:text-ink aria-checked:shadow-xs"
        >
          {choice.text}
        </button>
      ))}
    </div>
  )
}
