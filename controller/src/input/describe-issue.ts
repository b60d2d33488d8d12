import { withoutUserInfo } from '@sightline/shared/monitor-url'
import type { z } from 'zod'

type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]

/** Longest piece of what was sent that an error repeats. */
const MAX_SHOWN = 80
/** Whoever has the address of a chat's webhook can write there. */
const SECRET_WORD =
  /pass(?:word|phrase)|token|community|secret|auth|cookie|key(?!word)|(?:slack|discord|teams)Url/i
/** A name and password in an address: an error is logged, and shown to others. */
const USER_INFO = /^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i
const WITH_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i
const MAX_SENTENCES = 5

/** What a person reads about a value that was refused: each problem names the field, what was sent and
 *  what is allowed. Source: decisions, section 1
 *  @param schema the schema that refused it, to name the fields it knows
 *  @param prefix where the value lay ("settings"), or nothing */
export function describeIssues(
  issues: readonly Issue[],
  schema: z.ZodType,
  options: { what?: 'field' | 'query parameter'; prefix?: readonly string[] } = {},
): string {
  const sentences = issues.slice(0, MAX_SENTENCES).map((issue) =>
    describe(issue, {
      what: options.what ?? 'field',
      at: [...(options.prefix ?? []), ...issue.path],
      parent: schemaAt(schema, issue.path),
    }),
  )
  return [...new Set(sentences)].join(' ')
}

/** "settings.headers.X-Test", "regions[2]": how a field is named in an error. */
export function fieldName(path: Path): string {
  return path
    .map((part, index) =>
      typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${shorten(String(part))}`,
    )
    .join('')
}

function describe(
  issue: Issue,
  context: { what: string; at: Path; parent: z.ZodType | null },
): string {
  const { what, at, parent } = context
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.slice(0, 3).map((key) => `"${fieldName([...at, key])}"`)
    const known = parent === null ? [] : knownKeys(parent)
    const choice = known.length === 0 ? '' : `: allowed are ${known.join(', ')}`
    return `Unknown ${what} ${names.join(', ')}${choice}.`
  }
  const name =
    at.length === 0
      ? 'The body'
      : `${what === 'field' ? 'The field' : 'The query parameter'} "${fieldName(at)}"`
  if (issue.code === 'invalid_key' || issue.code === 'invalid_element') {
    const inner = issue.issues[0]
    return `${name} has a key that cannot be used: it ${inner === undefined ? 'is not valid' : allowed(inner)}.`
  }
  if (issue.code === 'invalid_union' && !saysWhatItTakes(issue)) {
    const choices = issue.errors.flatMap((errors) => errors[0] ?? []).map(allowed)
    const text = choices.length === 0 ? 'is not valid' : [...new Set(choices)].join(', or it ')
    return `${name} ${sent(issue.input, at)}: it ${text}.`
  }
  return `${name} ${sent(issue.input, at)}: it ${allowed(issue)}.`
}

function sent(input: unknown, at: Path): string {
  if (input === undefined) return 'is missing'
  if (at.some((part) => SECRET_WORD.test(String(part)))) return 'is not valid'
  if (input === null) return 'is null'
  if (typeof input === 'number') {
    return Number.isFinite(input) ? `is ${input}` : 'is a number too large to handle'
  }
  if (typeof input === 'string') {
    return `is ${shorten(JSON.stringify(withoutPassword(input)))}`
  }
  if (Array.isArray(input)) return `is a list of ${input.length}`
  return typeof input === 'boolean' ? `is ${input}` : 'is an object'
}

/** Where an address cannot be read, a password with a slash in it may be why. */
function withoutPassword(text: string): string {
  return WITH_SCHEME.test(text) && !URL.canParse(text)
    ? withoutUserInfo(text)
    : text.replace(USER_INFO, '$1***@')
}

function shorten(text: string): string {
  // A pair cut in half is made whole again as a replacement character.
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN).toWellFormed()}…`
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  null: 'null',
}

const UNITS: Readonly<Record<string, string>> = {
  string: ' characters long',
  array: ' entries long',
  set: ' entries long',
}

/** Messages that the schemas give themselves begin with "must". */
function saysWhatItTakes(issue: Issue): boolean {
  return /^(?:must|cannot) /.test(issue.message)
}

/** The allowed part: "must be at least 1". */
function allowed(issue: Issue): string {
  if (saysWhatItTakes(issue)) return issue.message
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${TYPE_WORDS[issue.expected] ?? issue.expected}`
    case 'too_small':
      if (issue.inclusive === false) return `must be above ${issue.minimum}`
      if (issue.minimum === 1 && UNITS[issue.origin] !== undefined) return 'must not be empty'
      return `must be at least ${issue.minimum}${UNITS[issue.origin] ?? ''}`
    case 'too_big':
      return `must be at most ${issue.maximum}${UNITS[issue.origin] ?? ''}`
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map((value) => JSON.stringify(value)).join(', ')}`
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    default:
      return 'is not valid'
  }
}

/** The schema that refused a value lies under optional, nullable and default wrappers. */
function unwrap(schema: unknown): { shape?: Record<string, unknown>; element?: unknown } {
  let current = schema
  while (typeof current === 'object' && current !== null && 'def' in current) {
    const def = current.def as { innerType?: unknown; in?: unknown }
    const next = def.innerType ?? def.in
    if (next === undefined) break
    current = next
  }
  return current as { shape?: Record<string, unknown>; element?: unknown }
}

function schemaAt(schema: z.ZodType, path: Path): z.ZodType | null {
  let current: unknown = schema
  for (const part of path) {
    const inner = unwrap(current)
    current = typeof part === 'number' ? inner.element : inner.shape?.[String(part)]
    if (current === undefined) return null
  }
  return current as z.ZodType
}

function knownKeys(schema: z.ZodType): string[] {
  return Object.keys(unwrap(schema).shape ?? {})
}
