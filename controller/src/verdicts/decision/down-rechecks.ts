import { MAX_CLOCK_OFFSET_MS } from '../../votes/clock-offset.ts'
import { find, put } from './by-region.ts'
import type { Outage } from './memory.ts'
import { answerDeadlineMs } from './round-outcome.ts'
import type { Step } from './step.ts'
import { act, remember } from './step.ts'
import type { DecisionPolicy } from './types.ts'
import { ownVoters } from './votes.ts'

/** A monitor that is down is checked this often at least. Source: monitoring design, section 3, rule 8 */
const PERIOD_MS = 60_000

/** Other regions that are asked after the first good check. */
export const MAX_RECHECKED_OTHERS = 4

/** A check carries no higher number of its attempt (ingest); an outage may last for weeks. */
const MAX_ATTEMPT = 1_000

/** Asks regions to check a monitor that is down. */
export function askWhileDown(
  step: Step,
  outage: Outage,
  regions: readonly string[],
  dueAtMs: number,
): Step {
  const asking = regions.map((region) => {
    const former = find(outage.asked, region)
    const isWaiting = former !== undefined && !hasAnswered(step, former)
    return {
      region,
      dueAtMs,
      attempt: ((former?.attempt ?? 0) % MAX_ATTEMPT) + 1,
      waitingMs: isWaiting ? former.waitingMs : dueAtMs,
    }
  })
  const asked = asking.reduce((list, ask) => put(list, ask), outage.asked)
  const rechecks = asking.map(({ waitingMs: _waiting, ...ask }) => ({
    kind: 'recheck' as const,
    ...ask,
  }))
  return act(remember(step, { outage: { ...outage, asked } }), ...rechecks)
}

/** Asks where nothing was heard for too long. */
export function recheckWhileDown(step: Step, nowMs: number, policy: DecisionPolicy): Step {
  const { outage } = step.state.memory
  if (outage === undefined) return step
  const regions = watched(outage, policy).filter((region) => dueMs(step, outage, region) <= nowMs)
  return askWhileDown(step, outage, regions, nowMs)
}

/** When a region is to be asked next if nothing is heard, UNIX ms; null: there is none to ask. */
export function nextRecheckMs(step: Step, policy: DecisionPolicy): number | null {
  const { outage } = step.state.memory
  if (outage === undefined) return null
  const regions = watched(outage, policy)
  if (regions.length === 0) return null
  return Math.min(...regions.map((region) => dueMs(step, outage, region)))
}

/** The monitor's own regions, unless the grid is as dense. A run of good checks also needs to know of
 *  others that fail, and a second region, which may not be one of the monitor's own. */
function watched(outage: Outage, policy: DecisionPolicy): string[] {
  const own = policy.intervalMs > PERIOD_MS ? ownVoters(policy) : []
  const { goods } = outage
  if (goods.length === 0) return own
  const others = policy.voters.filter((region) => !policy.regions.includes(region))
  const needed = goods.length > 1 ? [] : others.slice(0, MAX_RECHECKED_OTHERS)
  const failing = others.filter((region) => find(outage.failing, region) !== undefined)
  return [...new Set([...own, ...needed, ...failing])]
}

/** Whether a region was asked and its time to answer is over: its agent may be at fault, and what it
 *  said before no longer counts. */
export function isSilent(
  step: Step,
  outage: Outage,
  region: string,
  nowMs: number,
  policy: DecisionPolicy,
): boolean {
  const ask = find(outage.asked, region)
  return (
    ask !== undefined && !hasAnswered(step, ask) && nowMs >= answerDeadlineMs(ask.waitingMs, policy)
  )
}

function hasAnswered(step: Step, { region, waitingMs }: Outage['asked'][number]): boolean {
  return heardMs(step, region) >= waitingMs - MAX_CLOCK_OFFSET_MS
}

function dueMs(step: Step, outage: Outage, region: string): number {
  const askedMs = find(outage.asked, region)?.dueAtMs ?? 0
  return Math.max(heardMs(step, region), askedMs, outage.startedAtMs) + PERIOD_MS
}

function heardMs(step: Step, region: string): number {
  return find(step.state.memory.heard ?? [], region)?.atMs ?? 0
}
