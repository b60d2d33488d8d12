import type { HTMLAttributes, RefObject } from 'react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { tipPlace } from './tip-place.ts'

const SHOWN_AFTER_MS = 500

type Handlers = Pick<HTMLAttributes<HTMLButtonElement>, 'onPointerEnter' | 'onFocus' | 'onKeyDown'>

/** Shows the name of a control beside it: while it is pointed at for a moment, or has the focus by the keyboard.
 *  @param control that it is beside
 *  @param own what else is to happen there */
export function useTip(control: RefObject<HTMLElement | null>, own: Handlers) {
  const tip = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isShown, setShown] = useState(false)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLayoutEffect(() => {
    if (!isShown || tip.current === null || control.current === null) return
    const { style } = tip.current
    tip.current.showPopover()
    const { left, top } = tipPlace(
      control.current.getBoundingClientRect(),
      tip.current.getBoundingClientRect(),
      document.documentElement.clientWidth,
    )
    style.left = `${left}px`
    style.top = `${top}px`
  }, [isShown, control])
  function hide(): void {
    clearTimeout(timer.current)
    setShown(false)
  }
  return {
    tip,
    isShown,
    hide,
    handlers: {
      onPointerEnter(event: React.PointerEvent<HTMLButtonElement>) {
        own.onPointerEnter?.(event)
        if (event.pointerType !== 'mouse') return
        timer.current = setTimeout(() => setShown(true), SHOWN_AFTER_MS)
      },
      onPointerLeave: hide,
      onPointerDown: hide,
      onFocus(event: React.FocusEvent<HTMLButtonElement>) {
        own.onFocus?.(event)
        if (event.currentTarget.matches(':focus-visible')) setShown(true)
      },
      onBlur: hide,
      onKeyDown(event: React.KeyboardEvent<HTMLButtonElement>) {
        own.onKeyDown?.(event)
        if (event.key === 'Escape') hide()
      },
    },
  }
}
