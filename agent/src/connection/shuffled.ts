/** The members in a random order. @param random in [0, 1) */
export function shuffled<T>(members: readonly T[], random: () => number = Math.random): T[] {
  return members
    .map((member) => ({ member, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ member }) => member)
}
