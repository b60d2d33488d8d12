import { MAX_CLOCK_OFFSET_MS } from '../../votes/clock-offset.ts'
import { forgetChanges } from './flapping.ts'
import type { Failure, DecisionMemory } from './memory.ts'
import { find, put } from './memory.ts'
import type { Step } from './step.ts'
import { remember } from './step.ts'
import type { DecisionPolicy, Vote, DecisionState } from './types.ts'

/** How long what was found holds: so many intervals, and at least so long. */
export const KNOWN_FOR = { intervals: 3, minMs: 5 * 60_000 } as const

/** A check ends this long after its time limit at the latest (the dispatcher abandons it). */
const MAX_OVERTIME_MS = 5_000

/** What is older than a check's time limit and this comes from an agent that lies: a result is late
 *  30 s after its check ended, and its time may lie 60 s in the future. */
const STALE_AFTER_MS = 90_000

/** How long what a monitor found last holds. Source: decisions, section 6, "Status" */
export function unknownAfterMs(intervalMs: number): number {
  return Math.max(KNOWN_FOR.intervals * intervalMs, KNOWN_FOR.minMs)
}

/** Whether a result says something about the target, rather than about us. */
export function isAboutTarget(vote: Pick<Vote, 'status' | 'failureSource'>): boolean {
  if (vote.status !== 'down') return vote.status !== 'unknown'
  return vote.failureSource === 'target' || vote.failureSource === 'network'
}

/** Whether a result may have a say: it is about the target, and about now. */
export function counts(vote: Pick<Vote, 'status' | 'failureSource' | 'late'>): boolean {
  return !vote.late && isAboutTarget(vote)
}

/** Two agents that may vote tell the same instant this far apart at most: what was asked for after t0
 *  may seem to have begun before it. */
export const MAX_CLOCK_DISTANCE_MS = 2 * MAX_CLOCK_OFFSET_MS

/** Whether the target was well; slow is well enough not to be down. */
export function isGood(vote: Pick<Vote, 'status'>): boolean {
  return vote.status === 'up' || vote.status === 'degraded'
}

/** What a check that was not up said. */
export function failureOf({ cause, error }: Pick<Vote, 'cause' | 'error'>): Failure {
  return { cause, error }
}

/** When a vote was cast, UNIX ms. Agents say when a check ended; what cannot be is not believed. */
export function castAtMs(vote: Vote, policy: Pick<DecisionPolicy, 'timeoutMs'>): number {
  const latestMs = vote.checkedAtMs + policy.timeoutMs + MAX_OVERTIME_MS
  return Math.min(Math.max(vote.endedAtMs, vote.checkedAtMs), latestMs)
}

/** Before which a check must have begun to be too old to have a say, whatever its agent claims.
 *  @param countedMs the latest check that said something about the target, UNIX ms */
export function staleBeforeMs(
  countedMs: number,
  policy: Pick<DecisionPolicy, 'timeoutMs'>,
): number {
  return countedMs - policy.timeoutMs - STALE_AFTER_MS
}

/** The monitor's own regions that may vote now. */
export function ownVoters(policy: Pick<DecisionPolicy, 'regions' | 'voters'>): string[] {
  return policy.voters.filter((region) => policy.regions.includes(region))
}

/** Whether a vote has a say: its region may vote and was to check, and no check of it that began later
 *  had one before. */
export function hasSay(state: DecisionState, vote: Vote, policy: DecisionPolicy): boolean {
  const { region, checkedAtMs } = vote
  const heardMs = find(state.memory.heard ?? [], region)?.atMs ?? -Infinity
  const isOwn = policy.regions.includes(region)
  return (
    policy.voters.includes(region) &&
    (vote.confirmation ? wasAsked(state.memory, region) : isOwn) &&
    checkedAtMs > Math.max(heardMs, earliestMs(state))
  )
}

/** A check that began before a maintenance window ended says nothing about the time after it. */
function earliestMs({ status, sinceMs }: DecisionState): number {
  return status === 'pending' ? sinceMs - MAX_CLOCK_OFFSET_MS : -Infinity
}

function wasAsked(memory: DecisionMemory, region: string): boolean {
  return (
    find(memory.round?.asked ?? [], region) !== undefined ||
    find(memory.outage?.asked ?? [], region) !== undefined ||
    find(memory.streaks ?? [], region)?.isAsked === true
  )
}

/** Remembers which check had a say, unless it was good and nothing else is known than that all is well.
 *  @param before the memory before the vote */
export function hear(step: Step, before: DecisionMemory, vote: Vote): Step {
  const isQuiet = !isBusy(before) && !isBusy(step.state.memory)
  if (isQuiet && isGood(vote)) return step
  const heard = { region: vote.region, atMs: vote.checkedAtMs }
  return remember(step, { heard: put(step.state.memory.heard ?? [], heard) })
}

function isBusy({ round, outage, streaks, regional, slow }: DecisionMemory): boolean {
  return [round, outage, streaks, regional, slow].some((part) => part !== undefined)
}

/** Forgets what no vote to come can touch any more. */
export function forget(step: Step, policy: DecisionPolicy): Step {
  const { heard = [], regionalEndedMs = -Infinity } = step.state.memory
  const fromMs = staleBeforeMs(step.state.countedMs, policy)
  const kept = remember(step, {
    heard: heard.filter(({ atMs }) => atMs >= fromMs),
    ...(regionalEndedMs < fromMs ? { regionalEndedMs: undefined } : {}),
  })
  return forgetChanges(kept, step.state.countedMs)
}
