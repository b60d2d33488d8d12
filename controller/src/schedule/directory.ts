import { AGENT_LOST_AFTER_MS, MAX_SLOT_LATENESS_MS } from '@sightline/shared/protocol'
import type { AgentRow } from '../db/agents.ts'
import type { Ownership } from './owner.ts'
import { ownershipOf } from './owner.ts'

/** How long a lost agent is remembered: as long as anybody may still fill the slots it left open. */
export const REMEMBER_LOST_MS = MAX_SLOT_LATENESS_MS + AGENT_LOST_AFTER_MS

/** Slots that an agent which joins or hands over, and the one at its other side, might both leave to each other. */
const JOIN_MARGIN_MS = 1_000

/** Who lives in one region. */
export interface RegionAgents {
  /** Ids of the live agents, sorted. */
  readonly liveIds: readonly string[]
  /** Those of them that hand their checks over. */
  readonly leavingIds: readonly string[]
  /** The same while the agents, and what they can do, are. */
  readonly fingerprint: string
  readonly owner: Ownership
  /** A monitor that changes hands now is covered from this instant (UNIX ms): what a lost agent had
   *  committed, or when the newest one joined. */
  readonly handedOverFromMs: number
}

/** The agents of every region, as one reading of the database shows them. */
export type AgentDirectory = ReadonlyMap<string, RegionAgents>

/** Since when slots may lack a result because of this agent; null when it changed nothing lately. */
function gapFrom(agent: AgentRow, nowMs: number): number | null {
  if (!agent.live) return agent.coveredThroughMs
  const { connectedAtMs, drainingAtMs } = agent
  const lately = [connectedAtMs, drainingAtMs ?? 0].filter((ms) => ms > nowMs - REMEMBER_LOST_MS)
  return lately.length === 0 ? null : Math.min(...lately) - JOIN_MARGIN_MS
}

/** @param nowMs UNIX ms, the latest a hand-over can begin */
export function directoryOf(agents: readonly AgentRow[], nowMs: number): AgentDirectory {
  const byRegion = Map.groupBy(agents, (agent) => agent.region)
  return new Map(
    [...byRegion].map(([region, members]) => {
      const live = members
        .filter((agent) => agent.live)
        .map(({ publicId, capabilities, settingsVersion, drainingAtMs }) => ({
          id: publicId,
          capabilities,
          settingsVersion,
          isLeaving: drainingAtMs !== null,
        }))
        .sort((a, b) => (a.id < b.id ? -1 : 1))
      const gaps = members.map((agent) => gapFrom(agent, nowMs) ?? nowMs)
      return [
        region,
        {
          liveIds: live.map(({ id }) => id),
          leavingIds: live.filter(({ isLeaving }) => isLeaving).map(({ id }) => id),
          fingerprint: live
            .map(({ id, capabilities, settingsVersion, isLeaving }) =>
              [id, settingsVersion, isLeaving, ...capabilities].join(' '),
            )
            .join(),
          owner: ownershipOf(live),
          handedOverFromMs: Math.min(nowMs, ...gaps),
        },
      ]
    }),
  )
}

/** Regions whose live agents, or what these can do, differ between two readings. */
export function changedRegions(before: AgentDirectory, after: AgentDirectory): string[] {
  const regions = new Set([...before.keys(), ...after.keys()])
  return [...regions].filter(
    (region) => (before.get(region)?.fingerprint ?? '') !== (after.get(region)?.fingerprint ?? ''),
  )
}
