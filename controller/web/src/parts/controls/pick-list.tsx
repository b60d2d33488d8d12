import type { ReactNode } from 'react'
import { useId } from 'react'
import { Checkbox } from './checkbox.tsx'
import type { Choice } from './choice.ts'
import { describedBy } from './described-by.ts'
import { HINT_CLASSES } from './field.tsx'
import { SkeletonRows } from '../feedback/skeleton.tsx'

/** Whoever picks nothing should not think there was nothing. */
function Unread({ failure }: { failure: string | undefined }) {
  return failure === undefined ? (
    <SkeletonRows rows={1} />
  ) : (
    <p role="alert" className="text-xs font-medium text-down">
      They could not be read. {failure}
    </p>
  )
}

/** Any number of some. */
export function PickList<V extends string>({
  label,
  choices,
  failure,
  picked,
  onChange,
  hint,
  empty,
}: {
  label: ReactNode
  /** undefined: they are not read yet. */
  choices: readonly Choice<V>[] | undefined
  /** Why there are none. */
  failure?: string | undefined
  picked: readonly V[]
  onChange: (picked: readonly V[]) => void
  hint?: string
  /** Said when there is nothing to pick. */
  empty?: string
}) {
  const id = useId()
  return (
    <fieldset className="min-w-0" {...describedBy(id, { hint })}>
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      {choices === undefined ? (
        <Unread failure={failure} />
      ) : choices.length === 0 ? (
        <p className="text-xs text-ink-faint">{empty}</p>
      ) : (
        <div className="max-h-44 space-y-1.5 overflow-y-auto rounded-lg border border-line p-2.5">
          {choices.map(({ value, text, hint: more }) => (
            <Checkbox
              key={value}
              isSelected={picked.includes(value)}
              onChange={(isOn) =>
                onChange(isOn ? [...picked, value] : picked.filter((other) => other !== value))
              }
            >
              <span className="min-w-0 break-words">
                {text}
                {more === undefined ? null : (
                  <span className="text-xs text-ink-faint"> {more}</span>
                )}
              </span>
            </Checkbox>
          ))}
        </div>
      )}
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className={HINT_CLASSES}>
          {hint}
        </p>
      )}
    </fieldset>
  )
}
