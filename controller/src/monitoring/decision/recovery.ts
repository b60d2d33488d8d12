import { find, put, without } from './by-region.ts'
import type { Outage } from './memory.ts'
import { comeUp } from './outage.ts'
import { requiredRegions } from './quorum.ts'
import { askWhileDown, MAX_RECHECKED_OTHERS } from './down-rechecks.ts'
import type { Step } from './step.ts'
import { remember } from './step.ts'
import type { DecisionPolicy, Vote } from './types.ts'
import { isGood } from './votes.ts'

/** The check after the first good one. Source: monitoring design, section 3, rule 8 */
const SECOND_CHECK_AFTER_MS = 15_000

/** Regions the good checks must come from, where there are so many. Source: the same */
const MIN_REGIONS = 2

/** Takes a vote on a monitor that is down. */
export function takeWhileDown(
  step: Step,
  outage: Outage,
  vote: Vote,
  nowMs: number,
  policy: DecisionPolicy,
): Step {
  if (!isGood(vote)) return remember(step, { outage: withBad(outage, vote, policy) })
  const next = withGood(outage, vote)
  const remembered = remember(step, { outage: next })
  if (isRecovered(next, policy)) {
    const endedAtMs = Math.min(...next.goods.map((good) => good.firstMs))
    const regions = next.goods.map((good) => good.region)
    return comeUp(remembered, endedAtMs, regions, nowMs)
  }
  const isFirst = outage.goods.length === 0 && next.goods.length > 0
  if (!isFirst) return remembered
  const others = policy.voters.filter((region) => region !== vote.region)
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

/** A failing check takes its region's good ones out of the run. Where as many regions fail as took the
 *  monitor down, there is no run any more. */
function withBad(outage: Outage, vote: Vote, policy: DecisionPolicy): Outage {
  const goods = without(outage.goods, vote.region)
  const latest = put(outage.failing, { region: vote.region, atMs: vote.checkedAtMs })
  const beganMs = Math.min(...goods.map((good) => good.firstMs))
  const failing = latest.filter(({ atMs }) => atMs >= beganMs)
  const required = requiredRegions(policy.quorum, goods.length + failing.length)
  if (goods.length > 0 && failing.length < required) return { ...outage, goods, failing }
  const failedMs = Math.max(outage.failedMs, ...latest.map(({ atMs }) => atMs))
  return { ...outage, goods: [], failing: [], failedMs }
}

function isRecovered({ goods }: Outage, policy: DecisionPolicy): boolean {
  const count = goods.reduce((sum, good) => sum + good.count, 0)
  return (
    count >= policy.recoveryChecks && goods.length >= Math.min(MIN_REGIONS, policy.voters.length)
  )
}
