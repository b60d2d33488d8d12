import { fieldName } from './describe-issue.ts'

/** Deepest nesting of a body; no field needs more than six. */
const MAX_DEPTH = 32

type Path = readonly (string | number)[]

/** What of a value the database cannot hold (NUL, half of a surrogate pair), or that it is nested deeper than anything
 *  here is, as a sentence; null: nothing. */
export function unstorableText(value: unknown, what: 'field' | 'query parameter'): string | null {
  // A stack of our own: a body nested 30,000 deep must not end the program's.
  const stack: { value: unknown; path: Path }[] = [{ value, path: [] }]
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    const { path } = entry
    if (path.length > MAX_DEPTH) {
      return `The body is nested more than ${MAX_DEPTH} levels deep, at "${fieldName(path.slice(0, 3))}".`
    }
    if (typeof entry.value === 'string') {
      const wrong = problemOf(entry.value)
      if (wrong !== null) return `The ${what} "${fieldName(path)}" holds ${wrong}.`
    } else if (typeof entry.value === 'object' && entry.value !== null) {
      for (const [key, inner] of entriesOf(entry.value)) {
        const wrong = typeof key === 'string' ? problemOf(key) : null
        if (wrong !== null) return `A name in "${fieldName(path) || 'the body'}" holds ${wrong}.`
        stack.push({ value: inner, path: [...path, key] })
      }
    }
  }
  return null
}

function entriesOf(value: object): Iterable<[string | number, unknown]> {
  return Array.isArray(value) ? value.entries() : Object.entries(value)
}

/** A NUL character, which no text of the database can hold. */
export function holdsNul(text: string): boolean {
  return text.includes('\0')
}

function problemOf(text: string): string | null {
  if (holdsNul(text)) return 'a NUL character (U+0000), which is not allowed'
  return text.isWellFormed() ? null : 'half of a surrogate pair, which is not valid Unicode'
}
