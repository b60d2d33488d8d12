import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/** Asks, where something was typed, whether it may be gone. */
type Asker = () => false | Promise<boolean>

/** Of all that keep something. */
const askers = new Set<Asker>()

/** Asks before something is done for good that leaves the page, as signing out does.
 *  @returns whether to go on */
export async function mayLeave(): Promise<boolean> {
  for (const asks of askers) if (await asks()) return false
  return true
}

/** Keeps what was typed from being left behind by whatever way until somebody said so. The router's own hook for it does
 *  the same in four times as many bytes.
 *  @param isDirty asked at that moment */
export function useLeaveGuard(isDirty: () => boolean) {
  const { history } = useRouter()
  const ask = useRef(isDirty)
  useEffect(() => {
    ask.current = isDirty
  })
  const [isAsked, setAsked] = useState(false)
  /** Takes the answer. */
  const take = useRef<((stays: boolean) => void) | null>(null)
  useEffect(() => {
    const asks: Asker = () =>
      ask.current() &&
      new Promise<boolean>((resolve) => {
        take.current = resolve
        setAsked(true)
      })
    askers.add(asks)
    const end = history.block({ blockerFn: asks, enableBeforeUnload: () => ask.current() })
    return () => {
      end()
      askers.delete(asks)
      // What was typed is gone anyway.
      take.current?.(false)
    }
  }, [history])
  return {
    /** Whether somebody has to say whether they stay. */
    isAsked,
    say: (stays: boolean): void => {
      take.current?.(stays)
      setAsked(false)
    },
  }
}
