import type { ReactNode } from 'react'
import type { ButtonProps as AriaProps } from 'react-aria-components'
import { Button as AriaButton } from 'react-aria-components'
import { classes } from '../class-names.ts'

const LOOKS = {
  primary: 'bg-accent-fill text-on-accent hover:brightness-110 pressed:brightness-95',
  plain: 'border border-line bg-surface text-ink hover:bg-hover shadow-xs',
  quiet: 'text-ink-soft hover:bg-hover hover:text-ink',
  danger: 'border border-line bg-surface text-down hover:bg-down-soft',
} as const
export type ButtonLook = keyof typeof LOOKS

/** What all buttons share; links that look like buttons too. */
export function buttonClasses(look: ButtonLook, isSmall = false): string {
  return classes(
    'inline-flex cursor-pointer items-center justify-center gap-1.5 rounded-lg font-medium whitespace-nowrap transition-colors select-none',
    'disabled:cursor-not-allowed disabled:opacity-50 data-[pending]:cursor-progress [&_svg]:size-4 [&_svg]:shrink-0',
    isSmall ? 'h-8 px-2.5 text-sm' : 'h-9 px-3.5 text-sm',
    LOOKS[look],
  )
}

export interface ButtonProps extends Omit<AriaProps, 'children' | 'className' | 'style'> {
  readonly look?: ButtonLook
  readonly isSmall?: boolean
  readonly className?: string
  readonly children: ReactNode
}

/** While `isPending` it stays where it is, says so to screen readers, and is not pressed twice. */
export function Button({
  look = 'plain',
  isSmall = false,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <AriaButton {...rest} className={classes(buttonClasses(look, isSmall), className)}>
      {({ isPending }) => (
        <>
          {isPending ? <Working /> : null}
          {children}
        </>
      )}
    </AriaButton>
  )
}

function Working() {
  return (
    <span
      aria-hidden
      className="size-3.5 animate-spin rounded-full border-2 border-current border-t-transparent"
    />
  )
}
