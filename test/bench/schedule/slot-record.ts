import type { CheckResult } from '@sightline/shared/gen/probe/v1/result_pb'
import type { BenchGrid } from '../checks/bench-agent.ts'

/** Which slots of every monitor have a result, and how late their checks began. */
export interface SlotRecord {
  readonly add: (result: CheckResult) => void
  readonly figures: () => {
    readonly slots: number
    /** Slots without a result, and results beyond one a slot. */
    readonly missing: number
    readonly repeated: number
    /** Between the slot and the start of its check, ms. */
    readonly latenessP99Ms: number
    readonly latenessMaxMs: number
  }
}

/** Records a window of whole periods, in which every monitor has the same number of slots.
 *  @param options.gridOf of the monitors 1 to `monitors`, all of one period
 *  @param options.fromMs UNIX ms */
export function createSlotRecord(options: {
  monitors: number
  gridOf: (monitorId: number) => BenchGrid
  fromMs: number
  periods: number
}): SlotRecord {
  const { monitors, gridOf, fromMs, periods } = options
  const seen = new Uint8Array(monitors * periods)
  const latenessMs: number[] = []
  let repeated = 0
  return {
    add(result) {
      const { monitorId, attempt } = result
      if (attempt !== 0 || monitorId < 1 || monitorId > monitors) return
      const scheduledAtMs = Number(result.scheduledAtMs)
      const { periodMs, phaseMs } = gridOf(monitorId)
      const firstSlotMs = Math.ceil((fromMs - phaseMs) / periodMs) * periodMs + phaseMs
      const slot = (scheduledAtMs - firstSlotMs) / periodMs
      if (slot < 0 || slot >= periods) return
      if (!Number.isInteger(slot)) throw new Error(`monitor ${monitorId} was checked off its grid`)
      const index = (monitorId - 1) * periods + slot
      if (seen[index] !== 0) repeated += 1
      seen[index] = 1
      latenessMs.push(Number(result.startedAtMs) - scheduledAtMs)
    },
    figures() {
      const sorted = Float64Array.from(latenessMs).sort()
      return {
        slots: seen.length,
        missing: seen.reduce((missing, each) => missing + (each === 0 ? 1 : 0), 0),
        repeated,
        latenessP99Ms: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN,
        latenessMaxMs: sorted.at(-1) ?? Number.NaN,
      }
    },
  }
}
