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

/** The bits that are set in more than half of some hashes, as 8 hex digits. Number k of `counts` holds bit k of all 32
 *  counts, so that adding to them is a few operations on whole numbers instead of 32; and eight hashes are added up before
 *  the higher bits are touched. Source: Harley-Seal adders, in Warren, "Hacker's Delight", section 5-1
 *  @param hashes behind them zeros up to a multiple of eight  @param total without those */
function majorityOf(hashes: Int32Array, total: number): string {
  const eightsCounts = new Int32Array(PLACES)
  let ones = 0
  let twos = 0
  let fours = 0
  for (let at = 0; at < hashes.length; at += AT_ONCE) {
    const h0 = hashes[at] ?? 0
    const h1 = hashes[at + 1] ?? 0
    const h2 = hashes[at + 2] ?? 0
    const h3 = hashes[at + 3] ?? 0
    const h4 = hashes[at + 4] ?? 0
    const h5 = hashes[at + 5] ?? 0
    const h6 = hashes[at + 6] ?? 0
    const h7 = hashes[at + 7] ?? 0
    const twosOf1 = carry(ones, h0, h1)
    ones = sum(ones, h0, h1)
    const twosOf3 = carry(ones, h2, h3)
    ones = sum(ones, h2, h3)
    const twosOf5 = carry(ones, h4, h5)
    ones = sum(ones, h4, h5)
    const twosOf7 = carry(ones, h6, h7)
    ones = sum(ones, h6, h7)
    const foursOf3 = carry(twos, twosOf1, twosOf3)
    twos = sum(twos, twosOf1, twosOf3)
    const foursOf7 = carry(twos, twosOf5, twosOf7)
    twos = sum(twos, twosOf5, twosOf7)
    let eights = carry(fours, foursOf3, foursOf7)
    fours = sum(fours, foursOf3, foursOf7)
    for (let place = 0; eights !== 0 && place < PLACES; place += 1) {
      const before = eightsCounts[place] ?? 0
      eightsCounts[place] = before ^ eights
      eights &= before
    }
  }
  return bitsAbove(total / 2, [ones, twos, fours, ...eightsCounts])
}

/** @param counts as above */
function bitsAbove(most: number, counts: readonly number[]): string {
  let bits = 0
  for (let place = 0; place < 32; place += 1) {
    let count = 0
    for (let at = 0; at < counts.length; at += 1) {
      count += (((counts[at] ?? 0) >>> place) & 1) << at
    }
    if (count > most) bits |= 1 << place
  }
  return (bits >>> 0).toString(16).padStart(8, '0')
}

/** SimHash of a text over its shingles of three words, 64 bits as 16 hex digits: of texts that are nearly the
 *  same few bits differ. Case does not count.
 *  @param words their hashes, in order
 *  Source: Charikar, "Similarity estimation techniques from rounding algorithms" (2002); Manku, Jain, Das
 *  Sarma, "Detecting near-duplicates for web crawling" (2007) */
export function simHash(words: ArrayLike<number>): string {
  const shingles = Math.max(0, words.length - SHINGLE + 1)
  const room = AT_ONCE * Math.ceil(shingles / AT_ONCE)
  const high = new Int32Array(room)
  const low = new Int32Array(room)
  let first = words[0] ?? 0
  let second = words[1] ?? 0
  for (let at = 0; at < shingles; at += 1) {
    const third = words[at + SHINGLE - 1] ?? 0
    // The order of the words counts.
    const bits = mixed(Math.imul(first, 31) ^ Math.imul(second, 0x9e3779b1) ^ third)
    high[at] = bits
    low[at] = mixed(bits ^ 0x5bd1e995 ^ third)
    first = second
    second = third
  }
  return majorityOf(high, shingles) + majorityOf(low, shingles)
}
