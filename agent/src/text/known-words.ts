/** Words that are remembered; longer ones are no words of a language. */
const MAX_WORDS = 16_384
const MAX_LENGTH = 40
/** UTF-16 units of all of them. */
const MAX_UNITS = 16 * MAX_WORDS
/** Twice as many as words, so that few meet. A power of two. */
const SLOTS = 2 * MAX_WORDS

/** What is known of words, found by where they stand in a text: no string is made of a word that was met before. */
export class KnownWords<T> {
  readonly #tell: (word: string) => T
  readonly #known: T[] = []
  /** By the place of a word among them, and one more; 0 where there is none. */
  readonly #slots = new Uint16Array(SLOTS)
  /** All words, one behind the other; and where each ends. */
  readonly #units = new Uint16Array(MAX_UNITS)
  readonly #ends = new Uint32Array(MAX_WORDS + 1)

  /** @param tell what is to be known of a word as it is written */
  constructor(tell: (word: string) => T) {
    this.#tell = tell
  }

  /** @param hash as `scanWords` or `readWords` tells it */
  of(text: string, from: number, to: number, hash: number | null): T {
    if (hash === null || to - from > MAX_LENGTH) return this.#tell(text.slice(from, to))
    let slot = (hash ^ (hash >>> 15)) & (SLOTS - 1)
    for (;;) {
      const place = this.#slots[slot] ?? 0
      if (place === 0) return this.#add(text.slice(from, to), slot)
      if (this.#isAt(text, from, to, place)) return this.#known[place - 1] as T
      slot = (slot + 1) & (SLOTS - 1)
    }
  }

  #isAt(text: string, from: number, to: number, place: number): boolean {
    const begin = this.#ends[place - 1] ?? 0
    if ((this.#ends[place] ?? 0) - begin !== to - from) return false
    const units = this.#units
    for (let at = from; at < to; at += 1) {
      if (text.charCodeAt(at) !== units[begin + at - from]) return false
    }
    return true
  }

  #add(word: string, slot: number): T {
    const known = this.#tell(word)
    const begin = this.#ends[this.#known.length] ?? 0
    if (this.#known.length === MAX_WORDS || begin + word.length > MAX_UNITS) {
      this.#known.length = 0
      this.#slots.fill(0)
      return known
    }
    for (let at = 0; at < word.length; at += 1) this.#units[begin + at] = word.charCodeAt(at)
    this.#known.push(known)
    this.#ends[this.#known.length] = begin + word.length
    this.#slots[slot] = this.#known.length
    return known
  }
}
