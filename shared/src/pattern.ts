import { RE2JS } from 're2js'
import { patternCost } from './pattern-cost.ts'

/** A regular expression of a user, matched in time linear in the text whatever the expression is.
 *  Source: decisions, section 6 ("Regular expressions from users") */
export interface Pattern {
  /** Whether the expression occurs anywhere in the text. For 64 KiB that takes up to 5 s with the
   *  largest expressions. */
  readonly occursIn: (text: string) => boolean
  /** Whether it occurs in one of the texts, as long as that is cheap: not more than about 10 ms
   *  together, and 30 ms for each million characters.
   *  @returns null when it is not cheap to tell */
  readonly occursCheaplyIn: (texts: readonly string[]) => boolean | null
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
/** In about µs. Ordinary expressions cost 10 to 300; the worst ones found below this took 12 ms with
 *  their first search. `\pL{1000}` twenty times, which is 180 characters, costs 645,000, and a search
 *  with it took 1,130 ms for 4,000 characters. */
export const MAX_PATTERN_COST = 10_000
/** In instructions; more than the cost allows would be an error in its estimate. */
const MAX_PROGRAM = 5_000

/** Steps of a cheap search: positions of the program that are followed to find the automaton's next
 *  state, where it is not known from before. The slowest took 150 to 350 ns each. */
const CHEAP_STEPS = 40_000
/** What a state takes beside its positions, and classes of characters in its table that are a step. */
const STEPS_PER_STATE = 16
const CLASSES_PER_STEP = 24
/** What an instruction and all the rest take, in bytes, without the states. */
const INSTRUCTION_BYTES = 80
const PATTERN_BYTES = 8_000
/** The automaton remembers up to 8 MB of states, which one expression must not keep for ever. */
const MAX_AUTOMATON_BYTES = 128 * 1024

/** Thrown within the engine to end a search. */
const TOO_MANY_STEPS = new Error('the search is not cheap')

type Engine = ReturnType<RE2JS['re2']>
type Automaton = Engine['dfa']

/** Makes an automaton count its steps and give up. The engine has no limit of its own that could be
 *  set, and where its automaton runs out of memory it goes on without one, 20 ns for each character
 *  and instruction.
 *  @returns begins a search that may take so many steps */
function limitSteps(automaton: Automaton): (steps: number) => void {
  let left = Number.POSITIVE_INFINITY
  const stepsPerState = STEPS_PER_STATE + automaton.numClasses / CLASSES_PER_STEP
  const closure = automaton.closure.bind(automaton)
  const match = automaton.match.bind(automaton)
  automaton.closure = (...args) => {
    const found = closure(...args)
    left -= found.pcs.length + stepsPerState
    if (left < 0) throw TOO_MANY_STEPS
    return found
  }
  automaton.match = (...args) => {
    const result: unknown = match(...args)
    if (result === null && left !== Number.POSITIVE_INFINITY) throw TOO_MANY_STEPS
    return result
  }
  return (steps) => {
    left = steps
  }
}

function automatonBytes({ lazyDFA }: Engine): number {
  // Not made before the first search that needs it.
  const made: Automaton | null = lazyDFA
  return made === null ? 0 : made.maxMem - made.memBudget
}

function patternOf(compiled: RE2JS): Pattern {
  const engine = compiled.re2()
  let beginSearch: ((steps: number) => void) | null = null

  /** `test` needs no places of groups, so it runs on the engine's automaton: 10 to 30 ms for a
   *  megabyte, where a matcher's `find` took 100 to 6,000 ms. */
  function search(texts: readonly string[], steps: number): boolean {
    // Plain text is looked for as such, and some expressions have one way through.
    const needsAutomaton = !engine.prefixComplete && engine.onepass === null
    if (needsAutomaton) {
      beginSearch ??= limitSteps(engine.dfa)
      beginSearch(steps)
    }
    try {
      return texts.some((text) => compiled.test(text))
    } finally {
      if (automatonBytes(engine) > MAX_AUTOMATON_BYTES) {
        engine.dfa.clearCache()
        compiled.reset()
      }
    }
  }

  return {
    occursIn: (text) => search([text], Number.POSITIVE_INFINITY),
    occursCheaplyIn(texts) {
      try {
        return search(texts, CHEAP_STEPS)
      } catch (error) {
        if (error === TOO_MANY_STEPS) return null
        throw error
      }
    },
    heldBytes: () =>
      PATTERN_BYTES + compiled.programSize() * INSTRUCTION_BYTES + automatonBytes(engine),
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
 *  @throws PatternError for what is no expression, and for what is too large to compile in some ms */
export function compilePattern(
  expression: string,
  options: { caseSensitive?: boolean } = {},
): Pattern {
  if (expression.length > MAX_PATTERN_LENGTH) {
    throw new PatternError(`it has more than ${MAX_PATTERN_LENGTH} characters`)
  }
  if (patternCost(expression) > MAX_PATTERN_COST) {
    throw new PatternError('its repeats and classes are too large')
  }
  const flags = options.caseSensitive === false ? RE2JS.CASE_INSENSITIVE : 0
  const compiled = compile(expression, flags)
  if (compiled.programSize() > MAX_PROGRAM) {
    throw new PatternError('its repeats and classes are too large')
  }
  return patternOf(compiled)
}
