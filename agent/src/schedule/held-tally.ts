/** The marks of all assignments that are held, combined, and how many of them are not known: an assignment on disk
 *  is marked when a controller of this run has told it. */
export interface HeldTally {
  /** One more is held, its mark not known. */
  readonly added: () => void
  /** @param before its mark so far; null: not known */
  readonly marked: (before: number | null, mark: number) => void
  readonly removed: (mark: number | null) => void
  /** 32 bits, unsigned; null while a mark is not known. */
  readonly hash: () => number | null
}

export function createHeldTally(): HeldTally {
  let combined = 0
  let unknown = 0

  function removed(mark: number | null): void {
    if (mark === null) unknown -= 1
    else combined ^= mark
  }

  return {
    added() {
      unknown += 1
    },
    marked(before, mark) {
      removed(before)
      combined ^= mark
    },
    removed,
    hash: () => (unknown === 0 ? combined >>> 0 : null),
  }
}
