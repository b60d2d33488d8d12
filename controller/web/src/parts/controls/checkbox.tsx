import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CheckboxProps as AriaProps } from 'react-aria-components'
import { Checkbox as AriaCheckbox } from 'react-aria-components'

export function Checkbox({
  children,
  ...rest
}: Omit<AriaProps, 'children' | 'className'> & { children?: ReactNode }) {
  return (
    <AriaCheckbox
      {...rest}
      className="group flex cursor-pointer items-center gap-2 text-sm data-[disabled]:opacity-50"
    >
      {({ isIndeterminate }) => (
        <>
          <span className="flex size-4 shrink-0 items-center justify-center rounded border border-line-strong bg-surface text-on-accent group-data-[focus-visible]:outline-2 group-data-[focus-visible]:outline-offset-2 group-data-[focus-visible]:outline-accent group-data-[indeterminate]:border-accent-fill group-data-[indeterminate]:bg-accent-fill group-data-[selected]:border-accent-fill group-data-[selected]:bg-accent-fill">
            {isIndeterminate ? (
              <Minus aria-hidden className="size-3" />
            ) : (
              <Check aria-hidden className="size-3 opacity-0 group-data-[selected]:opacity-100" />
            )}
          </span>
          {children}
        </>
      )}
    </AriaCheckbox>
  )
}
