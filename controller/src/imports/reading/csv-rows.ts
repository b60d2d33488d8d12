import { FileProblem } from './reading.ts'

/** Longest field in characters: longer than anything a monitor can hold. */
const MAX_FIELD = 65_536
const MAX_FIELDS = 200

/** One row and the line it begins on, from 1. */
export interface CsvRow {
  readonly line: number
  readonly fields: readonly string[]
}

const DELIMITERS = [',', ';', '\t'] as const

/** What separates the fields: what the first line that is not empty has most of outside quotes. */
export function delimiterOf(text: string): string {
  const line = /^[ \r\n\ufeff]*([^\r\n]*)/.exec(text)?.[1]?.slice(0, MAX_FIELD) ?? ''
  const plain = line.replaceAll(/"[^"]*"/g, '')
  const counts = DELIMITERS.map((delimiter) => plain.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}

/** Rows of a CSV (RFC 4180), one after the other; empty lines are passed over, and a byte order mark is no text.
 *  @throws FileProblem for a quote that nobody closes, a field or a row without end */
export function* csvRows(text: string, delimiter = delimiterOf(text)): Generator<CsvRow> {
  let at = text.startsWith('\ufeff') ? 1 : 0
  let line = 1
  while (at < text.length) {
    const fields: string[] = []
    const beginsAt = line
    for (;;) {
      const field = readField(text, at, { delimiter, line })
      fields.push(field.value)
      if (fields.length > MAX_FIELDS) {
        throw new FileProblem(`Line ${line} has more than ${MAX_FIELDS} fields.`)
      }
      at = field.end
      line += field.lines
      if (text[at] !== delimiter) break
      at += 1
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1
    at += 1
    line += 1
    if (fields.length > 1 || fields[0]?.trim() !== '') yield { line: beginsAt, fields }
  }
}

/** The first row of a text that may be any: null where it has none, or is no CSV. */
export function firstRow(text: string): CsvRow | null {
  try {
    const [first = null] = csvRows(text)
    return first
  } catch (error: unknown) {
    if (error instanceof FileProblem) return null
    throw error
  }
}

interface Field {
  readonly value: string
  /** Where the delimiter or the line break after it stands. */
  readonly end: number
  /** Line breaks within it. */
  readonly lines: number
}

function readField(
  text: string,
  begin: number,
  { delimiter, line }: { readonly delimiter: string; readonly line: number },
): Field {
  if (text[begin] !== '"') {
    let end = begin
    while (end < text.length && !isEnd(text[end], delimiter)) end += 1
    return { value: bounded(text.slice(begin, end), line), end, lines: 0 }
  }
  const close = closingQuote(text, begin + 1)
  if (close === -1) throw new FileProblem(`The quote that begins on line ${line} is never closed.`)
  const value = bounded(text.slice(begin + 1, close), line).replaceAll('""', '"')
  let end = close + 1
  while (end < text.length && !isEnd(text[end], delimiter)) end += 1
  return { value, end, lines: value.split('\n').length - 1 }
}

function isEnd(character: string | undefined, delimiter: string): boolean {
  return character === delimiter || character === '\n' || character === '\r'
}

/** A quote within a quoted field is written twice. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from)
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}

function bounded(field: string, line: number): string {
  if (field.length <= MAX_FIELD) return field
  throw new FileProblem(`A field on line ${line} is longer than ${MAX_FIELD} characters.`)
}
