import type { KeyboardEvent } from 'react'
import { useRef, useState } from 'react'

/** A button that opens a list, whose parts are loaded as soon as somebody seems to want it.
 *  @param kind of list
 *  @param load what the list is made of */
export function useOpener(kind: 'menu' | 'listbox', load: () => Promise<unknown>) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  // What could not be loaded is asked for again by the press.
  const prepare = (): void => void load().catch(() => undefined)
  function open(): void {
    // Not every browser gives the focus to what is pressed; it comes back to what had it.
    button.current?.focus()
    setOpen(true)
  }
  return {
    button,
    isOpen,
    close: () => setOpen(false),
    props: {
      ref: button,
      'aria-haspopup': kind,
      'aria-expanded': isOpen,
      onPress: open,
      onPointerEnter: prepare,
      onFocus: prepare,
      onKeyDown(event: KeyboardEvent) {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
        event.preventDefault()
        open()
      },
    },
  }
}

/** What a button must be given to open a list. */
export type OpenerProps = ReturnType<typeof useOpener>['props']
