import { RE2Set } from 're2js'

/** In about µs. Ordinary expressions cost 10 to 300. What costs this much took 7 to 30 ms with its first
 *  search; `\pL{1000}` twenty times, which is 180 characters, took 350 ms. */
export const MAX_PATTERN_COST = 10_000

/** All in about µs, measured with RE2JS 2.10 on expressions made to be expensive. */
const INSTRUCTION = 2
/** Parsing one such as \pL, of any case: 130 at most, and 70 more when it is parsed for its size. */
const UNICODE_CLASS = 250
/** Characters of a range that take one µs when case does not count. */
const RANGE_WIDTH = 28
/** Ends of a class's ranges that cost as much as an instruction: 15 µs for the 1,300 of \pL. */
const ENDS_PER_INSTRUCTION = 128
/** Between these are all letters that have two cases; a range that holds them all is free. */
const FIRST_CASED = 0x41
const LAST_CASED = 0x1e943

const RANGE_END = String.raw`\\x\{[\da-f]*\}|[^]`
/** What RE2JS's parser has no limit for, wherever it stands: a Unicode class, a count, and a range. */
const COSTLY = new RegExp(
  [
    String.raw`(?<unicode>\\p)`,
    String.raw`\{(?<least>\d+)(?:,(?<most>\d*))?\}`,
    `(?<=(?<first>${RANGE_END}))-(?=(?<last>${RANGE_END}))`,
  ].join('|'),
  'giu',
)

function codeOf(end: string): number {
  const digits = end.length > 2 && /^\\x\{(.*)\}$/.exec(end)?.[1]
  return digits ? Number.parseInt(digits, 16) : (end.codePointAt(0) ?? 0)
}

function rangeCost(first: number, last: number): number {
  if (first <= FIRST_CASED && last >= LAST_CASED) return 0
  const width = Math.min(last, LAST_CASED) - Math.max(first, FIRST_CASED)
  return Math.max(0, width) / RANGE_WIDTH
}

/** What parsing takes beside the instructions, and how many copies the repeats ask for. */
function readOff(expression: string): { parse: number; copies: number } {
  let parse = 0
  let copies = 0
  for (const { groups = {} } of expression.matchAll(COSTLY)) {
    const { unicode, least, most, first, last } = groups
    if (unicode !== undefined) parse += UNICODE_CLASS
    if (least !== undefined) copies += Math.max(Number(least), Number(most ?? 0))
    if (first !== undefined && last !== undefined) parse += rangeCost(codeOf(first), codeOf(last))
  }
  return { parse, copies }
}

/** What RE2JS makes of an expression before it is a program: a copy of a part is the same part again. */
interface Tree {
  readonly op: number
  /** Characters of a text, ends of a class's ranges, else none. */
  readonly runes: { readonly length: number }
  readonly subs: readonly Tree[]
}

function parsed(expression: string): Tree {
  const set = new RE2Set()
  set.add(expression)
  const [tree] = set.regexps as [Tree]
  return tree
}

const { op: TEXT } = parsed('a')
const { op: SEQUENCE } = parsed('a.')
const { op: GROUP } = parsed('(a)')

function ownInstructions({ op, runes, subs }: Tree): number {
  if (op === TEXT) return runes.length
  if (op === SEQUENCE) return 0
  if (op === GROUP) return 2
  return Math.max(1, subs.length - 1) + runes.length / ENDS_PER_INSTRUCTION
}

/** Instructions of its program, and what the classes among them are worth. */
function instructionsOf(tree: Tree, known = new Map<Tree, number>()): number {
  let sum = known.get(tree)
  if (sum !== undefined) return sum
  sum = ownInstructions(tree)
  for (const sub of tree.subs) sum += instructionsOf(sub, known)
  known.set(tree, sum)
  return sum
}

function sizeOf(expression: string): number {
  // Without repeats a character makes two instructions at most.
  if (!expression.includes('{')) return expression.length * 2
  try {
    return instructionsOf(parsed(expression))
  } catch {
    // What is no expression makes no program.
    return expression.length
  }
}

/** An upper bound of the time an expression takes to compile and to be searched for once in an empty
 *  text, in about µs, by RE2's own size of it, which is known before the program is made. */
export function patternCost(expression: string): number {
  const { parse, copies } = readOff(expression)
  const least = parse + copies * INSTRUCTION
  // The tree of many copies takes 1.5 µs for each of them, which is not worth its while any more.
  if (least > MAX_PATTERN_COST) return Math.ceil(least)
  return Math.ceil(parse + (sizeOf(expression) + 1) * INSTRUCTION)
}
