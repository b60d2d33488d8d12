import type { WebSettings } from './settings.ts'
import type { Refuse } from '../rule.ts'

type Operator = WebSettings['jsonChecks'][number]['operator']

/** What "exists" takes beside nothing; false asks for absence. */
const TRUTH: ReadonlySet<unknown> = new Set([true, false, 'true', 'false'])

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
  }
}
