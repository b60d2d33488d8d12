import type { z } from 'zod'
import { patternProblem } from '../pattern.ts'

/** Refuses a setting.
 *  @param path where it lies within the settings
 *  @param sent what is there; undefined reads as "is missing"
 *  @param message goes on after "it", so it begins with "must" or "cannot" */
export type Refuse = (path: readonly PropertyKey[], sent: unknown, message: string) => void

/** A rule between the fields of a type's settings, as a check of its schema. Every
 *  field has its type by then, if not yet its form. */
export function rule<S>(judge: (settings: S, refuse: Refuse) => void): z.core.CheckFn<S> {
  return (payload) => {
    const { value, issues } = payload
    judge(value, (path, input, message) => {
      issues.push({ code: 'custom', path: [...path], input, message })
    })
  }
}

/** Compiling 700 characters took up to 34 ms; one monitor must not stall a controller. */
const MAX_EXPRESSIONS_LENGTH = 4_096
const MAX_SHOWN = 120

/** Judges the regular expressions of one monitor together. */
export function expressionJudge(
  refuse: Refuse,
): (path: readonly PropertyKey[], expression: string) => void {
  let length = 0
  return (path, expression) => {
    length += expression.length
    if (length > MAX_EXPRESSIONS_LENGTH) {
      const message = `must be shorter: the regular expressions of a monitor can have ${MAX_EXPRESSIONS_LENGTH} characters together`
      refuse(path, expression, message)
      return
    }
    const problem = patternProblem(expression)
    if (problem === null) return
    const why = problem.replace(/^error parsing regexp: /, '').replaceAll('`', '"')
    const shown = why.length > MAX_SHOWN ? `${why.slice(0, MAX_SHOWN).toWellFormed()}…` : why
    refuse(
      path,
      expression,
      `must be a regular expression of the RE2 syntax, which has no look-around and no back-references (${shown})`,
    )
  }
}

/** Refuses all but one of the fields that exclude each other.
 *  @param sent their values by name; null and undefined are not set */
export function refuseMoreThanOne(
  refuse: Refuse,
  at: readonly PropertyKey[],
  sent: Readonly<Record<string, unknown>>,
): void {
  const set = Object.entries(sent).filter(([, value]) => value !== null && value !== undefined)
  const [first, second] = set
  if (first === undefined || second === undefined) return
  const [name, value] = second
  refuse([...at, name], value, `cannot be combined with "${first[0]}": send one of them`)
}
