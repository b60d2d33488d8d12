import { useSyncExternalStore } from 'react'

/** A choice of the person that stays in this browser. */
export interface Stored<T extends string> {
  readonly read: () => T
  readonly write: (value: T) => void
  /** The choice, in whatever shows it. */
  readonly use: () => T
}

/** @param isValue whether a text is one of the choices: what is stored may be of another version */
export function stored<T extends string>(
  name: string,
  fallback: T,
  isValue: (text: string) => text is T,
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
      tell(value)
    },
    use: () => useSyncExternalStore(subscribe, () => present),
  }
}
