import { MAX_CLOCK_OFFSET_MS } from '../../votes/clock-offset.ts'
import type { Outage } from './memory.ts'
import { find, onlyOf, put, without } from './memory.ts'
import { comeUp } from './outage.ts'
import { requiredRegions, answerDeadlineMs } from './quorum.ts'
import type { Step } from './step.ts'
import { remember, act } from './step.ts'
import type { DecisionPolicy, Vote } from './types.ts'
import { isGood, ownVoters } from './votes.ts'

/** The check after the first good one. Source: monitoring design, section 3, rule 8 */
const SECOND_CHECK_AFTER_MS = 15_000

/** Regions the good checks must come from, where there are so many. Source: the same */
const MIN_REGIONS = 2

interface Context {
  /** UNIX ms. */
  readonly nowMs: number
  readonly policy: DecisionPolicy
}

/** Takes a vote on a monitor that is down.
 *  @param step the vote's region was heard */
export function takeWhileDown(
  step: Step,
  outage: Outage,
  vote: Vote,
  nowMs: number,
  policy: DecisionPolicy,
): Step {
  const context = { nowMs, policy }
  if (!isGood(vote)) {
    return remember(step, { outage: withFailure(step, outage, vote, context) })
  }
  const next = withGood(outage, vote)
  const remembered = remember(step, { outage: next })
  if (hasRecovered(step, next, context)) {
    const endedAtMs = Math.min(...next.goods.map((good) => good.firstMs))
    const regions = next.goods.map((good) => good.region)
    return comeUp(remembered, endedAtMs, regions, nowMs)
  }
  if (!isTurn(outage, next, vote.region)) return remembered
  const isFailing = (region: string): boolean => find(next.failing, region) !== undefined
  const others = policy.voters
    .filter((region) => region !== vote.region)
    .toSorted((a, b) => Number(isFailing(b)) - Number(isFailing(a)))
  const regions = [vote.region, ...others.slice(0, MAX_RECHECKED_OTHERS)]
  return askWhileDown(remembered, next, regions, nowMs + SECOND_CHECK_AFTER_MS)
}

/** A good check that began before the latest failure it was down by says nothing about recovering. */
function withGood(outage: Outage, vote: Vote): Outage {
  const { region, checkedAtMs } = vote
  if (checkedAtMs <= outage.failedMs) return outage
  const former = find(outage.goods, region) ?? { region, firstMs: checkedAtMs, count: 0 }
  return {
    ...outage,
    goods: put(outage.goods, { ...former, count: former.count + 1 }),
    failing: without(outage.failing, region),
  }
}

/** A failing check takes its region's good ones out of the run. Where as many regions fail as take a
 *  monitor down, there is no run any more. */
function withFailure(step: Step, outage: Outage, vote: Vote, context: Context): Outage {
  const failing = put(outage.failing, { region: vote.region, atMs: vote.checkedAtMs })
  const next = { ...outage, failing, goods: without(outage.goods, vote.region) }
  if (next.goods.length > 0 && !failsByQuorum(step, next, context)) return next
  return { ...next, goods: [], failedMs: Math.max(outage.failedMs, vote.checkedAtMs) }
}

function hasRecovered(step: Step, outage: Outage, context: Context): boolean {
  const count = outage.goods.reduce((sum, good) => sum + good.count, 0)
  return (
    count >= context.policy.recoveryChecks &&
    outage.goods.length > 0 &&
    (outage.goods.length >= MIN_REGIONS || isAlone(step, outage, context)) &&
    !failsByQuorum(step, outage, context)
  )
}

/** Whether the only region with good checks has nobody to confirm them: no other may vote, or all that
 *  failed or were asked keep silent. */
function isAlone(step: Step, outage: Outage, { nowMs, policy }: Context): boolean {
  const others = policy.voters.filter((region) => find(outage.goods, region) === undefined)
  const concerned = [...outage.asked, ...outage.failing].filter(({ region }) =>
    others.includes(region),
  )
  const isMute = concerned.every(({ region }) => isSilent(step, outage, region, nowMs, policy))
  return others.length === 0 || (concerned.length > 0 && isMute)
}

/** Whether so many regions fail at the moment that the monitor would go down by them. */
function failsByQuorum(step: Step, outage: Outage, { nowMs, policy }: Context): boolean {
  const failing = onlyOf(outage.failing, policy.voters).filter(
    ({ region }) => !isSilent(step, outage, region, nowMs, policy),
  )
  const of = outage.goods.length + failing.length
  return failing.length >= requiredRegions(policy.quorum, of)
}

/** Whether this is the first good check after failing ones. A region that passed all the time is asked
 *  once: its good checks are no turn, and would have all others checked over and over. */
function isTurn(before: Outage, after: Outage, region: string): boolean {
  if (before.goods.length > 0 || after.goods.length === 0) return false
  return find(before.failing, region) !== undefined || find(before.asked, region) === undefined
}

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
