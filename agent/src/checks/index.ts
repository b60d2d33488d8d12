import type { CheckableType } from '@sightline/shared/check-words'
import type { Checker } from './checker.ts'
import { webChecker } from './web.ts'

/** Every type of monitor this agent can check. */
export const CHECKERS = { web: webChecker } as const satisfies {
  [T in CheckableType]: Checker<T>
}
