import { useEffect } from 'react'

/** Takes people to the first field of a form that is wrong, once that is known: it may be out of sight by then, or in a
 *  part that is folded.
 *  @param find the control
 *  @param error undefined: nothing is wrong with it */
export function useShownError(find: () => HTMLElement | null, error: string | undefined): void {
  useEffect(() => {
    if (error === undefined) return
    const control = find()
    if (control?.closest('form')?.querySelector('[aria-invalid="true"]') !== control) return
    for (let around = control?.parentElement; around; around = around.parentElement) {
      if (around instanceof HTMLDetailsElement) around.open = true
    }
    control?.scrollIntoView({ block: 'center' })
    control?.focus({ preventScroll: true })
    // It is found anew each time, and shown when the error comes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [error])
}
