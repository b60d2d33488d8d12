import type { Logger } from '@sightline/shared/logger'
import { AGENT_LOST_AFTER_MS } from '@sightline/shared/protocol'
import { readRecentAgents } from '../../db/agents.ts'
import type { Queryable } from '../../db/pool.ts'
import type { Standstill } from '../../process/standstill.ts'
import type { AgentDirectory } from '../../schedule/directory.ts'
import { changedRegions, directoryOf, REMEMBER_LOST_MS } from '../../schedule/directory.ts'
import type { Ownership } from '../../schedule/owner.ts'
import type { Sessions } from '../../sessions/agent-session.ts'

/** Who lives, on whichever controller, as it was read last. */
export interface LiveAgents {
  /** What is read while the process settles after a standstill is left: its own agents look lost until it has written
   *  that it hears them. */
  readonly refresh: () => Promise<void>
  /** Whether it was read since the process stood still last. */
  readonly isCurrent: () => boolean
  readonly includes: (region: string, agentId: string) => boolean
  /** Who checks which monitor of a region. */
  readonly ownership: (region: string) => Ownership
  /** Since when slots of a monitor of the region may lack a result, UNIX ms: because its agents changed, or because the
   *  monitor is so new that none may have been told of it (its controller stood still, or was killed). */
  readonly coverFromMs: (region: string) => (monitor: { readonly gridSinceMs: number }) => number
}

/** @param deps.changed told each region whose agents came or went */
export function createLiveAgents(deps: {
  db: Queryable
  sessions: Sessions
  standstill: Pick<Standstill, 'settledAtMs'>
  now: () => number
  changed: (region: string) => void
  log: Logger
}): LiveAgents {
  const { db, sessions, standstill, now, changed, log } = deps
  let directory: AgentDirectory = new Map()
  /** When the reading that it shows began, monotonic ms. */
  let readMs = -Infinity

  return {
    /** Every new reading goes through here, so that no change of a region is passed over. */
    async refresh() {
      const beganMs = performance.now()
      const agents = await readRecentAgents(db, AGENT_LOST_AFTER_MS, REMEMBER_LOST_MS)
      if (beganMs < standstill.settledAtMs()) return
      readMs = beganMs
      const before = directory
      directory = directoryOf(agents, now())
      for (const { leavingIds } of directory.values()) {
        for (const id of leavingIds) {
          const session = sessions.get(id)
          if (session !== undefined) session.isLeaving = true
        }
      }
      for (const region of changedRegions(before, directory)) {
        const live = directory.get(region)?.liveIds.length ?? 0
        log.info({ region, agents: live }, 'the agents of a region changed')
        changed(region)
      }
    },
    isCurrent: () => readMs >= standstill.settledAtMs(),
    includes: (region, agentId) => directory.get(region)?.liveIds.includes(agentId) === true,
    ownership: (region) => directory.get(region)?.owner ?? (() => null),
    coverFromMs(region) {
      const nowMs = now()
      const fromMs = directory.get(region)?.handedOverFromMs ?? nowMs
      const newSinceMs = nowMs - REMEMBER_LOST_MS
      return ({ gridSinceMs }) => (gridSinceMs > newSinceMs ? gridSinceMs : fromMs)
    },
  }
}
