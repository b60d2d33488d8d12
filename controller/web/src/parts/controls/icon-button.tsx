import type { RefObject } from 'react'
import { useRef } from 'react'
import { classes } from '../class-names.ts'
import type { PlainButtonProps } from './button.tsx'
import { PlainButton } from './button.tsx'
import { useTip } from './use-tip.ts'

interface IconButtonProps extends Omit<PlainButtonProps, 'aria-label' | 'name' | 'ref'> {
  readonly name: string
  readonly ref?: RefObject<HTMLButtonElement | null>
}

/** A button that is a sign alone; its name shows beside it and is read out. */
export function IconButton({ name, children, className, ref, onPress, ...rest }: IconButtonProps) {
  const own = useRef<HTMLButtonElement>(null)
  const place = ref ?? own
  const { tip, isShown, hide, handlers } = useTip(place, rest)
  return (
    <>
      <PlainButton
        {...rest}
        {...handlers}
        ref={place}
        onPress={() => {
          hide()
          onPress?.()
        }}
        aria-label={name}
        className={classes(
          'inline-flex size-9 cursor-pointer items-center justify-center rounded-lg text-ink-soft transition-colors hover:bg-hover hover:text-ink disabled:opacity-40 [&_svg]:size-[1.1rem]',
          className,
        )}
      >
        {children}
      </PlainButton>
      {isShown ? (
        <span
          ref={tip}
          role="tooltip"
          popover="manual"
          className="pointer-events-none inset-auto rounded-md bg-ink px-2 py-1 text-xs font-medium text-canvas shadow-raised"
        >
          {name}
        </span>
      ) : null}
    </>
  )
}
