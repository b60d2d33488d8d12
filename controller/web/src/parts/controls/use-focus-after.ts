import { useEffect, useState } from 'react'

/** What can have the focus in a row of a list. */
const FOCUSED = 'a, button, input'

/** Gives the focus to what is beside the row that a dialog was opened from when that is gone with what the dialog asked
 *  about, or else to the page: it would be nowhere, and the keys begin anew at the top. */
export function useFocusAfter(): void {
  const [row] = useState(() => document.activeElement?.closest('li'))
  useEffect(() => {
    const beside = [row?.nextElementSibling, row?.previousElementSibling]
    return () => {
      // After it came back to what had it, where that is still there.
      const look = (): void => {
        if (document.activeElement !== document.body) return
        const other = beside.find((each) => each?.isConnected)
        const next = other?.querySelector<HTMLElement>(FOCUSED) ?? document.getElementById('page')
        next?.focus({ preventScroll: true })
      }
      requestAnimationFrame(() => requestAnimationFrame(look))
    }
  }, [row])
}
