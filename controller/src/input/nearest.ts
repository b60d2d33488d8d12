/** Mistakes up to which one word is taken for another. */
const MAX_DISTANCE = 3

/** The known word that somebody meant, by how little differs; null: none is near. Pure. */
export function nearestOf(word: string, known: readonly string[]): string | null {
  const asked = word.slice(0, 64).toLowerCase()
  const [nearest] = known
    .map((each) => ({ each, distance: distanceOf(asked, each.toLowerCase()) }))
    .filter(({ distance }) => distance <= Math.min(MAX_DISTANCE, Math.ceil(asked.length / 2)))
    .toSorted((one, other) => one.distance - other.distance)
  return nearest?.each ?? null
}

/** Letters to add, drop or exchange (Levenshtein). */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of Array.from(one).entries()) {
    const next = [index + 1]
    for (let at = 0; at < other.length; at += 1) {
      const exchanged = (row[at] ?? 0) + (other[at] === letter ? 0 : 1)
      next.push(Math.min((row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1, exchanged))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
