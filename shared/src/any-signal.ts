/** What each signal made here follows, for as long as it is there itself. */
const SOURCES = new WeakMap<AbortSignal, readonly AbortSignal[]>()

/** A signal that aborts with the first of others, as `AbortSignal.any` does, and never misses it. Node keeps
 *  the others weakly: a time limit that strikes while nobody listens is collected, and whoever listens or
 *  looks later waits for ever (seen with Node 24.21; nodejs/node#65995). Listeners on the others would hold
 *  this one for as long as they live. */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  const any = AbortSignal.any([...signals])
  SOURCES.set(any, signals)
  return any
}
