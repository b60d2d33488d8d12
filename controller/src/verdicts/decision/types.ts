import type { FailureSourceWord, MonitorStatus, ResultStatus } from '@sightline/shared/check-words'
import type { DecisionMemory } from './memory.ts'

/** One check result as the rule sees it. */
export interface Vote {
  readonly region: string
  /** When the check began, UNIX ms. */
  readonly checkedAtMs: number
  /** When it ended, UNIX ms: nothing can be decided on it before. */
  readonly endedAtMs: number
  readonly status: ResultStatus
  readonly failureSource: FailureSourceWord | null
  readonly cause: string | null
  /** Why it is not up, for people. */
  readonly error: string | null
  /** Asked for by the rule (a retry or a recheck), not by the grid. */
  readonly confirmation: boolean
  /** Arrived too late to say anything about now: it fills the history and nothing else. */
  readonly late: boolean
}

/** What the rule is told. Votes come in the order of their checks' beginnings where that is known;
 *  the rule holds against any order. */
export type DecisionEvent =
  | { readonly kind: 'vote'; readonly vote: Vote }
  /** The instant the rule asked for (`lookAtMs`) has come, or nothing was heard for long. */
  | { readonly kind: 'tick'; readonly atMs: number }
  /** A maintenance window of the monitor began, or the last one that was open ended. */
  | { readonly kind: 'maintenance'; readonly active: boolean; readonly atMs: number }

/** What a monitor's settings say, and who may vote now. */
export interface DecisionPolicy {
  readonly intervalMs: number
  readonly timeoutMs: number
  /** confirmation: retries, delay before each, and how many of the answering regions must fail. */
  readonly retries: number
  readonly retryDelayMs: number
  readonly quorum: 'majority' | 'all' | 'any' | number
  /** Good checks in a row that end an outage. */
  readonly recoveryChecks: number
  /** The monitor's own regions. */
  readonly regions: readonly string[]
  /** Regions that may vote now: an agent that can check the type is connected, its self-test passed,
   *  its clock is right and it is not in quarantine. The monitor's own first, then all others. */
  readonly voters: readonly string[]
}

/** What is to be done about an event, besides keeping the new state. */
export type DecisionAction =
  | {
      readonly kind: 'setStatus'
      readonly status: MonitorStatus
      readonly atMs: number
      readonly reason: string | null
    }
  /** Have a region check the monitor beside the grid. */
  | {
      readonly kind: 'recheck'
      readonly region: string
      readonly dueAtMs: number
      /** Above 0; grows within a round, so that no two rechecks of a region are the same. */
      readonly attempt: number
    }
  | {
      readonly kind: 'openOutage'
      readonly scope: 'global' | 'regional'
      readonly startedAtMs: number
      readonly confirmedAtMs: number
      readonly regions: readonly string[]
      readonly cause: string
      readonly summary: string
    }
  | {
      readonly kind: 'closeOutage'
      readonly scope: 'global' | 'regional'
      readonly endedAtMs: number
    }
  /** People are to be told. `up` belongs to a closed global outage, `degraded` to a monitor that
   *  became degraded (slow, or a regional outage), `flapping` to its beginning (`isOver` false) or its end. */
  | {
      readonly kind: 'alert'
      readonly alert: 'down' | 'up' | 'degraded' | 'flapping'
      /** When it became certain; of `up`: when the outage ended. UNIX ms */
      readonly atMs: number
      /** Since when it is so; of `up`: when the outage began. UNIX ms */
      readonly sinceMs: number
      readonly cause: string | null
      readonly reason: string | null
      readonly regions: readonly string[]
      /** The monitor is flapping: the change goes into a digest. */
      readonly isDigested: boolean
      /** Of `flapping`: it ended. */
      readonly isOver: boolean
    }
  /** Nobody could tell what is wrong: the operator has to look at the agents, not at the target. */
  | { readonly kind: 'operatorAlert'; readonly atMs: number; readonly reason: string }

/** The rule's whole memory of a monitor. `status` and `inMaintenance` have columns of their own; `memory`
 *  is stored as JSON, {} when there is nothing to remember (a monitor that is up, of which every passing
 *  result may be skipped). */
export interface DecisionState {
  readonly status: MonitorStatus
  /** Since when it has this status, UNIX ms: no later change, and no outage, begins before. */
  readonly sinceMs: number
  readonly inMaintenance: boolean
  readonly flapping: boolean
  /** The latest check that said something about the target, or the beginning of the checks: since then
   *  nothing is known. UNIX ms. */
  readonly countedMs: number
  readonly memory: DecisionMemory
  /** When the rule wants a tick, UNIX ms; null: never. */
  readonly lookAtMs: number | null
}

export interface Decision {
  readonly state: DecisionState
  readonly actions: readonly DecisionAction[]
}
