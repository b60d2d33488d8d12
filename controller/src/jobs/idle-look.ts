import type { LaneRanks } from './library-statements.ts'

/** How often it is looked for jobs whose time has come, and for those whose notification was lost. */
export const IDLE_LOOK_MS = 2_000

/** A lane whose workers are woken when they may find something. */
export interface IdleLane {
  readonly ranks: LaneRanks
  /** Whether each look has more to do than to find a job. */
  readonly isInDoubt: () => boolean
  /** Has a worker look. */
  readonly look: () => void
}

/** Looks for all lanes together. */
export interface IdleLook {
  /** @returns how the lane is looked for no more */
  readonly join: (lane: IdleLane) => () => void
}

/** Asks every 2 s in which lanes jobs wait, and has a worker of those look: each lane's own look was a fifth of what
 *  a controller at rest asked of the database. Where that cannot be asked, all of them look, and meet the same.
 *  @param readWaitingRanks ranks of the jobs that wait and whose time has come */
export function createIdleLook(readWaitingRanks: () => Promise<readonly number[]>): IdleLook {
  const lanes = new Set<IdleLane>()
  let rhythm: NodeJS.Timeout | null = null
  let isAsking = false

  async function look(): Promise<void> {
    if (isAsking) return
    isAsking = true
    const ranks = await readWaitingRanks().catch(() => null)
    isAsking = false
    for (const lane of lanes) {
      const { lowest, highest } = lane.ranks
      const mayFind = ranks?.some((rank) => rank >= lowest && rank <= highest) ?? true
      if (mayFind || lane.isInDoubt()) lane.look()
    }
  }

  return {
    join(lane) {
      lanes.add(lane)
      rhythm ??= setInterval(() => void look(), IDLE_LOOK_MS).unref()
      return () => {
        lanes.delete(lane)
        if (lanes.size > 0 || rhythm === null) return
        clearInterval(rhythm)
        rhythm = null
      }
    },
  }
}
