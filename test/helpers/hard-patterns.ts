/** An expression whose automaton has a state for nearly every text: it has to remember which of the
 *  last characters were an "a". It occurs where a "c" or "d" follows an "a" at the distance. */
export function manyStates(distance: number): string {
  return `a[ab]{${distance}}[cd]`
}

/** Instructions near the most that are allowed: 64 KiB take seconds to search. */
export const VERY_SLOW = 'a[ab]{1000}[ab]{1000}[ab]{1000}[cd]'

/** "a" and "b" without a pattern in them, the same for the same seed. */
export function mixed(length: number, seed = 1): string {
  let state = seed
  let text = ''
  while (text.length < length) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    text += (state >>> 16) % 2 === 0 ? 'a' : 'b'
  }
  return text
}
