import { z } from 'zod'

/** Number of the form of archives. One that a program does not know it leaves alone. */
export const ARCHIVE_FORMAT = 1

/** What stands in an archive for the jobs in the background, which are not copied as a table. */
export const JOBS = 'background jobs'

const StoredTable = z.object({
  name: z.string(),
  columns: z.array(z.string()).min(1),
  /** Computed by the database, and checked with the others. */
  generated: z.array(z.string()),
  rows: z.int(),
  /** Sum of a 64-bit hash of each row, whatever their order. */
  checksum: z.string(),
  /** Of all rows as text. */
  textBytes: z.int(),
  hasBytes: z.boolean(),
})
export type StoredTable = z.output<typeof StoredTable>

/** What a snapshot of an installation holds, told before its rows. */
export const Manifest = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  product: z.literal('Sightline'),
  version: z.string(),
  takenAt: z.iso.datetime(),
  postgres: z.string(),
  timescale: z.string().nullable(),
  migrations: z.array(z.object({ version: z.int(), md5: z.string() })).min(1),
  /** Whether controllers were at work: they then sent what was waiting. */
  wasRunning: z.boolean(),
  /** Ids of the keys that its secrets are sealed with, the one that writes first, and whether they are in here. */
  keys: z.object({ ids: z.array(z.string()).min(1), areIncluded: z.boolean() }),
  /** UTC days that have results: on plain PostgreSQL each is a table. */
  resultDays: z.array(z.iso.date()),
  tables: z.array(StoredTable),
  sequences: z.array(
    z.object({ table: z.string(), column: z.string(), last: z.string().nullable() }),
  ),
  jobs: z.int(),
})
export type Manifest = z.output<typeof Manifest>

/** Number of the last migration a snapshot had. */
export function schemaVersionOf({ migrations }: Pick<Manifest, 'migrations'>): number {
  return migrations.at(-1)?.version ?? 0
}

export function countRows({ tables }: Pick<Manifest, 'tables'>): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0)
}
