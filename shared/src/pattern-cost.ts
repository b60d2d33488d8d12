/** What compiling an expression takes at most, in about µs. Measured with RE2JS 2.10 on expressions
 *  made to be expensive: 2 to 3 for an instruction, of which a counted repeat makes a copy each;
 *  120 to 330 for a Unicode class such as \pL, and 20 to 40 more for each copy of it; 35 for a thousand
 *  characters of a range, when case does not count. */
const INSTRUCTION = 2
const UNICODE_CLASS = 250
const UNICODE_CLASS_COPY = 30
/** Characters of a range that take one µs. */
const RANGE_WIDTH = 28
/** Characters between the brackets of a class that take one µs for each copy. */
const CLASS_LENGTH = 32
/** Between these are all letters that have two cases; a range that holds them all is free. */
const FIRST_CASED = 0x41
const LAST_CASED = 0x1e943

/** A count as RE2 reads it; what it would not read as one is text. */
const COUNT = /\{(0|[1-9]\d*)(?:(,)(0|[1-9]\d*)?)?\}/y
const GROUP_OPENING = /\((?:\?P?<[^>]*>|\?[a-zA-Z-]*:?)?/y
/** `(?i)` is nothing to repeat: what stands before it is. */
const FLAGS = /\(\?[a-zA-Z-]*\)/y
/** An escape; of an octal one only the beginning, which does no harm. */
const ESCAPE = /\\(?:[pP](?:\{[^}]*\}|[^])|x\{([0-9a-fA-F]*)\}|x([0-9a-fA-F]{2})|[^])?/uy
const QUOTED = /\\Q([^]*?)(?:\\E|$)/y
/** `[]a]` and `[^]a]` hold a bracket. */
const CLASS_OPENING = /\[\^?\]?/y
const NAMED_CLASS = /\[:[^]*?:\]/y

function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at
  return expression.exec(text)
}

interface Item {
  /** Where the next one begins. */
  readonly end: number
  /** What it costs once. */
  readonly once: number
  /** What each copy of it costs. */
  readonly copy: number
}

function readEscape(text: string, at: number): Item & { readonly rune: number } {
  const match = matchAt(ESCAPE, text, at)
  const escape = match?.[0] ?? '\\'
  const end = at + escape.length
  if (/^\\[pP]/.test(escape)) {
    return { end, once: UNICODE_CLASS, copy: INSTRUCTION + UNICODE_CLASS_COPY, rune: 0 }
  }
  const digits = match?.[1] ?? match?.[2]
  const rune = digits === undefined ? (escape.codePointAt(1) ?? 0) : Number.parseInt(digits, 16)
  return { end, once: 0, copy: INSTRUCTION, rune }
}

function readMember(text: string, at: number): Item & { readonly rune: number } {
  if (text[at] === '\\') return readEscape(text, at)
  const rune = text.codePointAt(at) ?? 0
  return { end: at + (rune > 0xffff ? 2 : 1), once: 0, copy: 0, rune }
}

function rangeCost(first: number, last: number): number {
  if (first <= FIRST_CASED && last >= LAST_CASED) return 0
  const width = Math.min(last, LAST_CASED) - Math.max(first, FIRST_CASED)
  return Math.max(0, width) / RANGE_WIDTH
}

function readClass(text: string, from: number): Item {
  let at = from + (matchAt(CLASS_OPENING, text, from)?.[0].length ?? 1)
  let once = 0
  let copies = 0
  while (at < text.length && text[at] !== ']') {
    const named = matchAt(NAMED_CLASS, text, at)
    if (named !== null) {
      at += named[0].length
      continue
    }
    const member = readMember(text, at)
    once += member.once
    if (member.once > 0) copies += UNICODE_CLASS_COPY
    at = member.end
    if (member.once > 0 || text[at] !== '-' || text[at + 1] === ']') continue
    const last = readMember(text, at + 1)
    once += last.once + rangeCost(member.rune, last.rune)
    at = last.end
  }
  const copy = INSTRUCTION + copies + (at - from) / CLASS_LENGTH
  return { end: at + 1, once, copy }
}

function readAtom(text: string, at: number): Item {
  if (text[at] === '[') return readClass(text, at)
  if (text[at] === '\\') return readEscape(text, at)
  return { end: at + 1, once: 0, copy: INSTRUCTION }
}

/** An upper bound of the time an expression takes to compile, in about µs, read off its text: the
 *  engine itself would first have to make the program. What is no expression has a cost too. */
export function patternCost(expression: string): number {
  let once = 0
  /** What the copies of each open group cost, the outermost first. */
  const open: number[] = []
  let sum = INSTRUCTION
  /** What the last item, which a repeat would copy, costs; it is in the sum. */
  let last = 0

  function add(cost: number): void {
    sum += cost
    last = cost
  }

  /** @param times copies, @param more instructions besides */
  function repeat(times: number, more: number): void {
    const cost = last * Math.max(1, times) + more * INSTRUCTION
    sum += cost - last
    last = cost
  }

  let at = 0
  while (at < expression.length) {
    const quoted = matchAt(QUOTED, expression, at)
    const count = matchAt(COUNT, expression, at)
    const flags = matchAt(FLAGS, expression, at)
    const opening = matchAt(GROUP_OPENING, expression, at)
    if (flags !== null) {
      at += flags[0].length
    } else if (quoted !== null) {
      for (const _ of quoted[1] ?? '') add(INSTRUCTION)
      at += quoted[0].length
    } else if (count !== null) {
      const most = Math.max(Number(count[1]), Number(count[3] ?? 0))
      repeat(most, count[2] === undefined ? 0 : most + 1)
      at += count[0].length
    } else if (opening !== null) {
      // One at each end, and one that does nothing when the group is empty.
      open.push(sum)
      sum = 3 * INSTRUCTION
      at += opening[0].length
    } else if (expression[at] === ')') {
      const group = sum
      sum = open.pop() ?? 0
      add(group)
      at += 1
    } else if ('*+?|'.includes(expression[at] ?? '')) {
      // An alternative may be empty.
      repeat(1, 2)
      at += 1
    } else {
      const atom = readAtom(expression, at)
      once += atom.once
      add(atom.copy)
      at = atom.end
    }
  }
  // A group that is not closed is an error.
  return Math.ceil(once + open.reduce((total, cost) => total + cost, sum))
}
