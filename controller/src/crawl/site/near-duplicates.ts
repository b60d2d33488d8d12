/** Texts whose SimHashes differ in at most so many of 64 bits are near-duplicates.
 *  Source: Manku, Jain, Das Sarma, "Detecting Near-Duplicates for Web Crawling", section 4 */
export const MAX_DIFFERENT_BITS = 3

/** Bits of the blocks that a hash is cut into. Of six blocks two hashes that differ in three bits have three in
 *  common at least, whichever these are: hashes that agree in three blocks are compared, for each three of them. With
 *  fewer blocks more hashes meet by chance: 33 bits in common are hardly ever. */
const BLOCK_BITS = [11, 11, 11, 11, 10, 10] as const
/** Factor of a block in the number that stands for three of them. */
const BLOCK_VALUES = 2 ** 11
/** Factor of such a number beside the place of its hash: 33 and 20 bits are what a double holds exactly. */
const PLACES = 2 ** 20
/** Hashes that agree in three blocks are compared with so many of each other: only somebody who makes them has
 *  more, and 50,000 of those would take minutes. */
const MAX_COMPARED = 500

/** Every three of the six blocks. */
const THREES = BLOCK_BITS.flatMap((_, one) =>
  BLOCK_BITS.slice(one + 1).flatMap((__, second) => {
    const two = one + 1 + second
    return BLOCK_BITS.slice(two + 1).map((___, third) => [one, two, two + 1 + third] as const)
  }),
)

/** SimHashes by place. */
interface Hashes {
  readonly high: Uint32Array
  readonly low: Uint32Array
  readonly blocks: readonly Uint16Array[]
}

function hashesOf(hex: readonly string[]): Hashes {
  const high = Uint32Array.from(hex, (digits) => Number.parseInt(digits.slice(0, -8) || '0', 16))
  const low = Uint32Array.from(hex, (digits) => Number.parseInt(digits.slice(-8), 16))
  let shift = 0n
  const blocks = BLOCK_BITS.map((bits) => {
    const [by, mask] = [shift, (1n << BigInt(bits)) - 1n]
    shift += BigInt(bits)
    return Uint16Array.from(hex, (digits) => Number((BigInt(`0x${digits}`) >> by) & mask))
  })
  return { high, low, blocks }
}

/** Source: Warren, "Hacker's Delight", section 5-1 */
function bitsIn(word: number): number {
  let bits = word - ((word >>> 1) & 0x5555_5555)
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}

function areNear({ high, low }: Hashes, one: number, other: number): boolean {
  const inHigh = bitsIn((high[one] ?? 0) ^ (high[other] ?? 0))
  return inHigh + bitsIn((low[one] ?? 0) ^ (low[other] ?? 0)) <= MAX_DIFFERENT_BITS
}

/** Places whose hashes agree in some blocks, those with others in the order of their places. */
function* bucketsOf(blocks: readonly Uint16Array[], count: number): Generator<Float64Array> {
  const keys = new Float64Array(count)
  for (let place = 0; place < count; place += 1) {
    let key = 0
    for (const block of blocks) key = key * BLOCK_VALUES + (block[place] ?? 0)
    keys[place] = key * PLACES + place
  }
  keys.sort()
  const keyAt = (at: number): number => Math.floor((keys[at] ?? 0) / PLACES)
  for (let begin = 0; begin < count;) {
    let end = begin + 1
    while (end < count && keyAt(end) === keyAt(begin)) end += 1
    if (end > begin + 1) yield keys.subarray(begin, end).map((key) => key % PLACES)
    begin = end
  }
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
  const groupOf = joinNear(hashesOf([...members.keys()]), members.size)
  const groups = Map.groupBy([...members.values()].entries(), ([place]) => groupOf(place))
  return [...groups.values()]
    .map((group) => group.flatMap(([, places]) => places).sort((one, other) => one - other))
    .filter((places) => places.length > 1)
    .sort((one, other) => (one[0] ?? 0) - (other[0] ?? 0))
}

/** @returns the group of each place */
function joinNear(hashes: Hashes, count: number): (place: number) => number {
  const parents = Int32Array.from({ length: count }, (_, place) => place)
  function find(place: number): number {
    let root = place
    while (parents[root] !== root) root = parents[root] ?? root
    parents[place] = root
    return root
  }
  for (const three of THREES) {
    const blocks = three.flatMap((block) => hashes.blocks[block] ?? [])
    for (const bucket of bucketsOf(blocks, count)) {
      for (const [at, one] of bucket.entries()) {
        for (const other of bucket.subarray(0, Math.min(at, MAX_COMPARED))) {
          if (areNear(hashes, one, other)) parents[find(one)] = find(other)
        }
      }
    }
  }
  return find
}
