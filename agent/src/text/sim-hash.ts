import { foldCase } from './fold.ts'

/** Words of a shingle. */
const SHINGLE = 3

/** Spreads the bits of a number over all 32. Source: MurmurHash3, 32-bit finalizer */
function mixed(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}

/** FNV-1a over UTF-16 units. */
function hashOf(word: string): number {
  let bits = 0x811c9dc5
  for (let at = 0; at < word.length; at += 1) {
    bits = Math.imul(bits ^ word.charCodeAt(at), 0x01000193)
  }
  return bits
}

/** Counts how often each of 32 bits is set. Number k holds bit k of all 32 counts, so that adding to them is a
 *  few operations on whole numbers: 6 on average instead of 32. */
type BitCounts = Int32Array

/** More shingles than any page has words. */
const COUNT_BITS = 24

function count(counts: BitCounts, bits: number): void {
  let carry = bits
  for (let at = 0; carry !== 0 && at < COUNT_BITS; at += 1) {
    const before = counts[at] ?? 0
    counts[at] = before ^ carry
    carry &= before
  }
}

/** 8 hex digits with the bits that are set more often than not. */
function majority(counts: BitCounts, total: number): string {
  let bits = 0
  for (let place = 0; place < 32; place += 1) {
    let sum = 0
    for (let at = 0; at < COUNT_BITS; at += 1) sum += (((counts[at] ?? 0) >>> place) & 1) << at
    if (2 * sum > total) bits |= 1 << place
  }
  return (bits >>> 0).toString(16).padStart(8, '0')
}

/** SimHash of a text over its shingles of three words, 64 bits as 16 hex digits: of texts that are nearly the
 *  same few bits differ. Case does not count.
 *  Source: Charikar, "Similarity estimation techniques from rounding algorithms" (2002); Manku, Jain, Das
 *  Sarma, "Detecting near-duplicates for web crawling" (2007) */
export function simHash(words: readonly string[]): string {
  const high = new Int32Array(COUNT_BITS)
  const low = new Int32Array(COUNT_BITS)
  let [first = 0, second = 0] = words.slice(0, SHINGLE - 1).map((word) => hashOf(foldCase(word)))
  for (let at = SHINGLE - 1; at < words.length; at += 1) {
    const third = hashOf(foldCase(words[at] ?? ''))
    // The order of the words counts.
    const bits = mixed(Math.imul(first, 31) ^ Math.imul(second, 0x9e3779b1) ^ third)
    count(high, bits)
    count(low, mixed(bits ^ 0x5bd1e995 ^ third))
    first = second
    second = third
  }
  const shingles = Math.max(0, words.length - SHINGLE + 1)
  return majority(high, shingles) + majority(low, shingles)
}
