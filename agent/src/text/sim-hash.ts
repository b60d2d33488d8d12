import { foldCase } from './fold.ts'
import { scanWords } from './scan-words.ts'
import { wordsOf } from './words.ts'

/** Words of a shingle. */
const SHINGLE = 3

/** Spreads the bits of a number over all 32. Source: MurmurHash3, 32-bit finalizer */
function mixed(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}

/** FNV-1a over UTF-16 units. Source: Fowler, Noll, Vo */
const FNV_BEGIN = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** Hash of a word in any case. */
function hashOf(word: string): number {
  const folded = foldCase(word)
  let bits = FNV_BEGIN
  for (let at = 0; at < folded.length; at += 1) {
    bits = Math.imul(bits ^ folded.charCodeAt(at), FNV_PRIME)
  }
  return bits
}

/** The same of a word in a text: of most no string need be made. */
function hashWithin(text: string, from: number, to: number): number {
  let bits = FNV_BEGIN
  for (let at = from; at < to; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit > 0x7f) return hashOf(text.slice(from, to))
    const isUpper = unit >= 0x41 && unit <= 0x5a
    bits = Math.imul(bits ^ (isUpper ? unit | 0x20 : unit), FNV_PRIME)
  }
  return bits
}

/** Hashes of the words of a text, in order. */
export function wordHashes(text: string): readonly number[] {
  const hashes: number[] = []
  const isTold = scanWords(text, (from, to) => hashes.push(hashWithin(text, from, to)))
  return isTold ? hashes : wordsOf(text).map(hashOf)
}

/** How often each of 32 bits was set. Number k holds bit k of all 32 counts, so that adding to them is a few
 *  operations on whole numbers instead of 32. */
class BitCounts {
  #ones = 0
  #twos = 0
  #fours = 0
  /** From 8 on; more than any page has words. */
  readonly #rest = new Int32Array(21)

  add(bits: number): void {
    let carry = this.#ones & bits
    this.#ones ^= bits
    const fours = this.#twos & carry
    this.#twos ^= carry
    carry = this.#fours & fours
    this.#fours ^= fours
    for (let at = 0; carry !== 0 && at < this.#rest.length; at += 1) {
      const before = this.#rest[at] ?? 0
      this.#rest[at] = before ^ carry
      carry &= before
    }
  }

  /** 8 hex digits with the bits that are set more often than not. */
  majority(total: number): string {
    const numbers = [this.#ones, this.#twos, this.#fours, ...this.#rest]
    let bits = 0
    for (let place = 0; place < 32; place += 1) {
      const sum = numbers.reduce((count, held, at) => count + (((held >>> place) & 1) << at), 0)
      if (2 * sum > total) bits |= 1 << place
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
