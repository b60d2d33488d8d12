import type { MonitorType } from '@sightline/shared/check-words'
import type { SettingsOf } from '@sightline/shared/monitor-types/registry'
import type { Browser } from '../browser/browser.ts'
import type { CheckOutcome } from '../outcome/check-outcome.ts'
import type { DiagnosisHints } from './diagnosis-hints.ts'
import type { IcmpEngine } from '../icmp/engine.ts'
import type { FindAddresses } from '../net/addresses.ts'
import type { Dial } from '../net/dial.ts'
import type { ResolverHealth } from '../net/resolver-health.ts'
import type { NameResolver } from '@sightline/shared/name-resolution'

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
  /** To be awaited before a page is; left out where nobody waits for others' pages.
   *  @returns false where the turn does not come: nobody needs the outcome then */
  readonly takeBrowserTurn?: TakeBrowserTurn
}

/** Waits for a place in the browser's lane, which the check then has until its end. */
export type TakeBrowserTurn = () => Promise<boolean>

/** One member of the family: the dispatcher owns time limit, status words and logging. It returns
 *  what a target does wrong and throws only on bugs. */
export interface Checker<T extends MonitorType> {
  readonly type: T
  readonly run: (spec: SpecOf<T>, context: CheckContext) => Promise<CheckOutcome>
  /** How a failure of it is looked into. */
  readonly hints: DiagnosisHints<T>
}
