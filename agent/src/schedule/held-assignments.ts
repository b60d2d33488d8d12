import { createHeldTally } from './held-tally.ts'
import { createSharedTexts } from './shared-texts.ts'
import type { KeptSpec } from './spec-reader.ts'

/** What is in memory of one assignment. */
export interface HeldAssignment extends KeptSpec {
  readonly host: string
  /** Check beside the grid that was begun last, so that a re-sent assignment does not begin it twice. */
  begunRunAtMs: number
  /** Stands for it as a controller told it (`assignmentMark`); null when it was not told on this run. */
  mark: number | null
}

/** All that are held, by monitor, and their hash. */
export interface HeldAssignments {
  readonly get: (monitorId: number) => HeldAssignment | undefined
  readonly monitorIds: () => Iterable<number>
  readonly count: () => number
  /** Holds one, or holds it anew: what was read of it does not hold any more. */
  readonly hold: (monitorId: number, host: string) => HeldAssignment
  readonly setMark: (held: HeldAssignment, mark: number) => void
  /** @returns whether it was held */
  readonly letGo: (monitorId: number) => boolean
  /** 32 bits, unsigned; null while some were not told on this run. */
  readonly hash: () => number | null
}

export function createHeldAssignments(): HeldAssignments {
  const all = new Map<number, HeldAssignment>()
  const hosts = createSharedTexts(Infinity)
  const tally = createHeldTally()
  return {
    get: (monitorId) => all.get(monitorId),
    monitorIds: () => all.keys(),
    count: () => all.size,
    hold(monitorId, host) {
      const before = all.get(monitorId)
      const same = hosts.same(host) ?? host
      if (before === undefined) tally.added()
      else hosts.letGo(before.host)
      const held = {
        host: same,
        spec: null,
        begunRunAtMs: before?.begunRunAtMs ?? 0,
        mark: before?.mark ?? null,
      }
      all.set(monitorId, held)
      return held
    },
    setMark(held, mark) {
      tally.marked(held.mark, mark)
      held.mark = mark
    },
    letGo(monitorId) {
      const held = all.get(monitorId)
      if (held === undefined) return false
      all.delete(monitorId)
      hosts.letGo(held.host)
      tally.removed(held.mark)
      return true
    },
    hash: tally.hash,
  }
}
