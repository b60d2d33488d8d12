/** Who gives way to one who comes when all places are taken: those of the sharer that has most of them, where that is at least
 *  two more than the newcomer's has. So places go to whoever wants them, nobody's keep others out, and no two take
 *  each other's place in turn.
 *  @param newcomer sharer of the one who comes
 *  @returns them in their order, one of whom is enough; none where nobody has more than a share */
export function whoGivesWay<T, S>(
  all: Iterable<T>,
  sharerOf: (one: T) => S,
  newcomer: S,
): readonly T[] {
  const bySharer = Map.groupBy(all, sharerOf)
  const own = bySharer.get(newcomer)?.length ?? 0
  let most: readonly T[] = []
  for (const those of bySharer.values()) if (those.length > most.length) most = those
  return most.length >= own + 2 ? most : []
}
