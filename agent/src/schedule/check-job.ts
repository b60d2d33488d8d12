import type { CheckSpec } from '@sightline/shared/gen/probe/v1/check_pb'
import type { Recheck } from '@sightline/shared/gen/probe/v1/work_pb'
import { hostOf } from '../net/target-host.ts'
import type { Assignments } from './assignments.ts'

/** One check to run now. */
export interface CheckJob {
  readonly monitorId: number
  /** Host of the target, for the limit per host. */
  readonly host: string
  readonly scheduledAtMs: number
  /** 0 on the grid. */
  readonly attempt: number
  /** It was asked for to confirm another's failure: it goes before the checks that wait. */
  readonly confirmation: boolean
  /** Reads what to check when it begins; null when nobody wants it any more. */
  readonly loadSpec: () => CheckSpec | null
}

/** A slot of an assigned monitor, or its check beside the grid. */
export function assignedJob(
  assignments: Pick<Assignments, 'host' | 'spec'>,
  slot: Pick<CheckJob, 'monitorId' | 'scheduledAtMs' | 'attempt'>,
): CheckJob {
  const { monitorId } = slot
  return {
    ...slot,
    host: assignments.host(monitorId),
    confirmation: false,
    loadSpec: () => assignments.spec(monitorId),
  }
}

/** @returns null when it does not say what to check */
export function recheckJob(
  { monitorId, check, scheduledAtMs, attempt }: Recheck,
  signal: AbortSignal,
): CheckJob | null {
  if (check === undefined) return null
  return {
    monitorId,
    host: hostOf(check.url),
    scheduledAtMs: Number(scheduledAtMs),
    attempt,
    confirmation: true,
    loadSpec: () => (signal.aborted ? null : check),
  }
}
