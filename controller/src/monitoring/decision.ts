import type { FailureSourceWord, MonitorStatus, ResultStatus } from '@sightline/shared/check-words'

/** One check result as the rule sees it. */
export interface Vote {
  readonly region: string
  /** When the check began, UNIX ms. */
  readonly checkedAtMs: number
  readonly status: ResultStatus
  readonly failureSource: FailureSourceWord | null
  readonly cause: string | null
  /** Why it is not up, for people. */
  readonly error: string | null
  /** Arrived too late to say anything about now: it fills the history and nothing else. */
  readonly late: boolean
}

/** What a failure that is being confirmed has shown so far. */
interface Suspicion {
  /** The first failing check: an outage that comes of it began then. */
  readonly sinceMs: number
  /** The latest failing check that counted. */
  readonly lastMs: number
  readonly failures: number
  readonly regions: readonly string[]
}

/** Everything the rule remembers of a monitor. */
export interface DecisionState {
  readonly status: MonitorStatus
  readonly suspicion: Suspicion | null
  /** The latest failing check of a monitor that is down: an older success, which comes by another
   *  way, does not end the outage. */
  readonly downMs: number | null
  /** The latest check that said something about the target, or the beginning of the checks: since then
   *  nothing is known. */
  readonly countedMs: number
}

/** What a monitor's settings say about confirming. */
export interface DecisionPolicy {
  /** Further failures needed after the first. */
  readonly retries: number
  readonly retryDelayMs: number
  /** Without a result that counts for this long nothing is known of the target. */
  readonly unknownAfterMs: number
}

const MIN_UNKNOWN_AFTER_MS = 5 * 60_000

/** How long what a monitor found last holds. Source: decisions, section 6, "Status" */
export function unknownAfterMs(intervalMs: number): number {
  return Math.max(3 * intervalMs, MIN_UNKNOWN_AFTER_MS)
}

/** What is to be done about a vote, besides keeping the new state. */
export type DecisionAction =
  | {
      readonly kind: 'setStatus'
      readonly status: MonitorStatus
      readonly atMs: number
      readonly reason: string | null
    }
  | {
      readonly kind: 'recheck'
      readonly region: string
      readonly dueAtMs: number
      readonly attempt: number
    }
  | {
      readonly kind: 'openOutage'
      readonly startedAtMs: number
      readonly regions: readonly string[]
      readonly cause: string
      readonly summary: string
    }
  | { readonly kind: 'closeOutage'; readonly endedAtMs: number }

export interface Decision {
  readonly state: DecisionState
  readonly actions: readonly DecisionAction[]
}

/** Whether a result says something about the target, rather than about us. */
export function counts(vote: Pick<Vote, 'status' | 'failureSource' | 'late'>): boolean {
  if (vote.late || vote.status === 'unknown') return false
  if (vote.status !== 'down') return true
  return vote.failureSource === 'target' || vote.failureSource === 'network'
}

/** The decision rule: what one more result makes of a monitor. Pure: same state and vote, same
 *  decision. A monitor is down after a failure that `retries` further failures confirm, and up after
 *  a success; what says nothing about the target makes it unknown once nothing else was heard for long.
 *  Votes must come in the order of their checks; one older than what was already counted changes
 *  nothing.
 *  Source: monitoring design, section 3 (its first form: one region's failures confirm themselves) */
export function decide(state: DecisionState, vote: Vote, policy: DecisionPolicy): Decision {
  const unchanged: Decision = { state, actions: [] }
  if (vote.late || state.status === 'paused') return unchanged
  if (!counts(vote)) return afterNothing(state, vote, policy)
  const counted = { ...state, countedMs: Math.max(state.countedMs, vote.checkedAtMs) }
  if (state.suspicion !== null && vote.checkedAtMs <= state.suspicion.lastMs) return unchanged
  return vote.status === 'down' ? afterFailure(counted, vote, policy) : afterSuccess(counted, vote)
}

/** An outage ends where nothing is known any more, as it does where nobody looks any more: our own
 *  gaps are never downtime. */
function afterNothing(state: DecisionState, vote: Vote, policy: DecisionPolicy): Decision {
  const atMs = vote.checkedAtMs
  const isFresh = atMs - state.countedMs < policy.unknownAfterMs
  if (isFresh || state.status === 'unknown') return { state, actions: [] }
  const setUnknown: DecisionAction = {
    kind: 'setStatus',
    status: 'unknown',
    atMs,
    reason: vote.error ?? 'The checks came to nothing.',
  }
  return {
    state: { ...state, status: 'unknown', suspicion: null, downMs: null },
    actions:
      state.status === 'down'
        ? [{ kind: 'closeOutage', endedAtMs: atMs }, setUnknown]
        : [setUnknown],
  }
}

function afterSuccess(state: DecisionState, vote: Vote): Decision {
  if (state.downMs !== null && vote.checkedAtMs <= state.downMs) return { state, actions: [] }
  const up: DecisionState = { ...state, status: 'up', suspicion: null, downMs: null }
  if (state.status === 'up') return { state: up, actions: [] }
  const setUp: DecisionAction = {
    kind: 'setStatus',
    status: 'up',
    atMs: vote.checkedAtMs,
    reason: null,
  }
  return {
    state: up,
    actions:
      state.status === 'down'
        ? [{ kind: 'closeOutage', endedAtMs: vote.checkedAtMs }, setUp]
        : [setUp],
  }
}

function afterFailure(state: DecisionState, vote: Vote, policy: DecisionPolicy): Decision {
  if (state.status === 'down') {
    return {
      state: { ...state, downMs: Math.max(state.downMs ?? 0, vote.checkedAtMs) },
      actions: [],
    }
  }
  const before = state.suspicion
  const suspicion: Suspicion = {
    sinceMs: before?.sinceMs ?? vote.checkedAtMs,
    lastMs: vote.checkedAtMs,
    failures: (before?.failures ?? 0) + 1,
    regions: [...new Set([...(before?.regions ?? []), vote.region])],
  }
  if (suspicion.failures <= policy.retries) {
    return {
      state: { ...state, suspicion, downMs: null },
      actions: [
        {
          kind: 'recheck',
          region: vote.region,
          dueAtMs: vote.checkedAtMs + policy.retryDelayMs,
          attempt: suspicion.failures,
        },
      ],
    }
  }
  const summary = vote.error ?? 'The check failed.'
  return {
    state: { ...state, status: 'down', suspicion: null, downMs: vote.checkedAtMs },
    actions: [
      { kind: 'setStatus', status: 'down', atMs: suspicion.sinceMs, reason: summary },
      {
        kind: 'openOutage',
        startedAtMs: suspicion.sinceMs,
        regions: suspicion.regions,
        cause: vote.cause ?? 'timeout',
        summary,
      },
    ],
  }
}
