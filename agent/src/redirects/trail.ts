import type { Headers } from '../http/page.ts'
import type { CheckFailure } from '../outcome/check-failure.ts'

/** A page's redirects with those by meta refresh, to their end or to what went wrong. */
export interface RedirectTrail {
  readonly askedUrl: string
  readonly steps: readonly RedirectStep[]
  /** The trail came back to an address it had been at. */
  readonly isLoop: boolean
  /** There were more hops than are followed (20). */
  readonly isCut: boolean
  /** Why the last step has no answer, or leads to no address; null when neither. */
  readonly failure: CheckFailure | null
  /** The last step is an address that may not be reached. */
  readonly isBlocked: boolean
  readonly totalMs: number
}

export interface RedirectStep {
  readonly url: string
  /** How this address leads on; "final" where it does not. A Refresh header is a meta refresh. */
  readonly type: 'http' | 'meta-refresh' | 'final'
  /** null where no answer came. */
  readonly statusCode: number | null
  /** Where it leads to, as written; null where it does not. */
  readonly location: string | null
  /** Of a meta refresh, before it leads on; else null. */
  readonly delaySeconds: number | null
  readonly httpVersion: string | null
  readonly ms: number
  readonly headers: Headers
}
