import type { Document, Node } from 'yaml'
import { isCollection, isNode, LineCounter, parseAllDocuments } from 'yaml'
import { SourceError } from './source-problem.ts'

/** Largest file in bytes: what the API takes. */
export const MAX_SOURCE_BYTES = 8 * 1024 * 1024
/** Values of a file with what its aliases stand for: what the API takes. */
const MAX_VALUES = 300_000
/** Times that an anchor may be used, with those within it multiplied: a thousand monitors may share one, and what
 *  doubles with each level ends. */
const MAX_ALIASES = 20_000

/** No field is nested more than eight deep. */
const MAX_DEPTH = 64
const TOO_MANY = `It holds more than ${MAX_VALUES} values: split it.`
const TOO_DEEP = 'It is nested too deep.'
const TOO_MANY_ALIASES = `Its aliases stand for anchors more than ${MAX_ALIASES} times, with those within them multiplied: write some of them out.`

export type Path = readonly (string | number)[]

/** A document of a file. */
export interface Source {
  readonly file: string
  readonly value: unknown
  /** Where values of the environment stand, which are to be shown to nobody. */
  readonly filled: readonly Path[]
  /** The line of a field, or of the nearest thing around it; null where the document has none. */
  readonly lineOf: (path: Path) => number | null
}

/** Reads a file of YAML, and so of JSON too: any number of documents. Pure.
 *  @throws SourceError */
export function readSource(file: string, text: string): Source[] {
  // Reading millions of values takes half a minute and a gigabyte.
  if (separatorsOf(text) > 2 * MAX_VALUES) throw errorIn(file, TOO_MANY)
  const lines = new LineCounter()
  const documents = parse(file, text, lines)
  const problems = documents.flatMap(({ errors, warnings }) =>
    [...errors, ...warnings].map(({ message, pos: [at] }) => ({
      file,
      line: lines.linePos(at).line,
      message: /call stack|stack overflow/i.test(message) ? TOO_DEEP : `${firstLine(message)}.`,
    })),
  )
  const different = new Map(problems.map((each) => [`${each.line} ${each.message}`, each]))
  if (problems.length > 0) throw new SourceError([...different.values()].slice(0, 20))
  return documents.map((document) => ({
    file,
    value: valueOf(file, document),
    filled: [],
    lineOf: (path) => lineOf(document, lines, path),
  }))
}

/** Line breaks, commas and opening brackets: no value is without one of its own, and some texts hold more. */
function separatorsOf(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x0a || code === 0x2c || code === 0x5b || code === 0x7b) count += 1
  }
  return count
}

function parse(file: string, text: string, lineCounter: LineCounter): Document.Parsed[] {
  try {
    const found = parseAllDocuments(text, {
      lineCounter,
      merge: true,
      prettyErrors: false,
      // It would print what it does with a name that is a list: what comes of it is refused as a field.
      logLevel: 'error',
    })
    return Array.isArray(found) ? [...found] : []
  } catch (error: unknown) {
    throw tooMuch(file, error)
  }
}

function valueOf(file: string, document: Document.Parsed): unknown {
  try {
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES })
    requireFewValues(file, value)
    return value
  } catch (error: unknown) {
    throw tooMuch(file, error)
  }
}

/** What an alias stands for is there once in memory, and as often as it is used in what is sent. */
function requireFewValues(file: string, value: unknown): void {
  const stack = [{ value, depth: 0 }]
  for (let count = 1; stack.length > 0; count += 1) {
    if (count > MAX_VALUES) throw errorIn(file, TOO_MANY)
    const { value: next, depth } = stack.pop() ?? { value: null, depth: 0 }
    if (depth > MAX_DEPTH) throw errorIn(file, TOO_DEEP)
    if (typeof next !== 'object' || next === null) continue
    for (const inner of Object.values(next)) stack.push({ value: inner, depth: depth + 1 })
  }
}

function tooMuch(file: string, error: unknown): unknown {
  if (error instanceof RangeError) return errorIn(file, TOO_DEEP)
  if (error instanceof ReferenceError) {
    const isTooOften = error.message.startsWith('Excessive alias count')
    return errorIn(file, isTooOften ? TOO_MANY_ALIASES : `${firstLine(error.message)}.`)
  }
  return error
}

function errorIn(file: string, message: string): SourceError {
  return new SourceError([{ file, line: null, message }])
}

function firstLine(message: string): string {
  return (message.split('\n', 1)[0] ?? '').replace(/[.:]$/, '')
}

function lineOf(document: Document.Parsed, lines: LineCounter, path: Path): number | null {
  let node: unknown = document.contents
  let at: Node | null = isNode(node) ? node : null
  for (const part of path) {
    if (!isCollection(node)) break
    node = node.get(part, true)
    if (!isNode(node)) break
    at = node
  }
  const begin = at?.range?.[0]
  return begin === undefined ? null : lines.linePos(begin).line
}
