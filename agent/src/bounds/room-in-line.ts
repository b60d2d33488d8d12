/** Something that waits in a line, and for whom. */
export interface Waits {
  readonly sharer: string
  /** What it takes of the memory. */
  readonly bytes: number
}

/** Who leaves a line so that another has room in it: the last of those of which one sharer has more in it than the one
 *  who comes would have, never all of a sharer's.
 *  @param waiting in the order they came
 *  @returns null: whoever comes finds no room, as nobody has more */
export function roomInLine<W extends Waits>(
  waiting: readonly W[],
  comes: Waits,
  maxBytes: number,
): readonly W[] | null {
  const bySharer = Map.groupBy(waiting, ({ sharer }) => sharer)
  const bytesOf = (these: readonly Waits[]): number =>
    these.reduce((sum, { bytes }) => sum + bytes, 0)
  const ownBytes = bytesOf(bySharer.get(comes.sharer) ?? []) + comes.bytes
  const leaving: W[] = []
  for (let excess = bytesOf(waiting) + comes.bytes - maxBytes; excess > 0;) {
    const [most] = [...bySharer.values()]
      .filter((these) => these.length > 1)
      .toSorted((one, other) => bytesOf(other) - bytesOf(one))
    if (most === undefined || bytesOf(most) <= ownBytes) return null
    const last = most.pop()
    if (last === undefined) return null
    excess -= last.bytes
    leaving.push(last)
  }
  return leaving
}
