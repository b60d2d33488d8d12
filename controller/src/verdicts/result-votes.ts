import type { FailureSourceWord, ResultStatus } from '@sightline/shared/check-words'
import type { JudgedResult } from '../db/unjudged-results.ts'
import type { Vote } from './decision/types.ts'
import type { MonitorEvent } from './monitor-event.ts'

/** Votes of a region on one monitor that are told at once. Slots and rechecks give a handful; more is an agent that
 *  went wrong: each change of status costs statements that everybody waits for, and no region may drown
 *  what the others found. */
const MAX_VOTES_OF_REGION = 10

/** Whether a result may bear on the status: it is of now, and its agent has a say. */
export function bearsOnStatus({ late, counted }: Pick<JudgedResult, 'late' | 'counted'>): boolean {
  return counted && !late
}

/** Which results of a monitor the rule is told: the latest of each region that bear on its status, in the order
 *  their checks began. */
export function toldResults(results: readonly JudgedResult[]): JudgedResult[] {
  const ordered = results.filter(bearsOnStatus).sort((a, b) => a.checkedAtMs - b.checkedAtMs)
  const byRegion = Map.groupBy(ordered, (result) => result.region)
  const latest = new Set([...byRegion.values()].flatMap((its) => its.slice(-MAX_VOTES_OF_REGION)))
  return ordered.filter((result) => latest.has(result))
}

/** A result as the rule is told of it. */
export function voteEventOf(result: JudgedResult): MonitorEvent {
  const { monitorId, generation } = result
  return { monitorId, generation, event: { kind: 'vote', vote: voteOf(result) } }
}

function voteOf(result: JudgedResult): Vote {
  return {
    region: result.region,
    checkedAtMs: result.checkedAtMs,
    endedAtMs: result.checkedAtMs + result.durationMs,
    status: result.status as ResultStatus,
    failureSource: result.failureSource as FailureSourceWord | null,
    cause: result.cause,
    error: result.error,
    confirmation: result.confirmation,
    late: !bearsOnStatus(result),
  }
}
