import { AsyncLocalStorage } from 'node:async_hooks'

/** For whom the present work is done, as the controller said: all that it starts and waits for is theirs.
 *  It goes along by itself, because the lines it is for (pages of the browser, threads) are far below what
 *  knows it, and nothing between needs it. */
const present = new AsyncLocalStorage<string>()

/** Does work for somebody. Whose work is theirs already it just does: each change of it makes a map of all that goes
 *  along so. */
export function workFor<T>(sharer: string, work: () => T): T {
  return sharer === presentSharer() ? work() : present.run(sharer, work)
}

/** For whom the present work is; "" for nobody's in particular, such as the agent's own. */
export function presentSharer(): string {
  return present.getStore() ?? ''
}
