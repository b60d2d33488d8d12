/** One step into a JSON value: a member, an item (negative from the end), or any of them. */
type Step = { readonly name: string } | { readonly index: number } | 'any'

/** A parsed path; see `parseJsonPath`. */
export type JsonPath = readonly Step[]

/** A path that cannot be used; the message goes on after "is no usable path: ". */
export class JsonPathError extends Error {
  override readonly name = 'JsonPathError'
}

const MAX_STEPS = 50
/** Values that a path with "any" steps may lead to; what lies beyond is not looked at. */
const MAX_SELECTED = 10_000

const ANY = /^(?:\.\*|\[\s*\*\s*\])/
const MEMBER = /^\.?([^\s.[\]'"*$@?(),:]+)/u
const INDEX = /^\[\s*(-?(?:0|[1-9]\d{0,14}))\s*\]/
const QUOTED = /^\[\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*\]/su

const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

function unescaped(text: string): string {
  return text.replace(/\\u([0-9a-fA-F]{4})|\\(.)/gsu, (_, hex?: string, plain = '') =>
    hex === undefined ? (ESCAPES[plain] ?? plain) : String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

function problemAt(rest: string): string {
  if (rest.startsWith('..')) return '".." (search at every depth) is not available'
  if (/^\[\s*\?/.test(rest)) return 'filters such as [?(...)] are not available'
  if (/^\[[^'"\]]*:/.test(rest)) return 'slices such as [0:2] are not available'
  if (/^\[[^\]]*,/.test(rest)) return 'lists such as [0,1] are not available'
  return `"${rest.slice(0, 20)}" is neither ".name", "['name']", "[0]", "[*]" nor ".*"`
}

/** Reads a path: the singular queries of RFC 9535 (`$.a.b[0]['x y']`, negative indexes count from the
 *  end) and `[*]` or `.*`, which mean any member or item. The leading `$` may be left out.
 *  @throws JsonPathError */
export function parseJsonPath(text: string): JsonPath {
  const trimmed = text.trim()
  const hasRoot = trimmed.startsWith('$')
  let rest = hasRoot ? trimmed.slice(1) : trimmed
  if (!hasRoot && rest === '') throw new JsonPathError('it is empty')
  if (!hasRoot && rest === '*') rest = '[*]'
  const steps: Step[] = []
  while (rest !== '') {
    const isBareName = !rest.startsWith('.') && !rest.startsWith('[')
    // Only the first name may come without its dot, and only without "$".
    if (isBareName && (hasRoot || steps.length > 0)) throw new JsonPathError(problemAt(rest))
    const any = ANY.exec(rest)
    const index = INDEX.exec(rest)
    const quoted = QUOTED.exec(rest)
    const member = rest.startsWith('..') ? null : MEMBER.exec(rest)
    const found = any ?? index ?? quoted ?? member
    if (found === null) throw new JsonPathError(problemAt(rest))
    if (any !== null) steps.push('any')
    else if (index !== null) steps.push({ index: Number(index[1]) })
    else
      steps.push({
        name: quoted === null ? (member?.[1] ?? '') : unescaped(quoted[1] ?? quoted[2] ?? ''),
      })
    if (steps.length > MAX_STEPS) throw new JsonPathError(`it has more than ${MAX_STEPS} steps`)
    rest = rest.slice(found[0].length)
  }
  return steps
}

/** @returns why a path cannot be used; null when it can */
export function jsonPathProblem(text: string): string | null {
  try {
    parseJsonPath(text)
    return null
  } catch (error) {
    return error instanceof JsonPathError ? error.message : String(error)
  }
}

function step(value: unknown, taken: Step): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return []
  if (taken === 'any') return Object.values(value)
  if ('index' in taken) {
    const at = Array.isArray(value) && taken.index < 0 ? value.length + taken.index : taken.index
    return Array.isArray(value) && at >= 0 && at < value.length ? [value[at]] : []
  }
  const isMember = !Array.isArray(value) && Object.hasOwn(value, taken.name)
  return isMember ? [(value as Record<string, unknown>)[taken.name]] : []
}

/** What a path leads to in a JSON value, in the order of the document; empty when it leads nowhere. */
export function selectJson(value: unknown, path: JsonPath): readonly unknown[] {
  let selected: readonly unknown[] = [value]
  for (const taken of path) {
    const next: unknown[] = []
    for (const each of selected) {
      for (const found of step(each, taken)) {
        if (next.length < MAX_SELECTED) next.push(found)
      }
    }
    selected = next
  }
  return selected
}
