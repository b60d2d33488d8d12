import { foldCase } from './fold.ts'

const BITS = 64
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

/** Adds one vote for each bit that is set in a number, and one against each other. */
function vote(votes: Int32Array, from: number, bits: number): void {
  for (let at = 0; at < 32; at += 1) {
    votes[from + at] = (votes[from + at] ?? 0) + ((bits >>> at) & 1) * 2 - 1
  }
}

function hexOf(votes: Int32Array): string {
  let hex = ''
  for (let at = 0; at < BITS; at += 4) {
    let digit = 0
    for (let bit = 0; bit < 4; bit += 1) if ((votes[at + bit] ?? 0) > 0) digit |= 1 << bit
    hex += digit.toString(16)
  }
  return hex
}

/** SimHash of a text over its shingles of three words, 64 bits as 16 hex digits: of texts that are nearly the
 *  same few bits differ. Case does not count.
 *  Source: Charikar, "Similarity estimation techniques from rounding algorithms" (2002); Manku, Jain, Das
 *  Sarma, "Detecting near-duplicates for web crawling" (2007) */
export function simHash(words: readonly string[]): string {
  const votes = new Int32Array(BITS)
  let [first = 0, second = 0] = words.slice(0, SHINGLE - 1).map((word) => hashOf(foldCase(word)))
  for (let at = SHINGLE - 1; at < words.length; at += 1) {
    const third = hashOf(foldCase(words[at] ?? ''))
    // The order of the words counts.
    const bits = mixed(Math.imul(first, 31) ^ Math.imul(second, 0x9e3779b1) ^ third)
    vote(votes, 0, bits)
    vote(votes, 32, mixed(bits ^ 0x5bd1e995 ^ third))
    first = second
    second = third
  }
  return hexOf(votes)
}
