import type { Command } from 'commander'
import type { Database } from '../db/pool.ts'
import type { SupervisorConfig } from '../supervisor/config.ts'
import { define } from './context.ts'
import { table } from './output.ts'

/** What a list shows. */
interface List<Row> {
  readonly read: (db: Database) => Promise<readonly Row[]>
  /** What people see of a row, by heading. */
  readonly columns: Readonly<Record<string, (row: Row, config: SupervisorConfig) => string>>
  /** What is said where there is nothing. */
  readonly none: string
}

/** Has a command list things: as a table for people, whole for scripts. */
export function defineList<Row>(
  command: Command,
  example: string,
  { read, columns, none }: List<Row>,
): void {
  define(command, example, async ({ db, config, output }) => {
    const rows = await read(db)
    const cells = rows.map((row) => Object.values(columns).map((cellOf) => cellOf(row, config)))
    output.show(rows, rows.length === 0 ? none : table(Object.keys(columns), cells))
  })
}
