import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** A table of the program's own, as the database describes it. */
export interface StoredTableRow {
  readonly name: string
  /** In their order; those that the database computes by itself are in `generated`. Numbers of transactions are in
   *  neither: in another server they mean nothing, and every row there has that of its loading. */
  readonly columns: string[]
  readonly generated: string[]
  /** False for what a crash of the server empties: nothing that anybody would miss. */
  readonly isLogged: boolean
  /** Holds bytes as they are, which compress badly. */
  readonly hasBytes: boolean
}

// Partitions and chunks are read and written through their table.
const tables = sql<StoredTableRow>`
  select c.relname as name,
    array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = ''
      and a.atttypid <> 'xid8'::regtype) as columns,
    coalesce(array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated <> ''), '{}') as generated,
    c.relpersistence = 'p' as "isLogged",
    bool_or(a.atttypid = 'bytea'::regtype) as "hasBytes"
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = (select relnamespace from pg_class where oid = 'schema_migrations'::regclass)
    and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'schema_migrations'
    and not exists (select from pg_depend d
      where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  group by c.oid, c.relname, c.relpersistence
  order by c.relname`

/** Every table of the program's schema but the list of migrations, by name. */
export async function readStoredTables(db: Queryable): Promise<StoredTableRow[]> {
  return (await db.query(tables)).rows
}

/** A constraint or a trigger, and the table it belongs to. */
export interface TablePartRow {
  readonly table: string
  readonly name: string
}

const foreignKeys = sql<TablePartRow & { readonly definition: string }>`
  select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where k.contype = 'f' and k.conparentid = 0 and not c.relispartition
    and c.relnamespace = (select relnamespace from pg_class where oid = 'schema_migrations'::regclass)
  order by c.relname, k.conname`

/** Every reference from one table to another. */
export async function readForeignKeys(
  db: Queryable,
): Promise<(TablePartRow & { readonly definition: string })[]> {
  return (await db.query(foreignKeys)).rows
}

// Those of TimescaleDB on its hypertables are its own business.
const triggers = sql<TablePartRow>`
  select c.relname as table, t.tgname as name
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not t.tgisinternal and t.tgenabled = 'O' and t.tgname not like 'ts\\_%' and not c.relispartition
    and c.relnamespace = (select relnamespace from pg_class where oid = 'schema_migrations'::regclass)
  order by c.relname, t.tgname`

/** Every trigger that fires. */
export async function readTriggers(db: Queryable): Promise<TablePartRow[]> {
  return (await db.query(triggers)).rows
}

/** What numbers the rows of a table. */
export interface SequenceRow {
  readonly table: string
  readonly column: string
  /** The number that was given last, as text: it may be beyond 2^53; null before the first. */
  readonly last: string | null
}

const sequences = sql<SequenceRow>`
  select c.relname as table, a.attname as column,
    pg_sequence_last_value(s.oid)::text as last
  from pg_class s
  join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = s.oid and d.deptype in ('a', 'i')
  join pg_class c on c.oid = d.refobjid and not c.relispartition
  join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
  where s.relkind = 'S'
    and c.relnamespace = (select relnamespace from pg_class where oid = 'schema_migrations'::regclass)
  order by c.relname, a.attname`

/** Every sequence that belongs to a column. It does not wait for transactions: what it says is never less than what
 *  a snapshot from before has in its rows. */
export async function readSequences(db: Queryable): Promise<SequenceRow[]> {
  return (await db.query(sequences)).rows
}

const setSequence = sql<never>`
  select setval(pg_get_serial_sequence(quote_ident($1), $2), $3::bigint)`

/** Goes on numbering after a number. */
export async function writeSequence(
  tx: Queryable,
  { table, column, last }: SequenceRow,
): Promise<void> {
  if (last !== null) await tx.query(setSequence, [table, column, last])
}

/** A script that the database has had. */
export interface MigrationRow {
  readonly version: number
  readonly md5: string
}

const isMigrated = sql<{
  found: boolean
}>`select to_regclass('schema_migrations') is not null as found`

const migrations = sql<MigrationRow>`
  select version::integer as version, md5 from schema_migrations where version > 0 order by version`

/** The scripts that the database has had, the first one first; empty for a database without any. */
export async function readMigrations(db: Queryable): Promise<MigrationRow[]> {
  const { rows } = await db.query(isMigrated)
  return rows[0]?.found === true ? (await db.query(migrations)).rows : []
}

const countOthers = sql<{ count: number }>`
  select count(*)::integer as count from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
    and c.relname <> 'schema_migrations' and not exists (select from pg_depend d
      where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

/** How many tables and views there are besides the list of migrations, whosever. */
export async function countTables(db: Queryable): Promise<number> {
  return (await db.query(countOthers)).rows[0]?.count ?? 0
}

const versions = sql<{ postgres: string; timescale: string | null }>`
  select current_setting('server_version') as postgres,
    (select extversion from pg_extension where extname = 'timescaledb') as timescale`

/** Versions of the server, and of TimescaleDB where it is used. */
export async function readServerVersions(
  db: Queryable,
): Promise<{ postgres: string; timescale: string | null }> {
  const { rows } = await db.query(versions)
  return rows[0] ?? { postgres: '', timescale: null }
}
