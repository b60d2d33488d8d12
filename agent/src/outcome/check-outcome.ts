import type { ResultStatus } from '@sightline/shared/check-words'
import type { CheckFailure } from './check-failure.ts'

/** Durations of the phases that took place, in ms with one decimal; null for those that did not. */
export interface PhaseTimings {
  readonly dnsMs: number | null
  readonly connectMs: number | null
  readonly tlsMs: number | null
  readonly firstByteMs: number | null
  readonly downloadMs: number | null
}

/** What a check found. A target's failure is an outcome, never an exception. */
export interface CheckOutcome {
  readonly status: ResultStatus
  /** null when there was no response with a status. */
  readonly statusCode: number | null
  /** From the start to the complete response, in ms with one decimal; null when none came, or the
   *  agent stood still meanwhile. */
  readonly responseMs: number | null
  /** null exactly when the status is up. */
  readonly failure: CheckFailure | null
  /** Address connected to; null when none was. */
  readonly ip: string | null
  readonly timings: PhaseTimings
  /** Rare facts; null when there are none. */
  readonly details: Readonly<Record<string, unknown>> | null
}

export const NO_TIMINGS: PhaseTimings = {
  dnsMs: null,
  connectMs: null,
  tlsMs: null,
  firstByteMs: null,
  downloadMs: null,
}

/** An outcome without a response. Only a failure of the target or its network says that it is down;
 *  the agent's own and the resolver's say nothing about it. Source: monitoring design, section 1. */
export function failed(
  failure: CheckFailure,
  facts: Partial<Omit<CheckOutcome, 'failure'>> = {},
): CheckOutcome {
  const isTheirs = failure.source === 'target' || failure.source === 'network'
  return {
    status: isTheirs ? 'down' : 'unknown',
    statusCode: null,
    responseMs: null,
    ip: null,
    timings: NO_TIMINGS,
    details: null,
    ...facts,
    failure,
  }
}

/** The outcome of a check that this agent cannot run. @param message one sentence for people */
export function agentFault(message: string): CheckOutcome {
  return failed({ source: 'agent', phase: null, cause: 'agentFault', message })
}

/** Milliseconds as results carry them: one decimal. */
export function roundMs(ms: number): number {
  return Math.round(ms * 10) / 10
}
