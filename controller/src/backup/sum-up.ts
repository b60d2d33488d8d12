import type { CopyConnection } from './copy-connection.ts'
import { identifier, identifiers } from './copy-connection.ts'
import type { StoredTable } from './manifest.ts'

type Sum = Pick<StoredTable, 'rows' | 'checksum' | 'textBytes'>

/** Counts a table's rows and sums their hashes, which comes to the same in any order and on any server. What the
 *  database computes by itself is summed up with the rest. */
export async function sumUp(
  connection: CopyConnection,
  table: Pick<StoredTable, 'name' | 'columns' | 'generated'>,
): Promise<Sum> {
  const columns = identifiers([...table.columns, ...table.generated])
  // The offset keeps the text from being made twice.
  const text = `
    select count(*)::text as rows, coalesce(sum(hashtextextended(line, 0)::numeric), 0)::text as checksum,
      coalesce(sum(octet_length(line)), 0)::text as "textBytes"
    from (select row(${columns})::text as line from ${identifier(table.name)} offset 0) as lines`
  const { rows } = await connection.query<Record<keyof Sum, string>>({ text })
  const [sum] = rows
  if (sum === undefined) throw new Error('a count has no row')
  return {
    rows: Number(sum.rows),
    checksum: sum.checksum,
    textBytes: Number(sum.textBytes),
  }
}
