/** The states of an automaton that reads every text that occurs in a path, and no other. The texts that lead to a state
 *  all end at the same places. */
interface Automaton {
  /** Number of each character of the path, from 1; 0 for those that are not in it. */
  readonly symbols: Uint8Array
  /** One more than there are symbols. */
  readonly width: number
  /** The state that follows by a symbol, at `state * width + symbol`; 0 for none, as none leads back to the beginning. */
  readonly next: Uint32Array
  /** The state of the longest ending of a state's texts that also ends elsewhere; the beginning has none. */
  readonly links: Int32Array
  /** Of its longest text, in characters. */
  readonly lengths: Uint32Array
  /** Whether a state's longest text is a beginning of the path. */
  readonly isBeginning: Uint8Array
  readonly states: number
}

/** Takes time linear in the path.
 *  Source: Blumer et al., 1985, "The smallest automaton recognizing the subwords of a text" */
function automatonOf(path: string): Automaton {
  const symbols = new Uint8Array(128)
  let width = 1
  for (let at = 0; at < path.length; at += 1) {
    const code = path.charCodeAt(at)
    if (symbols[code] === 0) symbols[code] = width++
  }
  const most = 2 * path.length + 1
  const next = new Uint32Array(most * width)
  const links = new Int32Array(most)
  const lengths = new Uint32Array(most)
  const isBeginning = new Uint8Array(most)
  let states = 1
  let last = 0
  links[0] = -1

  /** Leads states to another one by a symbol, from a state through its links, as long as they led to `former`.
   *  @returns the first state that did not; -1 for none */
  const lead = (from: number, symbol: number, former: number, to: number): number => {
    let state = from
    while (state !== -1 && next[state * width + symbol] === former) {
      next[state * width + symbol] = to
      state = links[state] ?? -1
    }
    return state
  }
  for (let at = 0; at < path.length; at += 1) {
    const symbol = symbols[path.charCodeAt(at)] ?? 0
    const added = states++
    lengths[added] = at + 1
    isBeginning[added] = 1
    const state = lead(last, symbol, 0, added)
    if (state !== -1) {
      const target = next[state * width + symbol] ?? 0
      const length = (lengths[state] ?? 0) + 1
      if (lengths[target] === length) links[added] = target
      else {
        const shorter = states++
        lengths[shorter] = length
        links[shorter] = links[target] ?? 0
        next.copyWithin(shorter * width, target * width, (target + 1) * width)
        lead(state, symbol, target, shorter)
        links[target] = shorter
        links[added] = shorter
      }
    }
    last = added
  }
  return { symbols, width, next, links, lengths, isBeginning, states }
}

type Numbers = Uint8Array | Uint32Array

const of = (numbers: Numbers, place: number): number => numbers[place] ?? 0

function add(numbers: Numbers, place: number, more: number): void {
  numbers[place] = of(numbers, place) + more
}

/** States with the longer texts first. */
function longestFirst({ lengths, states }: Automaton, longest: number): Uint32Array {
  const places = new Uint32Array(longest + 2)
  for (let state = 0; state < states; state += 1) add(places, longest - of(lengths, state) + 1, 1)
  for (let place = 1; place < places.length; place += 1) add(places, place, of(places, place - 1))
  const sorted = new Uint32Array(states)
  for (let state = 0; state < states; state += 1) {
    const place = longest - of(lengths, state)
    sorted[of(places, place)] = state
    add(places, place, 1)
  }
  return sorted
}

/** Says where texts occur in one path, each in about the time of reading the text, however long the path is and
 *  whatever it repeats: `String.indexOf` takes time of both where texts are made for the path. */
export class PathIndex {
  readonly #length: number
  readonly #automaton: Automaton
  /** Places of last characters, those of a state side by side and in no order. */
  readonly #ends: Uint32Array
  readonly #firstEndOf: Uint32Array
  readonly #endsOf: Uint32Array
  /** The ends of a state as bits, 32 in each word, for those that have more ends than there are words. */
  readonly #bits = new Map<number, Uint32Array>()

  /** @param path of ASCII characters */
  constructor(path: string) {
    const automaton = automatonOf(path)
    const { links, lengths, isBeginning, states } = automaton
    const sorted = longestFirst(automaton, path.length)
    const counts = new Uint32Array(states)
    for (const state of sorted) {
      add(counts, state, of(isBeginning, state))
      if (state !== 0) add(counts, links[state] ?? 0, of(counts, state))
    }
    const ends = new Uint32Array(path.length)
    const first = new Uint32Array(states)
    /** Where the ends of the next one that links to a state go. */
    const free = new Uint32Array(states)
    for (let place = states - 1; place >= 0; place -= 1) {
      const state = of(sorted, place)
      if (state !== 0) {
        const link = links[state] ?? 0
        first[state] = of(free, link)
        add(free, link, of(counts, state))
      }
      free[state] = of(first, state)
      if (isBeginning[state] === 1) {
        ends[of(free, state)] = of(lengths, state) - 1
        add(free, state, 1)
      }
    }
    this.#length = path.length
    this.#automaton = automaton
    this.#ends = ends
    this.#firstEndOf = first
    this.#endsOf = counts
  }

  /** As `String.indexOf` of the path. */
  indexOf(text: string, from: number): number {
    if (text === '') return Math.min(from, this.#length)
    const { symbols, width, next } = this.#automaton
    let state = 0
    for (let at = 0; at < text.length; at += 1) {
      const symbol = symbols[text.charCodeAt(at)] ?? 0
      state = symbol === 0 ? 0 : of(next, state * width + symbol)
      if (state === 0) return -1
    }
    const end = this.#endFrom(state, from + text.length - 1)
    return end === -1 ? -1 : end - text.length + 1
  }

  /** The first end of a state at a place or after it; -1 for none. */
  #endFrom(state: number, place: number): number {
    const words = (this.#length + 31) >>> 5
    const first = of(this.#firstEndOf, state)
    const count = of(this.#endsOf, state)
    if (count > words) return firstBitFrom(this.#bitsOf(state, words), place)
    let found = -1
    for (let at = first; at < first + count; at += 1) {
      const end = of(this.#ends, at)
      if (end >= place && (found === -1 || end < found)) found = end
    }
    return found
  }

  #bitsOf(state: number, words: number): Uint32Array {
    const known = this.#bits.get(state)
    if (known !== undefined) return known
    const bits = new Uint32Array(words)
    const first = of(this.#firstEndOf, state)
    for (const end of this.#ends.subarray(first, first + of(this.#endsOf, state))) {
      bits[end >>> 5] = of(bits, end >>> 5) | (1 << (end & 31))
    }
    this.#bits.set(state, bits)
    return bits
  }
}

/** The first bit that is set at a place or after it; -1 for none. */
function firstBitFrom(bits: Uint32Array, place: number): number {
  let word = place >>> 5
  let rest = of(bits, word) & (-1 << (place & 31))
  while (rest === 0) {
    word += 1
    if (word >= bits.length) return -1
    rest = of(bits, word)
  }
  return (word << 5) + 31 - Math.clz32(rest & -rest)
}
