import { isIP } from 'node:net'
import type { z } from 'zod'
import { MAX_PATTERN_COST, patternCost } from '../pattern-cost.ts'
import { compilePattern, PatternError } from '../pattern.ts'
import type { Pattern } from '../pattern.ts'

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

/** One monitor must not stall a controller. What costs this much took 12 to 25 ms to compile. */
const MAX_EXPRESSIONS_COST = 2 * MAX_PATTERN_COST
const MAX_EXPRESSIONS_LENGTH = 4_096
const MAX_SHOWN = 120

interface TlsSettings {
  readonly tls: { readonly sni: string | null }
}

function compiled(expression: string, cost: number): Pattern | string {
  try {
    return compilePattern(expression, { cost })
  } catch (error) {
    if (error instanceof PatternError) return error.message
    throw error
  }
}

/** @param why what the engine says */
function syntaxMessage(why: string): string {
  const plain = why.replace(/^error parsing regexp: /, '').replaceAll('`', '"')
  const shown = plain.length > MAX_SHOWN ? `${plain.slice(0, MAX_SHOWN).toWellFormed()}…` : plain
  return `must be a regular expression of the RE2 syntax, which has no look-around and no back-references (${shown})`
}

/** Judges the regular expressions of one monitor together.
 *  @param options.mustSay refuses those that nothing at all would match */
export function expressionJudge(
  refuse: Refuse,
  { mustSay = false }: { mustSay?: boolean } = {},
): (path: readonly PropertyKey[], expression: string) => void {
  let length = 0
  let cost = 0

  function problemOf(expression: string): string | null {
    length += expression.length
    if (length > MAX_EXPRESSIONS_LENGTH) {
      return `must be shorter: the regular expressions of a monitor can have ${MAX_EXPRESSIONS_LENGTH} characters together`
    }
    const own = patternCost(expression)
    cost += own
    if (own > MAX_PATTERN_COST) return 'must be simpler: its repeats and classes are too large'
    if (cost > MAX_EXPRESSIONS_COST) {
      return "must be simpler: the repeats and classes of the monitor's regular expressions are too large together"
    }
    const pattern = compiled(expression, own)
    if (typeof pattern === 'string') return syntaxMessage(pattern)
    return mustSay && pattern.occursIn('')
      ? 'must not match an empty text, or every answer would do; "(?s)." is any answer'
      : null
  }

  return (path, expression) => {
    const problem = problemOf(expression)
    if (problem !== null) refuse(path, expression, problem)
  }
}

/** A name as it goes over the wire: a TLS library throws at some of the others. */
function isServerName(name: string): boolean {
  if (isIP(name) !== 0) return !name.includes('%')
  return name === '' || /^(?!.*\.\.)[A-Za-z0-9_][A-Za-z0-9._-]*$/.test(name)
}

/** Judges the name that a TLS connection asks for. */
export function judgeServerName({ tls: { sni } }: TlsSettings, refuse: Refuse): void {
  if (sni === null || isServerName(sni)) return
  const message =
    'must be a host name in ASCII (xn--... for others), an address, or "" to send none'
  refuse(['tls', 'sni'], sni, message)
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
