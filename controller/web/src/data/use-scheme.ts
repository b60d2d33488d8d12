import { useSyncExternalStore } from 'react'
import { appearance } from './preferences.ts'

export type Scheme = 'light' | 'dark'

const DARK = matchMedia('(prefers-color-scheme: dark)')

function subscribe(listener: () => void): () => void {
  DARK.addEventListener('change', listener)
  return () => DARK.removeEventListener('change', listener)
}

/** What is seen now, also where the system decides: for what is painted in script, as styles know by themselves. */
export function useScheme(): Scheme {
  const chosen = appearance.use()
  const ofSystem = useSyncExternalStore(subscribe, () => (DARK.matches ? 'dark' : 'light'))
  return chosen === 'system' ? ofSystem : chosen
}
