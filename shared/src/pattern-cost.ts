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

const ESCAPE = String.raw`\\(?:[pP](?:\{[^}]*\}|[^])|x\{[0-9a-fA-F]*\}|x[0-9a-fA-F]{2}|[^])?`
/** What an expression is made of, each in a group of its own: quoted text; flags, which are nothing to
 *  repeat (what stands before them is); a group's opening; a count as RE2 reads it; and characters,
 *  escapes or classes, of which `[]a]` and `[^]a]` hold a bracket. */
const TOKEN = new RegExp(
  [
    String.raw`\\Q(?<quoted>[^]*?)(?:\\E|$)`,
    String.raw`(?<flags>\(\?[a-zA-Z-]*\))`,
    String.raw`(?<opening>\((?:\?P?<[^>]*>|\?[a-zA-Z-]*:?)?)`,
    String.raw`\{(?<least>0|[1-9]\d*)(?<open>,(?<most>0|[1-9]\d*)?)?\}`,
    String.raw`\[\^?\]?(?<members>(?:\[:[^]*?:\]|${ESCAPE}|[^\]\\])*)\]?`,
    ESCAPE,
    '[^]',
  ].join('|'),
  'gu',
)
/** A member of a class, or a range of them; what is named is free. */
const MEMBER = new RegExp(String.raw`\[:[^]*?:\]|(${ESCAPE}|[^])(?:-(${ESCAPE}|[^]))?`, 'gu')

const isUnicodeClass = (atom: string): boolean => /^\\[pP]/.test(atom)

/** The character that a member of a class stands for; of an octal escape the backslash's, which does no
 *  harm. */
function runeOf(member: string): number {
  const digits = /^\\x\{?([0-9a-fA-F]+)/.exec(member)?.[1]
  if (digits !== undefined) return Number.parseInt(digits, 16)
  return member.codePointAt(member.length > 1 && member.startsWith('\\') ? 1 : 0) ?? 0
}

function rangeCost(first: number, last: number): number {
  if (first <= FIRST_CASED && last >= LAST_CASED) return 0
  const width = Math.min(last, LAST_CASED) - Math.max(first, FIRST_CASED)
  return Math.max(0, width) / RANGE_WIDTH
}

/** What something costs once, and what each copy of it costs. */
interface Cost {
  readonly once: number
  readonly copy: number
}

function classCost(members: string): Cost {
  let once = 0
  let copy = INSTRUCTION + (members.length + 1) / CLASS_LENGTH
  for (const [, first, last] of members.matchAll(MEMBER)) {
    for (const _ of [first, last].filter((each) => each !== undefined && isUnicodeClass(each))) {
      once += UNICODE_CLASS
      copy += UNICODE_CLASS_COPY
    }
    if (first !== undefined && last !== undefined) once += rangeCost(runeOf(first), runeOf(last))
  }
  return { once, copy }
}

function atomCost(atom: string, members: string | undefined): Cost {
  if (members !== undefined) return classCost(members)
  if (!isUnicodeClass(atom)) return { once: 0, copy: INSTRUCTION }
  return { once: UNICODE_CLASS, copy: INSTRUCTION + UNICODE_CLASS_COPY }
}

/** An upper bound of the time an expression takes to compile, in about µs, read off its text: the
 *  engine itself would first have to make the program. What is no expression has a cost too. */
export function patternCost(expression: string): number {
  let once = 0
  let sum = INSTRUCTION
  /** What is before each open group, the outermost first. */
  const before: number[] = []
  /** What the last item costs, which a repeat would copy; it is in the sum. */
  let last = 0

  function add(cost: number): void {
    sum += cost
    last = cost
  }

  /** @param times copies, @param more instructions besides */
  function repeat(times: number, more: number): void {
    const item = last
    add(item * (Math.max(1, times) - 1) + more * INSTRUCTION)
    last += item
  }

  for (const { 0: token, groups = {} } of expression.matchAll(TOKEN)) {
    const { flags, quoted, least, open, most = '0', opening, members } = groups
    if (flags !== undefined) continue
    if (quoted !== undefined) {
      for (const _ of quoted) add(INSTRUCTION)
    } else if (least !== undefined) {
      const times = Math.max(Number(least), Number(most))
      repeat(times, open === undefined ? 0 : times + 1)
    } else if (opening !== undefined) {
      // One at each end, and one that does nothing when the group is empty.
      before.push(sum)
      sum = 3 * INSTRUCTION
    } else if (token === ')') {
      const group = sum
      sum = before.pop() ?? 0
      add(group)
    } else if ('*+?|'.includes(token)) {
      // An alternative may be empty.
      repeat(1, 2)
    } else {
      const atom = atomCost(token, members)
      once += atom.once
      add(atom.copy)
    }
  }
  // A group that is not closed is an error.
  return Math.ceil(once + before.reduce((total, cost) => total + cost, sum))
}
