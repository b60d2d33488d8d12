import { decide } from '../../controller/src/verdicts/decision/decide.ts'
import type {
  DecisionAction,
  DecisionEvent,
  DecisionPolicy,
  DecisionState,
  Vote,
} from '../../controller/src/verdicts/decision/types.ts'
import { aVote, MINUTE } from './decision-story.ts'

/** Time a recheck takes to its agent. */
const DELIVERY_MS = 50

/** A world in which agents check one monitor on the grid and do what the rule asks them to, and the rule
 *  gets the ticks it wants, and one a minute. */
export interface World {
  readonly policy: DecisionPolicy
  readonly begin: DecisionState
  /** What a check finds that begins at an instant; `endedAtMs` says how long it takes. */
  readonly check: (region: string, atMs: number) => Partial<Vote>
  /** How far the grid of a region lies behind the full interval, in ms. */
  readonly phaseMs: (region: string) => number
  readonly fromMs: number
  readonly untilMs: number
}

/** What came of it. */
export interface Course {
  readonly state: DecisionState
  readonly actions: readonly DecisionAction[]
  /** The states in which the rule was left, with the instant. */
  readonly states: readonly { atMs: number; state: DecisionState }[]
}

interface Happening {
  readonly atMs: number
  readonly run: () => void
}

/** Lets a world run. The clock jumps from one happening to the next. */
export function runWorld(world: World): Course {
  const { policy } = world
  let state = world.begin
  const actions: DecisionAction[] = []
  const states: { atMs: number; state: DecisionState }[] = []
  const queue: Happening[] = []

  function tell(event: DecisionEvent, nowMs: number): void {
    const decision = decide(state, event, policy)
    const wantedMs = decision.state.lookAtMs
    const isNewWish = wantedMs !== null && wantedMs !== state.lookAtMs
    state = decision.state
    states.push({ atMs: nowMs, state })
    actions.push(...decision.actions)
    for (const action of decision.actions) {
      if (action.kind !== 'recheck') continue
      const atMs = Math.max(action.dueAtMs, nowMs) + DELIVERY_MS
      queue.push({ atMs, run: () => begin(action.region, atMs, true) })
    }
    if (isNewWish) {
      const atMs = Math.max(wantedMs, nowMs)
      queue.push({ atMs, run: () => tell({ kind: 'tick', atMs }, atMs) })
    }
  }

  function begin(region: string, atMs: number, confirmation: boolean): void {
    const vote = aVote(region, atMs, { ...world.check(region, atMs), confirmation })
    queue.push({ atMs: vote.endedAtMs, run: () => tell({ kind: 'vote', vote }, vote.endedAtMs) })
  }

  /** Does something over and over, from the first instant on. */
  function repeat(atMs: number, everyMs: number, run: (atMs: number) => void): void {
    queue.push({
      atMs,
      run() {
        run(atMs)
        repeat(atMs + everyMs, everyMs, run)
      },
    })
  }

  const { intervalMs } = policy
  const gridMs = Math.ceil(world.fromMs / intervalMs) * intervalMs
  for (const region of policy.regions) {
    repeat(gridMs + world.phaseMs(region), intervalMs, (atMs) => begin(region, atMs, false))
  }
  repeat(world.fromMs, MINUTE, (atMs) => tell({ kind: 'tick', atMs }, atMs))
  for (;;) {
    queue.sort((a, b) => b.atMs - a.atMs)
    const next = queue.pop()
    if (next === undefined || next.atMs >= world.untilMs) break
    next.run()
  }
  return { state, actions, states }
}
