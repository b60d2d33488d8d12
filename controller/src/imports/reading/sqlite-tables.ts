import type { DatabaseSync } from 'node:sqlite'
import { constants, DatabaseSync as Sqlite } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { FileProblem } from './reading.ts'
import type { Row } from './values.ts'

/** Rows by table. One that the file does not have is empty. */
export type Tables<Name extends string> = { readonly [N in Name]: readonly Row[] }

/** Rows of all tables together, and characters in them: a file whose pages lead to each other has rows without
 *  end. */
const MAX_ROWS = 500_000
const MAX_CHARACTERS = 128 * 1024 * 1024
const MAX_COLUMNS = 300
/** Memory that SQLite may take, bytes: its cache takes 2 MB, and a row is no larger than the file. */
const MAX_HEAP_BYTES = 192 * 1024 * 1024

/** Plain actions: nothing that a schema could have hidden in what is read is run. */
const ALLOWED: ReadonlySet<number> = new Set([constants.SQLITE_SELECT, constants.SQLITE_READ])

/** Reads tables of a database that may be anybody's. Only plain columns of real tables are read, in the order in
 *  which they stand; views, triggers, virtual tables, generated columns and functions are never run. What is in a
 *  write-ahead log beside the file is not seen.
 *  @param needed the table without which it is another program's
 *  @throws FileProblem when it is damaged, or another program's */
export function readTables<Name extends string>(
  path: string,
  names: readonly Name[],
  needed: NoInfer<Name>,
): Tables<Name> {
  const url = pathToFileURL(path)
  // Not to be changed by anybody: it needs neither locks nor the files beside it.
  url.searchParams.set('immutable', '1')
  let db: DatabaseSync | null = null
  try {
    db = new Sqlite(url, { readOnly: true, enableDoubleQuotedStringLiterals: false })
    return readAll(db, names, needed)
  } catch (error: unknown) {
    if (error instanceof FileProblem) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new FileProblem(
      `The database cannot be read (${why}): stop Uptime Kuma, copy its file kuma.db, and send the copy.`,
    )
  } finally {
    db?.close()
  }
}

function readAll<Name extends string>(
  db: DatabaseSync,
  names: readonly Name[],
  needed: Name,
): Tables<Name> {
  db.prepare(`pragma hard_heap_limit=${MAX_HEAP_BYTES}`).get()
  db.exec('pragma trusted_schema=off')
  const room = { rows: MAX_ROWS, characters: MAX_CHARACTERS }
  const columns = names.map((name) => [name, columnsOf(db, name)] as const)
  if (columns.find(([name]) => name === needed)?.[1].length === 0) {
    throw new FileProblem(
      `The file is a database, but not one of Uptime Kuma: it has no table "${needed}".`,
    )
  }
  db.setAuthorizer((action) => (ALLOWED.has(action) ? constants.SQLITE_OK : constants.SQLITE_DENY))
  const tables = columns.map(([name, own]) => [name, rowsOf(db, name, own, room)])
  return Object.fromEntries(tables) as Tables<Name>
}

/** The plain columns of a real table; none where it is no table, or not there. */
function columnsOf(db: DatabaseSync, table: string): string[] {
  const kind = db.prepare('select type from pragma_table_list where schema = ? and name = ?')
  if (kind.get('main', table)?.['type'] !== 'table') return []
  const columns = db.prepare('select name, hidden from pragma_table_xinfo(?) limit ?')
  return columns
    .all(table, MAX_COLUMNS)
    .flatMap(({ name, hidden }) => (hidden === 0 && typeof name === 'string' ? [name] : []))
}

function rowsOf(
  db: DatabaseSync,
  table: string,
  columns: readonly string[],
  room: { rows: number; characters: number },
): Row[] {
  if (columns.length === 0) return []
  const statement = db.prepare(
    `select ${columns.map(quoted).join(', ')} from main.${quoted(table)} not indexed`,
  )
  // Numbers beyond those of JavaScript would throw otherwise.
  statement.setReadBigInts(true)
  const rows: Row[] = []
  for (const row of statement.iterate()) {
    const plain = plainRow(row)
    room.rows -= 1
    room.characters -= lengthOf(plain)
    if (room.rows < 0 || room.characters < 0) {
      throw new FileProblem('The database holds more than any installation of Uptime Kuma could.')
    }
    rows.push(plain)
  }
  return rows
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Whole numbers as numbers; bytes are no text. */
function plainRow(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'bigint' ? Number(value) : value instanceof Uint8Array ? null : value,
    ]),
  )
}

function lengthOf(row: Row): number {
  let length = 0
  for (const value of Object.values(row)) length += typeof value === 'string' ? value.length : 8
  return length
}
