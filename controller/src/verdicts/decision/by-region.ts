/** Something that is kept once a region. Lists of these are small: a monitor has a handful of regions. */
export interface OfRegion {
  readonly region: string
}

/** What a list holds of a region. */
export function find<T extends OfRegion>(list: readonly T[], region: string): T | undefined {
  return list.find((item) => item.region === region)
}

/** The list with an item in the place of its region's former one, or at the end. */
export function put<T extends OfRegion>(list: readonly T[], item: T): T[] {
  return find(list, item.region) === undefined
    ? [...list, item]
    : list.map((other) => (other.region === item.region ? item : other))
}

/** The list without what it holds of a region. */
export function without<T extends OfRegion>(list: readonly T[], region: string): T[] {
  return list.filter((item) => item.region !== region)
}

/** What a list holds of these regions. */
export function onlyOf<T extends OfRegion>(list: readonly T[], regions: readonly string[]): T[] {
  return list.filter((item) => regions.includes(item.region))
}
