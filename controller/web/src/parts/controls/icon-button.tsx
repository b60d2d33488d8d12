import type { ReactNode } from 'react'
import type { ButtonProps as AriaProps } from 'react-aria-components'
import { Button as AriaButton, Tooltip, TooltipTrigger } from 'react-aria-components'
import { classes } from '../class-names.ts'

const BESIDE_PX = 6
const SHOWN_AFTER_MS = 500

/** A button that is a sign alone; its name shows beside it and is read out. */
export function IconButton({
  name,
  children,
  className,
  ...rest
}: Omit<AriaProps, 'children' | 'className' | 'aria-label'> & {
  name: string
  className?: string
  children: ReactNode
}) {
  return (
    <TooltipTrigger delay={SHOWN_AFTER_MS}>
      <AriaButton
        {...rest}
        aria-label={name}
        className={classes(
          'inline-flex size-9 cursor-pointer items-center justify-center rounded-lg text-ink-soft transition-colors hover:bg-hover hover:text-ink disabled:opacity-40 [&_svg]:size-[1.1rem]',
          className,
        )}
      >
        {children}
      </AriaButton>
      <Tooltip
        offset={BESIDE_PX}
        className="rounded-md bg-ink px-2 py-1 text-xs font-medium text-canvas shadow-raised"
      >
        {name}
      </Tooltip>
    </TooltipTrigger>
  )
}
