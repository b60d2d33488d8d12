import { Check } from 'lucide-react'
import type { ReactNode } from 'react'

export function Checkbox({
  isSelected,
  onChange,
  isDisabled = false,
  children,
  ...rest
}: {
  isSelected: boolean
  onChange: (isOn: boolean) => void
  isDisabled?: boolean
  /** Where nothing stands beside it. */
  'aria-label'?: string
  children?: ReactNode
}) {
  return (
    <label className="relative flex cursor-pointer items-center gap-2 text-sm">
      <input
        {...rest}
        type="checkbox"
        checked={isSelected}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
        className="peer size-4 shrink-0 cursor-pointer appearance-none rounded border border-line-strong bg-surface checked:border-accent-fill checked:bg-accent-fill disabled:cursor-not-allowed disabled:opacity-50"
      />
      <Check
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-0.5 size-3 -translate-y-1/2 text-on-accent opacity-0 peer-checked:opacity-100"
      />
      {children}
    </label>
  )
}
