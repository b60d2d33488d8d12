/** Outages of one controller whose evidence is being gathered at once: agents are asked for seconds, and
 *  other jobs (alerts) must not wait behind them. */
const PLACES = 2

const taken = new WeakMap<object, number>()

/** Takes a place among the gathering jobs of a controller.
 *  @param controller anything that stands for it
 *  @returns what gives the place back; null when all are taken */
export function takeGatherPlace(controller: object): (() => void) | null {
  const count = taken.get(controller) ?? 0
  if (count >= PLACES) return null
  taken.set(controller, count + 1)
  return () => taken.set(controller, (taken.get(controller) ?? 1) - 1)
}
