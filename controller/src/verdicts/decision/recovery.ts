import { find, onlyOf, put, without } from './by-region.ts'
import { askWhileDown, isSilent, MAX_RECHECKED_OTHERS } from './down-rechecks.ts'
import type { Outage } from './memory.ts'
import { comeUp } from './outage.ts'
import { requiredRegions } from './quorum.ts'
import type { Step } from './step.ts'
import { remember } from './step.ts'
import type { DecisionPolicy, Vote } from './types.ts'
import { isGood } from './votes.ts'

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
