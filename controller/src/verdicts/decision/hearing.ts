import { MAX_CLOCK_OFFSET_MS } from '../../votes/clock-offset.ts'
import { find, put } from './by-region.ts'
import { forgetChanges } from './flapping.ts'
import type { DecisionMemory } from './memory.ts'
import type { Step } from './step.ts'
import { remember } from './step.ts'
import type { DecisionPolicy, DecisionState, Vote } from './types.ts'
import { isGood, staleBeforeMs } from './votes.ts'

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
