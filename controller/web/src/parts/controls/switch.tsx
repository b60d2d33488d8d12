import type { ReactNode } from 'react'
import { Switch as AriaSwitch } from 'react-aria-components'

/** On or off, at once. */
export function Switch({
  children,
  hint,
  ...rest
}: {
  isSelected: boolean
  onChange: (isOn: boolean) => void
  isDisabled?: boolean
  children: ReactNode
  hint?: ReactNode
}) {
  return (
    <AriaSwitch
      {...rest}
      className="group flex cursor-pointer items-start gap-3 text-sm data-[disabled]:opacity-50"
    >
      <span className="mt-0.5 flex h-5 w-9 shrink-0 rounded-full border border-line-strong/50 bg-sunken p-0.5 transition-colors group-data-[focus-visible]:outline-2 group-data-[focus-visible]:outline-offset-2 group-data-[focus-visible]:outline-accent group-data-[selected]:border-transparent group-data-[selected]:bg-accent-fill">
        <span className="size-3.5 rounded-full bg-ink-soft transition-transform group-data-[selected]:translate-x-4 group-data-[selected]:bg-on-accent" />
      </span>
      <span>
        <span className="font-medium text-ink">{children}</span>
        {hint === undefined ? null : <span className="block text-xs text-ink-faint">{hint}</span>}
      </span>
    </AriaSwitch>
  )
}
