import type { WebSettings } from './settings.ts'
import type { Refuse } from '../rule.ts'

type Operator = WebSettings['jsonChecks'][number]['operator']

/** What "exists" takes beside nothing; false asks for absence. */
const TRUTH: ReadonlySet<unknown> = new Set([true, false, 'true', 'false'])

/** From here on numbers are written with an exponent, and nobody means each digit of them. */
const ROUND_NUMBER = 1e21

/** Whether a number may have lost digits when it was read: above 2^53 not every integer is one. */
function mayLackDigits(value: unknown): boolean {
  if (typeof value !== 'number' || !Number.isInteger(value)) return false
  return !Number.isSafeInteger(value) && Math.abs(value) < ROUND_NUMBER
}

/** Judges what a value is compared with.
 *  @param at where the comparison lies */
export function judgeComparison(
  at: readonly PropertyKey[],
  comparison: { readonly operator: Operator; readonly value?: unknown },
  judges: {
    readonly refuse: Refuse
    readonly expression: (path: readonly PropertyKey[], expression: string) => void
  },
): void {
  const { operator, value } = comparison
  const path = [...at, 'value']
  const { refuse, expression } = judges
  if (operator === 'exists') {
    if (value === undefined || TRUTH.has(value)) return
    refuse(path, value, 'must be left out, true or false with the operator "exists"')
    return
  }
  if (value === undefined) {
    refuse(path, value, `must be sent with the operator "${operator}"`)
  } else if (operator === 'gt' || operator === 'lt') {
    if (typeof value !== 'number') {
      refuse(path, value, `must be a number with the operator "${operator}"`)
    }
  } else if (operator === 'matches') {
    if (typeof value === 'string') expression(path, value)
    else refuse(path, value, 'must be a regular expression with the operator "matches"')
  } else if (mayLackDigits(value)) {
    const why = 'as numbers do not hold each integer above 2^53'
    refuse(path, value, `must be sent as a text, with all of its digits between quotes, ${why}`)
  }
}
