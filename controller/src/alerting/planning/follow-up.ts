import type { EscalationStepRow } from '../../db/teams.ts'

/** What is known of an outage that lasts. */
export interface OngoingOutage {
  readonly nowMs: number
  readonly startedAtMs: number
  /** When the first alert was queued, UNIX ms; null: none was. */
  readonly toldAtMs: number | null
  /** Of all the monitor's teams. */
  readonly steps: readonly EscalationStepRow[]
  readonly repeatMinutes: number | null
}

/** What is due. */
export interface FollowUp {
  readonly steps: readonly EscalationStepRow[]
  /** Number of the repetition that is due, from 1; 0: none. Those that were missed are left out. */
  readonly repetition: number
  /** When something is due next, UNIX ms; null: never. */
  readonly nextMs: number | null
}

const MINUTE_MS = 60_000

/** Escalations count from the beginning of the outage, repetitions from the first alert. Pure. */
export function followUp(outage: OngoingOutage): FollowUp {
  const { nowMs, startedAtMs, toldAtMs, steps, repeatMinutes } = outage
  const dueMs = (step: EscalationStepRow) => startedAtMs + step.afterMinutes * MINUTE_MS
  const coming = steps.map(dueMs).filter((ms) => ms > nowMs)
  let repetition = 0
  if (repeatMinutes !== null && toldAtMs !== null) {
    const everyMs = repeatMinutes * MINUTE_MS
    repetition = Math.max(0, Math.floor((nowMs - toldAtMs) / everyMs))
    coming.push(toldAtMs + (repetition + 1) * everyMs)
  }
  return {
    steps: steps.filter((step) => dueMs(step) <= nowMs),
    repetition,
    nextMs: coming.length === 0 ? null : Math.min(...coming),
  }
}
