/** A glob over an address's path: `*` stands for anything within a segment, `**` for anything across segments.
 *  Source: analyses design, section 5 */
export interface PathGlob {
  readonly text: string
  /** It is matched with the query too. */
  readonly hasQuery: boolean
}

/** Steps of one match: an address of a hostile site and a glob with many stars would take millions, and a usual one
 *  takes as many as it has characters. */
const MAX_STEPS = 20_000

const SLASH = '/'
const STAR = '*'

export const readPathGlob = (text: string): PathGlob => ({ text, hasQuery: text.includes('?') })

/** Whether a glob matches the whole of an address's path. One that takes too many steps does not.
 *  @param url parsed */
export function matchesGlob(
  { text, hasQuery }: PathGlob,
  { pathname, search }: Pick<URL, 'pathname' | 'search'>,
): boolean {
  return matchesText(text, hasQuery ? pathname + search : pathname)
}

/** Where matching goes on when it fails: the star that may take one more character. */
interface Retry {
  glob: number
  path: number
}

/** Tries the shortest for each star first. A star within a segment is given up for the last one across segments; what
 *  stands before that need not be tried again. */
function matchesText(glob: string, path: string): boolean {
  let inSegment: Retry | null = null
  let across: Retry | null = null
  let at = 0
  let atPath = 0
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if (glob[at] === STAR) {
      const isAcross = glob[at + 1] === STAR
      while (glob[at] === STAR) at += 1
      if (isAcross) across = { glob: at, path: atPath }
      inSegment = isAcross ? null : { glob: at, path: atPath }
      continue
    }
    if (atPath === path.length && at === glob.length) return true
    if (at < glob.length && atPath < path.length && glob[at] === path[atPath]) {
      at += 1
      atPath += 1
      continue
    }
    if (inSegment !== null && inSegment.path < path.length && path[inSegment.path] !== SLASH) {
      inSegment.path += 1
      ;({ glob: at, path: atPath } = inSegment)
    } else if (across !== null && across.path < path.length) {
      across.path += 1
      inSegment = null
      ;({ glob: at, path: atPath } = across)
    } else return false
  }
  return false
}
