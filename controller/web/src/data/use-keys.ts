import { useEffect, useRef } from 'react'

/** Where letters are typed, and where keys have a meaning of their own. */
const TYPED =
  'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]'

/** Does something on a key that is pressed alone, unless somebody types.
 *  @param onKey told what the key writes; true: it was for this */
export function useKeys(onKey: (key: string) => boolean): void {
  const told = useRef(onKey)
  useEffect(() => {
    told.current = onKey
  })
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (event.target instanceof Element && event.target.closest(TYPED) !== null) return
      if (told.current(event.key)) event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
