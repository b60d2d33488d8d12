/** Words of a shingle. */
const SHINGLE = 3

/** Spreads the bits of a number over all 32. Source: MurmurHash3, 32-bit finalizer */
function mixed(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}

/** Three numbers added up, bit by bit. */
const sum = (a: number, b: number, c: number): number => a ^ b ^ c
const carry = (a: number, b: number, c: number): number => (a & b) | ((a ^ b) & c)

/** How many hashes are counted at once. */
const AT_ONCE = 8
/** Bits of the counts of eights; more than any page has words. */
const PLACES = 21

/** How often each of 32 bits was set. Number k holds bit k of all 32 counts, so that adding to them is a few
 *  operations on whole numbers instead of 32; and eight hashes are added up before the higher bits are touched.
 *  Source: Harley-Seal adders, in Warren, "Hacker's Delight", section 5-1 */
class BitCounts {
  /** Those that wait for others. */
  readonly #waiting = new Int32Array(AT_ONCE)
  #waits = 0
  #ones = 0
  #twos = 0
  #fours = 0
  readonly #eights = new Int32Array(PLACES)

  add(bits: number): void {
    this.#waiting[this.#waits++] = bits
    if (this.#waits === AT_ONCE) this.#addWaiting()
  }

  #addWaiting(): void {
    const waiting = this.#waiting
    const at = (place: number): number => waiting[place] ?? 0
    const twosOf1 = carry(this.#ones, at(0), at(1))
    let ones = sum(this.#ones, at(0), at(1))
    const twosOf3 = carry(ones, at(2), at(3))
    ones = sum(ones, at(2), at(3))
    const twosOf5 = carry(ones, at(4), at(5))
    ones = sum(ones, at(4), at(5))
    const twosOf7 = carry(ones, at(6), at(7))
    this.#ones = sum(ones, at(6), at(7))
    const foursOf3 = carry(this.#twos, twosOf1, twosOf3)
    const twos = sum(this.#twos, twosOf1, twosOf3)
    const foursOf7 = carry(twos, twosOf5, twosOf7)
    this.#twos = sum(twos, twosOf5, twosOf7)
    let eights = carry(this.#fours, foursOf3, foursOf7)
    this.#fours = sum(this.#fours, foursOf3, foursOf7)
    for (let place = 0; eights !== 0 && place < PLACES; place += 1) {
      const before = this.#eights[place] ?? 0
      this.#eights[place] = before ^ eights
      eights &= before
    }
    waiting.fill(0)
    this.#waits = 0
  }

  /** 8 hex digits with the bits that are set more often than not. */
  majority(total: number): string {
    this.#addWaiting()
    const numbers = [this.#ones, this.#twos, this.#fours, ...this.#eights]
    let bits = 0
    for (let place = 0; place < 32; place += 1) {
      let count = 0
      for (let at = 0; at < numbers.length; at += 1) {
        count += (((numbers[at] ?? 0) >>> place) & 1) << at
      }
      if (2 * count > total) bits |= 1 << place
    }
    return (bits >>> 0).toString(16).padStart(8, '0')
  }
}

/** SimHash of a text over its shingles of three words, 64 bits as 16 hex digits: of texts that are nearly the
 *  same few bits differ. Case does not count.
 *  @param words their hashes, in order
 *  Source: Charikar, "Similarity estimation techniques from rounding algorithms" (2002); Manku, Jain, Das
 *  Sarma, "Detecting near-duplicates for web crawling" (2007) */
export function simHash(words: readonly number[]): string {
  const high = new BitCounts()
  const low = new BitCounts()
  let [first = 0, second = 0] = words
  for (let at = SHINGLE - 1; at < words.length; at += 1) {
    const third = words[at] ?? 0
    // The order of the words counts.
    const bits = mixed(Math.imul(first, 31) ^ Math.imul(second, 0x9e3779b1) ^ third)
    high.add(bits)
    low.add(mixed(bits ^ 0x5bd1e995 ^ third))
    first = second
    second = third
  }
  const shingles = Math.max(0, words.length - SHINGLE + 1)
  return high.majority(shingles) + low.majority(shingles)
}
