/** A stretch of a monitor's time and how many results are in it. UNIX ms, the end not included. */
export interface Piece {
  readonly fromMs: number
  readonly toMs: number
  /** All results in it, asked for or not: what reading it costs. */
  readonly checks: number
  /** Results in it that are asked for. */
  readonly matching: number
  /** Minutes of the rollup it was counted by; null: results were counted one by one. */
  readonly spanMinutes: number | null
}

/** Rows of a list that is counted from its beginning. */
export interface Slice {
  readonly offset: number
  readonly limit: number
}

/** The pieces a page lies in, and how many of their results come before it. */
export interface LocatedPage {
  readonly pieces: readonly Piece[]
  readonly offset: number
}

/** Finds the pieces that hold a page of results.
 *  @param pieces the newest first, none over another
 *  @param slice the page, counted from the newest result */
export function locatePage(pieces: readonly Piece[], { offset, limit }: Slice): LocatedPage {
  const found: Piece[] = []
  let before = 0
  let skipped = 0
  for (const piece of pieces) {
    if (before >= offset + limit) break
    const after = before + piece.matching
    if (piece.matching > 0 && after > offset) {
      if (found.length === 0) skipped = before
      found.push(piece)
    }
    before = after
  }
  return { pieces: found, offset: found.length === 0 ? 0 : offset - skipped }
}

/** What of the pieces is to be counted in finer ones, because reading them would take too long; none when
 *  they are few enough, or cannot be counted finer.
 *  @param maxChecks results that may be read for a page */
export function piecesToRefine(pieces: readonly Piece[], maxChecks: number): Piece[] {
  const checks = pieces.reduce((sum, piece) => sum + piece.checks, 0)
  if (checks <= maxChecks) return []
  return pieces.filter((piece) => finerSpan(piece) !== null)
}

/** The rollups that a piece can be counted by more finely, minutes; null: there are none. */
export function finerSpan(piece: Piece): 60 | 15 | null {
  if (piece.spanMinutes === 1_440) return 60
  return piece.spanMinutes === 60 ? 15 : null
}

/** Puts pieces in the place of the coarser ones that they are parts of.
 *  @param pieces the newest first */
export function replacePieces(
  pieces: readonly Piece[],
  coarser: readonly Piece[],
  finer: readonly Piece[],
): Piece[] {
  const replaced = new Set(coarser)
  return [...pieces.filter((piece) => !replaced.has(piece)), ...finer].sort(
    (a, b) => b.fromMs - a.fromMs,
  )
}

/** Spans of time that pieces cover together, those that touch as one, the newest first. */
export function joinPieces(
  pieces: readonly Piece[],
): { readonly fromMs: number; readonly toMs: number }[] {
  const joined: { fromMs: number; toMs: number }[] = []
  for (const { fromMs, toMs } of pieces) {
    const last = joined.at(-1)
    if (last !== undefined && last.fromMs === toMs) last.fromMs = fromMs
    else joined.push({ fromMs, toMs })
  }
  return joined
}
