import { AsyncLocalStorage } from 'node:async_hooks'

/** For whom the agent works at a place in its code: carried along by what it waits for, since a redirect or
 *  a subresource is judged far from the check that led to it. */
export interface WhoseWork {
  /** @param isOperators the workspace that runs the installation asked for it */
  readonly runAs: <T>(isOperators: boolean, work: () => T) => T
  /** False where nobody is known: what is not said is not allowed. */
  readonly isOperators: () => boolean
}

export function createWhoseWork(): WhoseWork {
  const storage = new AsyncLocalStorage<boolean>()
  return {
    runAs: (isOperators, work) => storage.run(isOperators, work),
    isOperators: () => storage.getStore() ?? false,
  }
}
