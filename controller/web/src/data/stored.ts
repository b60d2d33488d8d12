import { useSyncExternalStore } from 'react'

/** A choice of the person that stays in this browser. */
export interface Stored<T extends string> {
  readonly read: () => T
  readonly write: (value: T) => void
  /** The choice, in whatever shows it. */
  readonly use: () => T
}

const YEAR_SECONDS = 31_536_000

/** Tells the controller of a choice, with the documents below a path. */
function tellController(name: string, value: string, path: string): void {
  document.cookie = `${name}=${value}; path=${path}; max-age=${YEAR_SECONDS}; samesite=lax`
}

/** @param isValue whether a text is one of the choices: what is stored may be of another version
 *  @param toldAt path of the pages that the controller begins by this choice, as the cookie of that name has it: one word */
export function stored<T extends string>(
  name: string,
  fallback: T,
  isValue: (text: string) => text is T,
  toldAt?: string,
): Stored<T> {
  const listeners = new Set<() => void>()

  function load(): T {
    try {
      const text = localStorage.getItem(name)
      return text !== null && isValue(text) ? text : fallback
    } catch {
      // Storage is closed to this page.
      return fallback
    }
  }

  let present = load()
  if (toldAt !== undefined && present !== fallback) tellController(name, present, toldAt)

  function tell(value: T): void {
    present = value
    for (const listener of listeners) listener()
  }

  globalThis.addEventListener?.('storage', (event) => {
    if (event.key === name) tell(load())
  })

  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  return {
    read: () => present,
    write(value) {
      try {
        localStorage.setItem(name, value)
      } catch {
        // It holds for this page alone then.
      }
      if (toldAt !== undefined) tellController(name, value, toldAt)
      tell(value)
    },
    use: () => useSyncExternalStore(subscribe, () => present),
  }
}
