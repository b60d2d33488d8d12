import { fromBinary } from '@bufbuild/protobuf'
import { CheckSpecSchema } from '@sightline/shared/gen/probe/v1/check_pb'
import type { SQLInputValue } from 'node:sqlite'
import { DatabaseSync } from 'node:sqlite'
import { isUnreadable } from './damage.ts'
import { isAsWritten } from './spool/spooled-result.ts'

type Row = Readonly<Record<string, SQLInputValue>>

interface Table {
  readonly name: 'facts' | 'assignments' | 'spool'
  /** Its rows lie in the order of it. */
  readonly key: string
  readonly columns: readonly string[]
  /** Whether what a row holds is what was once written, as far as it can be told. */
  readonly isWhole: (row: Row) => boolean
}

const TABLES: readonly Table[] = [
  { name: 'facts', key: 'name', columns: ['name', 'value'], isWhole: () => true },
  {
    name: 'assignments',
    key: 'monitor_id',
    columns: [
      'monitor_id',
      'host',
      'period_ms',
      'phase_ms',
      'check_spec',
      'covered_from_ms',
      'run_at_ms',
      'done_run_at_ms',
    ],
    isWhole: ({ check_spec: spec }) => isSpec(spec),
  },
  {
    name: 'spool',
    key: 'sequence',
    columns: ['sequence', 'monitor_id', 'scheduled_at_ms', 'attempt', 'result', 'checksum'],
    isWhole: ({ result, checksum }) => isAsWritten(result, checksum),
  },
]

function isSpec(value: unknown): boolean {
  try {
    fromBinary(CheckSpecSchema, value as Uint8Array)
    return true
  } catch {
    return false
  }
}

/** How many rows of each table could be read. */
export type Salvaged = Readonly<Record<Table['name'], number>>

/** Puts into a new state what can still be read of a damaged one: each table from its beginning to the first page that
 *  cannot be read, and from its end back to that.
 *  @param file of the damaged one */
export function salvage(file: string, database: DatabaseSync): Salvaged {
  const saved = { facts: 0, assignments: 0, spool: 0 }
  const damaged = openReadable(file)
  if (damaged === null) return saved
  try {
    for (const table of TABLES) saved[table.name] = copyReadable(table, damaged, database)
    copyLastSequence(damaged, database)
  } finally {
    damaged.close()
  }
  return saved
}

/** @returns null where its first page cannot be read */
function openReadable(file: string): DatabaseSync | null {
  try {
    return new DatabaseSync(file)
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return null
  }
}

function copyReadable(table: Table, from: DatabaseSync, to: DatabaseSync): number {
  const { name, key, columns } = table
  const insert = to.prepare(
    `insert or ignore into ${name} (${columns.join()}) values (${columns.map(() => '?').join()})`,
  )
  let copied = 0
  /** @returns whether it came to the end */
  function copy(order: 'asc' | 'desc'): boolean {
    try {
      const rows = from.prepare(`select * from ${name} order by ${key} ${order}`).iterate()
      for (const row of rows as Iterable<Row>) {
        if (!table.isWhole(row)) continue
        copied += Number(insert.run(...columns.map((column) => row[column] ?? null)).changes)
      }
      return true
    } catch (error) {
      if (!isUnreadable(error)) throw error
      return false
    }
  }
  if (!copy('asc')) copy('desc')
  return copied
}

/** Numbers of results that were delivered are given to no others, where it can be read which those are. */
function copyLastSequence(from: DatabaseSync, to: DatabaseSync): void {
  try {
    const last = from.prepare("select seq from sqlite_sequence where name = 'spool'").get()
    if (last === undefined) return
    to.exec("delete from sqlite_sequence where name = 'spool'")
    to.prepare("insert into sqlite_sequence (name, seq) values ('spool', ?)").run(last['seq'] ?? 0)
  } catch (error) {
    if (!isUnreadable(error)) throw error
  }
}
