import { beforeAbort } from '../before-abort.ts'

/** Tells those who wait for something whenever anything happened. */
export interface PageChanges {
  readonly happened: () => void
  /** Resolves when something is the case, looked at whenever something happens; @throws the signal's
   *  reason when that comes first */
  readonly until: (isSo: () => boolean, signal: AbortSignal) => Promise<void>
}

export function createPageChanges(): PageChanges {
  const listeners = new Set<() => void>()
  return {
    happened() {
      for (const listener of listeners) listener()
    },
    async until(isSo, signal) {
      if (isSo()) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const look = (): void => {
        if (isSo()) resolve()
      }
      listeners.add(look)
      try {
        await beforeAbort(promise, signal)
      } finally {
        listeners.delete(look)
      }
    },
  }
}
