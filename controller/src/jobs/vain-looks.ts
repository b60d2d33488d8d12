/** Looks in vain that answer whoever asked before they began. Two and not one: a look finds nothing too in the instant
 *  in which another controller's has the one job that waits, or its queue, locked and takes another. */
const ENOUGH = 2

/** What looks of a lane found nothing lately. When a job is added, all of a lane's idle workers ask for a look, 20 where
 *  alerts are delivered, and each look is a round trip that the connection's others wait for: the first ones answer for the others. */
export interface VainLooks {
  /** A look is about to begin. @param askedAtMs when its worker wanted it */
  readonly begin: (askedAtMs: number, heldBack: readonly string[]) => void
  /** Whether the look that goes on is known to find nothing: nobody need ask the database. */
  readonly isKnown: () => boolean
  /** The look that goes on found nothing. */
  readonly wasVain: () => void
}

export function createVainLooks(nowMs: () => number = () => performance.now()): VainLooks {
  let latest: { readonly begunAtMs: number; readonly heldBack: readonly string[] }[] = []
  let current: { readonly begunAtMs: number; readonly heldBack: readonly string[] } | null = null
  let isKnown = false

  return {
    begin(askedAtMs, heldBack) {
      const may = new Set(heldBack)
      // One that passed over more jobs than this one may says nothing about those.
      const answers = latest.filter(
        (look) => look.begunAtMs >= askedAtMs && look.heldBack.every((sharer) => may.has(sharer)),
      )
      isKnown = answers.length >= ENOUGH
      current = isKnown ? null : { begunAtMs: nowMs(), heldBack }
    },
    isKnown: () => isKnown,
    wasVain() {
      if (current !== null) latest = [...latest, current].slice(-ENOUGH)
      current = null
    },
  }
}
