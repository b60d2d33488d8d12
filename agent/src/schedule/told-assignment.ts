import type { Assignment } from '@sightline/shared/gen/probe/v1/assignment_pb'
import type { CheckSpec } from '@sightline/shared/gen/probe/v1/check_pb'
import { hostOf } from '../net/target-host.ts'
import type { AssignmentStore, StoredAssignment } from '../state/assignment-store.ts'

/** The grid is never finer than this: a plan's shortest interval is a minute, tests use seconds. */
const MIN_PERIOD_MS = 1_000

/** An assignment that makes sense. */
export type UsableAssignment = Assignment & { readonly check: CheckSpec }

export function isUsable(assignment: Assignment): assignment is UsableAssignment {
  const { monitorId, periodMs, phaseMs, check } = assignment
  return monitorId > 0 && check !== undefined && periodMs >= MIN_PERIOD_MS && phaseMs < periodMs
}

/** From when on the agent runs its slots, UNIX ms. @param isNew of one that is held already it ran those before */
export function runFromMs({ coverFromMs }: Assignment, isNew: boolean, nowMs: number): number {
  return isNew && coverFromMs > 0n ? Math.min(Number(coverFromMs), nowMs) : nowMs
}

/** What is to be stored of an assignment as a controller told it.
 *  @param before what is stored so far
 *  @param fromMs see `runFromMs`
 *  @param ranAtMs the check beside the grid that was made when it was held before; 0: none is known */
export function storedFrom(
  assignment: UsableAssignment,
  before: StoredAssignment | undefined,
  fromMs: number,
  ranAtMs: number,
): StoredAssignment {
  const { monitorId, periodMs, phaseMs, check } = assignment
  const hasSameGrid = before?.periodMs === periodMs && before.phaseMs === phaseMs
  const runAtMs = Number(assignment.runAtMs)
  return {
    monitorId,
    host: hostOf(check.url),
    periodMs,
    phaseMs,
    coveredFromMs: hasSameGrid ? before.coveredFromMs : fromMs,
    runAtMs: runAtMs > 0 ? runAtMs : (before?.runAtMs ?? 0),
    doneRunAtMs: before?.doneRunAtMs ?? ranAtMs,
  }
}

/** Whether what is to be stored is what is stored so far. */
export function isSameAssignment(
  before: NonNullable<ReturnType<AssignmentStore['get']>>,
  stored: StoredAssignment,
  spec: Uint8Array,
): boolean {
  return (
    before.stored.periodMs === stored.periodMs &&
    before.stored.phaseMs === stored.phaseMs &&
    before.stored.runAtMs === stored.runAtMs &&
    Buffer.compare(before.spec, spec) === 0
  )
}

/** Whether its check beside the grid is to begin. @param begunRunAtMs the one that was begun last on this run */
export function isRunDue(stored: StoredAssignment, begunRunAtMs: number, nowMs: number): boolean {
  const { runAtMs, doneRunAtMs, periodMs } = stored
  return runAtMs > Math.max(doneRunAtMs, begunRunAtMs) && runAtMs >= nowMs - periodMs
}
