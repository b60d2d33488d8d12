import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
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

export interface PlainButtonProps extends Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'onClick' | 'disabled' | 'style'
> {
  readonly ref?: Ref<HTMLButtonElement> | undefined
  readonly onPress?: (() => void) | undefined
  readonly isDisabled?: boolean | undefined
  /** It is at it: a second press does nothing. */
  readonly isPending?: boolean | undefined
}

/** A button without a look. */
export function PlainButton({
  type = 'button',
  onPress,
  isDisabled = false,
  isPending = false,
  children,
  ...rest
}: PlainButtonProps) {
  return (
    <button
      {...rest}
      // A form is not sent twice; it is one of the two.
      // oxlint-disable-next-line react/button-has-type
      type={isPending ? 'button' : type}
      disabled={isDisabled}
      aria-disabled={isPending ? true : undefined}
      data-pending={isPending ? true : undefined}
      onClick={isPending ? undefined : onPress}
    >
      {children}
    </button>
  )
}

export interface ButtonProps extends PlainButtonProps {
  readonly look?: ButtonLook
  readonly isSmall?: boolean
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
    <PlainButton {...rest} className={classes(buttonClasses(look, isSmall), className)}>
      {rest.isPending === true ? <Working /> : null}
      {children}
    </PlainButton>
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
