import { decide } from '../../controller/src/verdicts/decision/decide.ts'
import type {
  DecisionAction,
  DecisionEvent,
  DecisionPolicy,
  DecisionState,
  Vote,
} from '../../controller/src/verdicts/decision/types.ts'

export const SECOND = 1_000
export const MINUTE = 60 * SECOND

/** A monitor of three regions with the defaults. */
export const POLICY: DecisionPolicy = {
  intervalMs: 5 * MINUTE,
  timeoutMs: 10 * SECOND,
  retries: 1,
  retryDelayMs: 5 * SECOND,
  quorum: 'majority',
  recoveryChecks: 2,
  regions: ['a', 'b', 'c'],
  voters: ['a', 'b', 'c'],
}

/** A monitor that was up all the time. */
export const UP: DecisionState = {
  status: 'up',
  sinceMs: 0,
  inMaintenance: false,
  flapping: false,
  countedMs: 0,
  memory: {},
  lookAtMs: null,
}

/** A vote, a good one of a quick check by itself. @param checkedAtMs UNIX ms */
export function aVote(region: string, checkedAtMs: number, fields: Partial<Vote> = {}): Vote {
  const isDown = fields.status === 'down'
  return {
    region,
    checkedAtMs,
    endedAtMs: checkedAtMs + 100,
    status: 'up',
    failureSource: isDown ? 'target' : null,
    cause: isDown ? 'serverError' : null,
    error: isDown ? 'HTTP 500' : null,
    confirmation: false,
    late: false,
    ...fields,
  }
}

/** A check that met an answer that is wrong: no retry helps. */
export const REFUSED: Partial<Vote> = { status: 'down' }
/** A check that met silence. */
export const SILENCE: Partial<Vote> = { status: 'down', cause: 'timeout', error: 'Silence.' }
/** A check that was asked for. */
export const ASKED: Partial<Vote> = { confirmation: true }

/** What happens to one monitor, told event by event. */
export interface Story {
  readonly state: () => DecisionState
  /** Tells of an event. @returns what is to be done about it */
  readonly tell: (event: DecisionEvent) => readonly DecisionAction[]
  readonly vote: (
    region: string,
    checkedAtMs: number,
    fields?: Partial<Vote>,
  ) => readonly DecisionAction[]
  readonly tick: (atMs: number) => readonly DecisionAction[]
  readonly maintenance: (active: boolean, atMs: number) => readonly DecisionAction[]
  /** Changes the settings, or who may vote. */
  readonly change: (policy: Partial<DecisionPolicy>) => void
  /** All that was to be done so far. */
  readonly actions: () => readonly DecisionAction[]
}

/** Begins a story. */
export function tellStory(
  settings: Partial<DecisionPolicy> = {},
  begin: Partial<DecisionState> = {},
): Story {
  let state: DecisionState = { ...UP, ...begin }
  let policy: DecisionPolicy = { ...POLICY, ...settings }
  const all: DecisionAction[] = []
  function tell(event: DecisionEvent): readonly DecisionAction[] {
    const decision = decide(state, event, policy)
    // What is not in the JSON of the memory is lost between two events.
    const memory = JSON.parse(JSON.stringify(decision.state.memory)) as DecisionState['memory']
    state = { ...decision.state, memory }
    all.push(...decision.actions)
    return decision.actions
  }
  return {
    state: () => state,
    tell,
    vote: (region, checkedAtMs, fields) =>
      tell({ kind: 'vote', vote: aVote(region, checkedAtMs, fields) }),
    tick: (atMs) => tell({ kind: 'tick', atMs }),
    maintenance: (active, atMs) => tell({ kind: 'maintenance', active, atMs }),
    change(changed) {
      policy = { ...policy, ...changed }
    },
    actions: () => all,
  }
}

/** Which regions actions ask, and when. */
export function asksOf(
  actions: readonly DecisionAction[],
): { region: string; dueAtMs: number; attempt: number }[] {
  return actions
    .filter((action) => action.kind === 'recheck')
    .map(({ region, dueAtMs, attempt }) => ({ region, dueAtMs, attempt }))
}

/** Actions of one kind. */
export function only<K extends DecisionAction['kind']>(
  actions: readonly DecisionAction[],
  kind: K,
): Extract<DecisionAction, { kind: K }>[] {
  return actions.filter((action) => action.kind === kind) as Extract<DecisionAction, { kind: K }>[]
}
