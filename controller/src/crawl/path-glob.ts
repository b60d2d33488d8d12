/** A glob over an address's path and query, as people write it: `*` stands for anything, also for slashes, and
 *  what is not said at the end may follow ("/blog" matches "/blog/one"), unless it ends with `$`. */
export interface PathGlob {
  readonly pieces: readonly string[]
  readonly isAnchored: boolean
}

export function readPathGlob(text: string): PathGlob {
  const isAnchored = text.endsWith('$')
  const pieces = (isAnchored ? text.slice(0, -1) : text).split('*')
  return { pieces, isAnchored }
}

/** Whether a glob matches, in time linear in both: pieces are looked for from left to right, and the earliest
 *  place is always as good as a later one.
 *  @param path with its query */
export function matchesGlob({ pieces, isAnchored }: PathGlob, path: string): boolean {
  const [first = '', ...rest] = pieces
  if (!path.startsWith(first)) return false
  const last = rest.pop()
  let at = first.length
  for (const piece of rest) {
    const found = path.indexOf(piece, at)
    if (found === -1) return false
    at = found + piece.length
  }
  if (last === undefined) return !isAnchored || at === path.length
  if (!isAnchored) return path.includes(last, at)
  return path.length - last.length >= at && path.endsWith(last)
}
