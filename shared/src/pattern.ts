import { RE2JS } from 're2js'
import { MAX_PATTERN_COST, patternCost } from './pattern-cost.ts'

/** A regular expression of a user, matched in time linear in the text whatever the expression is.
 *  Source: decisions, section 6 ("Regular expressions from users") */
export interface Pattern {
  /** Whether the expression occurs anywhere in the text. */
  readonly occursIn: (text: string) => boolean
  /** Instructions of its program. A search takes up to 0.04 µs for each of them and each character, and
   *  what making the automaton takes; ordinary ones take 0.01 µs for a character, whatever the size. */
  readonly size: number
  /** About how much memory it holds, in bytes. It grows with the texts that were searched. */
  readonly heldBytes: () => number
}

/** An expression that cannot be used; the message goes on after "is no usable expression: ". */
export class PatternError extends Error {
  override readonly name = 'PatternError'
}

/** Longest expression, in characters. Some take time that grows with the square of their length:
 *  up to 10 ms at this one. */
export const MAX_PATTERN_LENGTH = 2_048
/** In instructions; more than the cost allows would be an error in its estimate. */
const MAX_PROGRAM = 5_000

/** What an instruction and all the rest take, in bytes, without the states. */
const INSTRUCTION_BYTES = 80
const PATTERN_BYTES = 8_000
/** What an automaton remembers of its states unless told otherwise. */
const AUTOMATON_BYTES = 64 * 1024

function patternOf(compiled: RE2JS, automatonBytes: number): Pattern {
  const size = compiled.programSize()
  const { dfa } = compiled.re2()
  dfa.stateBudget = automatonBytes
  dfa.memBudget = automatonBytes
  return {
    // `test` needs no places of groups, so it runs on the engine's automaton: 10 to 30 ms for a
    // megabyte, where a matcher's `find` took 100 to 6,000 ms.
    occursIn(text) {
      const occurs = compiled.test(text)
      compiled.reset()
      return occurs
    },
    size,
    heldBytes: () => PATTERN_BYTES + size * INSTRUCTION_BYTES + automatonBytes - dfa.memBudget,
  }
}

function compile(expression: string, flags: number): RE2JS {
  try {
    return RE2JS.compile(expression, flags)
  } catch (error) {
    throw new PatternError(error instanceof Error ? error.message : String(error))
  }
}

/** Compiles an expression in RE2's syntax, which has no back-references and no look-around.
 *  @param options.cost what `patternCost` says of it, where that was asked already
 *  @param options.automatonBytes what it may remember of its automaton's states. They cost 0.2 µs for
 *    each instruction to make, and where there is no room for more the engine goes on without
 *  @throws PatternError for what is no expression, and for what is too large to compile in some ms */
export function compilePattern(
  expression: string,
  options: { caseSensitive?: boolean; automatonBytes?: number; cost?: number } = {},
): Pattern {
  if (expression.length > MAX_PATTERN_LENGTH) {
    throw new PatternError(`it has more than ${MAX_PATTERN_LENGTH} characters`)
  }
  if ((options.cost ?? patternCost(expression)) > MAX_PATTERN_COST) {
    throw new PatternError('its repeats and classes are too large')
  }
  const flags = options.caseSensitive === false ? RE2JS.CASE_INSENSITIVE : 0
  const pattern = patternOf(compile(expression, flags), options.automatonBytes ?? AUTOMATON_BYTES)
  if (pattern.size > MAX_PROGRAM) {
    throw new PatternError('its repeats and classes are too large')
  }
  return pattern
}
