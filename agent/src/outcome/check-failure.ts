import type { Cause } from '@sightline/shared/causes'
import type { FailureSourceWord, Phase } from '@sightline/shared/check-words'

/** Why a check is not up. */
export interface CheckFailure {
  readonly source: FailureSourceWord
  /** null when it belongs to none (a setting this agent cannot serve). */
  readonly phase: Phase | null
  readonly cause: Cause
  /** One sentence for people. */
  readonly message: string
  /** The target has only addresses that may not be reached. */
  readonly isBlocked?: boolean
  /** The connection was closed in place of an answer, which may be over in a moment. */
  readonly isHangUp?: boolean
}
