import type { JsonValue } from './json-value.ts'
import { JsonError, MAX_JSON_DEPTH, Scanner } from './scanner.ts'

/** What a text that should be JSON came to. */
export type JsonReading =
  | { readonly ok: true; readonly value: JsonValue; readonly warnings: readonly string[] }
  | {
      readonly ok: false
      readonly message: string
      /** Where it goes wrong, both from 1. */
      readonly line: number
      readonly column: number
      readonly warnings: readonly string[]
    }

/** Reads JSON as search engines take it from pages: comments of HTML and JavaScript, CDATA marks, trailing
 *  commas and semicolons, and raw control characters in strings are passed over and told as warnings.
 *  Source: RFC 8259 for everything else */
export function readTolerantJson(text: string): JsonReading {
  const scanner = new Scanner(text)
  try {
    scanner.skipWrapping()
    if (scanner.isAtEnd) scanner.fail('The block is empty')
    const value = readValue(scanner, 0)
    scanner.skipWrapping()
    if (!scanner.isAtEnd) scanner.fail(`Expected the end of the block but found ${scanner.found}`)
    return { ok: true, value, warnings: scanner.warnings }
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    const { line, column } = scanner.positionOf(error.at)
    return { ok: false, message: error.message, line, column, warnings: scanner.warnings }
  }
}

function readValue(scanner: Scanner, depth: number): JsonValue {
  if (depth > MAX_JSON_DEPTH) scanner.fail(`Nested more than ${MAX_JSON_DEPTH} levels deep`)
  scanner.skipSpace()
  if (scanner.take('{')) return readObject(scanner, depth)
  if (scanner.take('[')) return readArray(scanner, depth)
  if (scanner.next === '"') return scanner.string()
  return scanner.literal()
}

function readObject(scanner: Scanner, depth: number): JsonValue {
  // A map, because a page may call a key __proto__.
  const entries = new Map<string, JsonValue>()
  for (;;) {
    scanner.skipSpace()
    if (scanner.take('}')) {
      if (entries.size > 0) scanner.warn('Comma after the last entry of an object')
      break
    }
    if (scanner.next !== '"')
      scanner.fail(`Expected a key in double quotes but found ${scanner.found}`)
    const key = scanner.string()
    scanner.skipSpace()
    if (!scanner.take(':')) scanner.fail(`Expected ":" behind a key but found ${scanner.found}`)
    entries.set(key, readValue(scanner, depth + 1))
    scanner.skipSpace()
    if (scanner.take('}')) break
    if (!scanner.take(',')) scanner.fail(`Expected "," or "}" but found ${scanner.found}`)
  }
  return Object.fromEntries(entries)
}

function readArray(scanner: Scanner, depth: number): JsonValue {
  const values: JsonValue[] = []
  for (;;) {
    scanner.skipSpace()
    if (scanner.take(']')) {
      if (values.length > 0) scanner.warn('Comma after the last value of an array')
      break
    }
    values.push(readValue(scanner, depth + 1))
    scanner.skipSpace()
    if (scanner.take(']')) break
    if (!scanner.take(',')) scanner.fail(`Expected "," or "]" but found ${scanner.found}`)
  }
  return values
}
