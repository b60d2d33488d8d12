import { mixed } from '@sightline/shared/assignment-mark'
import type { CheckCapability } from '@sightline/shared/needed-capability'
import { stableHash } from './hash.ts'

/** Says which agent checks a monitor; null without a live agent. */
export type Ownership = (monitor: {
  readonly id: number
  readonly needs: CheckCapability
  /** Which version of settings it must know. */
  readonly needsVersion: number
}) => string | null

/** A live agent, and what it says it can do. */
export interface OwnerCandidate {
  readonly id: string
  readonly capabilities: readonly string[]
  /** Which settings of monitors it knows. */
  readonly settingsVersion: number
  /** It hands its checks over: it gets those alone that nobody else can check. */
  readonly isLeaving?: boolean
}

/** Agents that can check a monitor: ids, and what their scores are made of. */
interface Able {
  readonly ids: readonly string[]
  readonly seeds: Int32Array
}

/** Divides monitors among those of a region's live agents that can check them, and know all their settings, by
 *  rendezvous hashing: a pure function of the two, so every controller computes the same, and an agent that comes or
 *  goes moves only its own share. What none of them knows is divided among those that can check the rest of it, and
 *  what none can check among all; their results say why it is unknown. It is asked for every monitor of a region
 *  whenever an agent comes or goes: 100,000 monitors and 100 agents take 35 ms. */
export function ownershipOf(agents: readonly OwnerCandidate[]): Ownership {
  const seeded = agents
    .map((agent) => ({ ...agent, seed: stableHash(agent.id) % 2 ** 32 }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  const staying = seeded.filter(({ isLeaving }) => isLeaving !== true)
  /** By version and capability, as they are asked for. */
  const known: Map<CheckCapability, Able>[] = []

  function findAble(needs: CheckCapability, needsVersion: number): typeof seeded {
    const canCheck = ({ capabilities }: OwnerCandidate): boolean => capabilities.includes(needs)
    const knowsAll = (agent: OwnerCandidate): boolean =>
      canCheck(agent) && agent.settingsVersion >= needsVersion
    const ways = [
      staying.filter(knowsAll),
      seeded.filter(knowsAll),
      staying.filter(canCheck),
      seeded.filter(canCheck),
      staying,
    ]
    return ways.find((way) => way.length > 0) ?? seeded
  }

  function able(needs: CheckCapability, needsVersion: number): Able {
    const ofVersion = (known[needsVersion] ??= new Map())
    const before = ofVersion.get(needs)
    if (before !== undefined) return before
    const members = findAble(needs, needsVersion)
    const found = {
      ids: members.map(({ id }) => id),
      seeds: Int32Array.from(members, ({ seed }) => seed | 0),
    }
    ofVersion.set(needs, found)
    return found
  }

  return (monitor) => {
    const monitorBits = Math.imul(monitor.id, 0x9e3779b1)
    const { ids, seeds } = able(monitor.needs, monitor.needsVersion)
    let owner = -1
    let best = -1
    // Counted, over numbers alone: half of the time.
    for (let index = 0; index < seeds.length; index += 1) {
      const score = mixed(monitorBits ^ (seeds[index] ?? 0)) >>> 0
      if (score > best) {
        best = score
        owner = index
      }
    }
    return ids[owner] ?? null
  }
}
