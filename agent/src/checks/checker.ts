import type { MonitorType, ResultStatus } from '@sightline/shared/check-words'
import type { SettingsOf } from '@sightline/shared/monitor-settings'
import type { Browser } from '../browser/browser.ts'
import type { CheckFailure } from '../check-failure.ts'
import type { IcmpEngine } from '../icmp/engine.ts'
import type { FindAddresses } from '../net/addresses.ts'
import type { Dial } from '../net/dial.ts'
import type { ResolverHealth } from '../net/resolver-health.ts'
import type { NameResolver } from '@sightline/shared/name-resolution'

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
  /** From the start to the complete response, in ms with one decimal; null when none came. */
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

/** What a monitor of type T asks for. */
export interface SpecOf<T extends MonitorType> {
  readonly type: T
  /** Normalised URL of the target. */
  readonly url: string
  readonly timeoutMs: number
  readonly settings: SettingsOf<T>
}

/** What every check is given. */
export interface CheckContext {
  /** Aborts at the time limit: the check then tells how far it got. */
  readonly signal: AbortSignal
  readonly dial: Dial
  /** For what goes without a connection: UDP, ICMP, name servers. */
  readonly findAddresses: FindAddresses
  /** The agent's own name servers, which no address rule binds. */
  readonly resolver: NameResolver
  readonly resolverHealth: ResolverHealth
  /** null where this machine offers no way to ping. */
  readonly icmp: IcmpEngine | null
  /** Why it does not, one sentence for people. */
  readonly noIcmp?: string | null
  /** Whether an address is not to be told to whom the check is for; absent: none is. */
  readonly withholds?: (address: string) => boolean
  /** For pages that are rendered. */
  readonly browser: Pick<Browser, 'missing' | 'render'>
}

/** One member of the family: the dispatcher owns time limit, status words and logging. It returns
 *  what a target does wrong and throws only on bugs. */
export interface Checker<T extends MonitorType> {
  readonly type: T
  readonly run: (spec: SpecOf<T>, context: CheckContext) => Promise<CheckOutcome>
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
