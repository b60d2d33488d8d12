/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** In [0, 1). */
  readonly next: () => number
  readonly between: (low: number, high: number) => number
  /** @throws when there is nothing to pick */
  readonly pick: <T>(items: readonly T[]) => T
}

/** Source: mulberry32, https://gist.github.com/tommyettinger/46a874533244883189143505d203312c
 *  @param seed a whole number below 2^32 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    pick(items) {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new Error('there is nothing to pick from')
      return item
    },
  }
}
