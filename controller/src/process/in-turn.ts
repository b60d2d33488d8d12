/** Runs pieces of work one after the other, in the order in which they were asked for. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** Whoever asks learns how their work ended; nobody else is kept from theirs by a failure. */
export function createInTurn(): InTurn {
  let tail: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = tail.then(work)
    tail = done.catch(() => undefined)
    return done
  }
}
