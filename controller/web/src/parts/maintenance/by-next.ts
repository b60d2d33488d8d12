/** What of a window decides where it stands in a list. */
interface Placed {
  readonly status: 'active' | 'scheduled' | 'finished'
  readonly nextOccurrence: { readonly from: string } | null
}

const RANKS = { active: 0, scheduled: 1, finished: 2 } as const

/** What is under way first, then what comes next, and at the end what is over; else as it was. Pure. */
export function byNext<W extends Placed>(windows: readonly W[]): W[] {
  return windows.toSorted((one, other) => {
    const rank = RANKS[one.status] - RANKS[other.status]
    if (rank !== 0) return rank
    return (
      Date.parse(one.nextOccurrence?.from ?? '') - Date.parse(other.nextOccurrence?.from ?? '') || 0
    )
  })
}
