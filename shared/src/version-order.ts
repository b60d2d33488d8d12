/** Form of versions: three numbers, and what comes before a release behind a hyphen. */
export const VERSION = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})(-[\w.-]+)?$/

/** Whether a version comes before another one; one that has no such form comes before all. Of what comes before a
 *  release only that it does is known. Source: semver.org */
export function isBefore(version: string, other: string): boolean {
  const own = partsOf(version)
  const others = partsOf(other)
  const at = own.findIndex((part, index) => part !== others[index])
  return at !== -1 && (own[at] ?? 0) < (others[at] ?? 0)
}

function partsOf(version: string): number[] {
  const match = VERSION.exec(version)
  if (match === null) return [-1]
  const [, major, minor, patch, before] = match
  return [Number(major), Number(minor), Number(patch), before === undefined ? 0 : -1]
}
