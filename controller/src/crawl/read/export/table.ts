import type { Cell } from './csv.ts'
import { csvLine } from './csv.ts'

/** Records of one form, some at a time. */
export interface Table<Column extends string = string> {
  /** In the order in which they are shown. */
  readonly columns: readonly Column[]
  readonly rows: AsyncIterable<readonly Readonly<Record<Column, Cell>>[]>
}

/** A table as CSV: a line with the names of the columns, and one for each record. */
export async function* csvOf<Column extends string>({
  columns,
  rows,
}: Table<Column>): AsyncGenerator<string> {
  let before = csvLine(columns)
  for await (const some of rows) {
    const lines = some.map((row) => csvLine(columns.map((column) => row[column])))
    yield before + lines.join('')
    before = ''
  }
  if (before !== '') yield before
}

/** A table as NDJSON: a line of JSON for each record. */
export async function* ndjsonOf<Column extends string>({
  columns,
  rows,
}: Table<Column>): AsyncGenerator<string> {
  for await (const some of rows) {
    // The same columns in the same order as in CSV.
    yield some.map((row) => `${JSON.stringify(row, [...columns])}\n`).join('')
  }
}
