import type { ReactNode } from 'react'
import { Checkbox } from './checkbox.tsx'
import type { Choice } from './choice.ts'

/** Any number of some. */
export function PickList<V extends string>({
  label,
  choices,
  picked,
  onChange,
  empty,
}: {
  label: ReactNode
  choices: readonly Choice<V>[]
  picked: readonly V[]
  onChange: (picked: readonly V[]) => void
  /** Said when there is nothing to pick. */
  empty?: string
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      {choices.length === 0 ? (
        <p className="text-xs text-ink-faint">{empty}</p>
      ) : (
        <div className="max-h-44 space-y-1.5 overflow-y-auto rounded-lg border border-line p-2.5">
          {choices.map(({ value, text, hint }) => (
            <Checkbox
              key={value}
              isSelected={picked.includes(value)}
              onChange={(isOn) =>
                onChange(isOn ? [...picked, value] : picked.filter((other) => other !== value))
              }
            >
              <span className="min-w-0 break-words">
                {text}
                {hint === undefined ? null : (
                  <span className="text-xs text-ink-faint"> {hint}</span>
                )}
              </span>
            </Checkbox>
          ))}
        </div>
      )}
    </fieldset>
  )
}
