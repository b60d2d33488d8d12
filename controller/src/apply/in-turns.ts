import { setImmediate as nextTurn } from 'node:timers/promises'

/** Things after which others may have their turn: some milliseconds. */
const AT_ONCE = 50

/** Others may have their turn after some things: what waits for nothing, as a name that is remembered, gives them none.
 *  @param index of the thing that was done, from 0 */
export async function afterSome(index: number): Promise<void> {
  if (index % AT_ONCE === AT_ONCE - 1) await nextTurn()
}

/** Maps many, with turns of others in between. */
export async function mapInTurns<T, R>(all: readonly T[], map: (each: T) => R): Promise<R[]> {
  const mapped: R[] = []
  for (const [index, each] of all.entries()) {
    mapped.push(map(each))
    await afterSome(index)
  }
  return mapped
}

/** Runs what is done in pieces to its end. */
export async function runInTurns<R>(pieces: Generator<undefined, R, undefined>): Promise<R> {
  for (;;) {
    const piece = pieces.next()
    if (piece.done === true) return piece.value
    await nextTurn()
  }
}
