/** Texts whose SimHashes differ in at most so many of 64 bits are near-duplicates.
 *  Source: Manku, Jain, Das Sarma, "Detecting Near-Duplicates for Web Crawling", section 4 */
export const MAX_DIFFERENT_BITS = 3

/** With four bands, two hashes that differ in three bits are equal in one band at least. */
const BANDS = 4
const BAND_BITS = 16n
const BAND_MASK = 0xffffn
/** Of hashes that share a band so many are compared with each other; a band in which more meet is a
 *  template's, and its copies meet in the others too. */
const MAX_COMPARED = 200

function differentBits(one: bigint, other: bigint): number {
  let bits = 0
  for (let rest = one ^ other; rest !== 0n; rest &= rest - 1n) bits += 1
  return bits
}

/** Groups texts that are nearly the same. Of equal ones all come into one group; whoever is near to one of a
 *  group belongs to it.
 *  @param hashes SimHashes as hex digits; null is near to nothing
 *  @returns places in the list, groups of two and more, in order */
export function nearDuplicates(hashes: readonly (string | null)[]): number[][] {
  const members = new Map<string, number[]>()
  for (const [at, hash] of hashes.entries()) {
    if (hash === null) continue
    const same = members.get(hash)
    if (same === undefined) members.set(hash, [at])
    else same.push(at)
  }
  const distinct = [...members.keys()].map((hex) => BigInt(`0x${hex}`))
  const groupOf = joinNear(distinct)
  const groups = Map.groupBy([...members.values()].entries(), ([place]) => groupOf(place))
  return [...groups.values()]
    .map((group) => group.flatMap(([, places]) => places).sort((one, other) => one - other))
    .filter((places) => places.length > 1)
    .sort((one, other) => (one[0] ?? 0) - (other[0] ?? 0))
}

/** @returns the group of each place */
function joinNear(hashes: readonly bigint[]): (place: number) => number {
  const parents = hashes.map((_, place) => place)
  function find(place: number): number {
    let root = place
    while (parents[root] !== root) root = parents[root] ?? root
    parents[place] = root
    return root
  }
  for (let band = 0n; band < BANDS; band += 1n) {
    const buckets = Map.groupBy(hashes.keys(), (place) =>
      Number(((hashes[place] ?? 0n) >> (band * BAND_BITS)) & BAND_MASK),
    )
    for (const bucket of buckets.values()) {
      const compared = bucket.slice(0, MAX_COMPARED)
      for (const [at, one] of bucket.entries()) {
        for (const other of compared.slice(0, at)) {
          if (differentBits(hashes[one] ?? 0n, hashes[other] ?? 0n) > MAX_DIFFERENT_BITS) continue
          parents[find(one)] = find(other)
        }
      }
    }
  }
  return find
}
