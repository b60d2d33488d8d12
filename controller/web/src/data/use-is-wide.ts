import { useSyncExternalStore } from 'react'

/** From where tables have all their columns: Tailwind's "lg". */
const WIDE = matchMedia('(width >= 64rem)')

function subscribe(listener: () => void): () => void {
  WIDE.addEventListener('change', listener)
  return () => WIDE.removeEventListener('change', listener)
}

/** Whether the window is as wide as that: for what is measured in script, as styles know by themselves. */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => WIDE.matches)
