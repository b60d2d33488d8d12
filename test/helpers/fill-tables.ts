import { createHash } from 'node:crypto'
import { createLogger } from '@sightline/shared/logger'
import {
  readForeignKeys,
  readSequences,
  readStoredTables,
  readTriggers,
  writeSequence,
} from '../../controller/src/db/catalog.ts'
import { openResultDays } from '../../controller/src/db/partitions.ts'
import type { Database } from '../../controller/src/db/pool.ts'

/** A column as values are made for it. */
interface Column {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  /** The words that a rule of the table allows; null: any. */
  readonly words: readonly string[] | null
}

/** Columns that refer to those of another table. */
interface Reference {
  readonly columns: readonly string[]
  readonly to: string
  readonly toColumns: readonly string[]
}

const DAY_MS = 86_400_000
const RESULT_DAYS = 12

/** All that COPY, JSON and people's names have trouble with. */
const TEXTS = [
  'plain',
  '',
  String.raw`\N`,
  String.raw`back\slash \t \\ end\\`,
  'tab\tnew\nline\rreturn\vfeed\f\b',
  `it's "quoted", {braced} and (parted)`,
  'žluťoučký kůň 漢字 עברית 🦊',
  '\u0001\u007f\u0085\u2028',
  String.raw`\.`,
  'x'.repeat(9_000),
]

const lately = (): string => new Date(Date.now() - 60_000).toISOString()

/** What is asked of values beside lists of words, by table and column: a rule of a new table may need its line. */
const GIVEN: Readonly<Record<string, (row: number) => unknown>> = {
  'check_rollups.span_minutes': (row) => [15, 60, 1440][row % 3],
  'check_results.scheduled_at': (row) =>
    new Date(Date.now() - (row % RESULT_DAYS) * DAY_MS - row * 1_000).toISOString(),
  'push_keys.id': () => 1,
  'alerts.state': (row) => ['queued', 'sent', 'failed', 'suppressed'][row % 4],
  'alerts.attempts': (row) => row % 3,
  'alerts.queued_at': lately,
  'alerts.due_at': lately,
  'alerts.sending_since': () => null,
  'status_page_mailings.created_at': lately,
  'status_page_mails.attempts': (row) => row % 2,
  'status_page_mails.due_at': lately,
  'monitors.earlier_grids': () => [],
  'job_runners.seen_at': () => '2026-01-01T00:00:00Z',
}

/** Puts rows of all kinds of values into every table, the same each time but for the time. No trigger has a say. */
export async function fillTables(db: Database, rowsOfEach: number): Promise<void> {
  const days = await openResultDays(db, createLogger('test', 'error'))
  await days.ensure(Array.from({ length: RESULT_DAYS + 2 }, (_, ago) => Date.now() - ago * DAY_MS))
  const references = await readReferences(db)
  const names = (await readStoredTables(db)).flatMap(({ name, isLogged }) =>
    isLogged ? [name] : [],
  )
  for (const name of inOrder(names, references)) {
    const rows = name === 'check_results' ? 20 * rowsOfEach : rowsOfEach
    await fill(db, name, references.get(name) ?? [], rows)
  }
  for (const sequence of await readSequences(db)) {
    // Further than their rows are: what was deleted counts too.
    await writeSequence(db, { ...sequence, last: String(100 * rowsOfEach) })
  }
}

async function fill(
  db: Database,
  table: string,
  references: readonly Reference[],
  count: number,
): Promise<void> {
  const columns = await readColumns(db, table)
  const parents = new Map<Reference, Record<string, unknown>[]>()
  for (const reference of references) {
    const { rows } = await db.query<Record<string, unknown>>({
      text: `select ${reference.toColumns.join(', ')} from ${reference.to} order by 1`,
    })
    parents.set(reference, rows)
  }
  const rows = Array.from({ length: count }, (_, number) => {
    const row = Object.fromEntries(
      columns.map((column) => [column.name, valueOf(table, column, number)]),
    )
    for (const [{ columns: own, toColumns }, found] of parents) {
      const parent = found[number % found.length] ?? {}
      for (const [place, name] of own.entries()) row[name] = parent[toColumns[place] ?? '']
    }
    return row
  })
  const list = columns.map(({ name }) => `"${name}"`).join(', ')
  const triggers = (await readTriggers(db)).filter((trigger) => trigger.table === table)
  const filled = db.transaction(async (tx) => {
    for (const { name } of triggers) {
      await tx.query({ text: `alter table ${table} disable trigger ${name}` })
    }
    await tx.query(
      {
        text: `insert into ${table} (${list}) overriding system value
          select ${list} from jsonb_populate_recordset(null::${table}, $1::jsonb) on conflict do nothing`,
      },
      [JSON.stringify(rows)],
    )
    for (const { name } of triggers) {
      await tx.query({ text: `alter table ${table} enable trigger ${name}` })
    }
  })
  await filled.catch((error: unknown) => {
    throw new Error(`${table} takes other values: give them in GIVEN`, { cause: error })
  })
}

async function readColumns(db: Database, table: string): Promise<Column[]> {
  const { rows } = await db.query<Column>(
    {
      text: `select attname as name, format_type(atttypid, null) as type, attnotnull as "isRequired", (
            select array(select (regexp_matches(pg_get_constraintdef(k.oid), '''([a-zA-Z]+)''::text', 'g'))[1])
            from pg_constraint k
            where k.contype = 'c' and k.conrelid = attrelid and k.conkey = array[attnum]
              and pg_get_constraintdef(k.oid) like '%= ANY (ARRAY[%'
            limit 1
          ) as words
        from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
          and atttypid <> 'xid8'::regtype
        order by attnum`,
    },
    [table],
  )
  return rows
}

async function readReferences(db: Database): Promise<ReadonlyMap<string, Reference[]>> {
  const all = (await readForeignKeys(db)).map(({ table, definition }) => {
    const [, own = '', to = '', toOwn = ''] =
      /^FOREIGN KEY \((.+?)\) REFERENCES (\w+)\((.+?)\)/.exec(definition) ?? []
    return { table, columns: own.split(', '), to, toColumns: toOwn.split(', ') }
  })
  // Those of several columns last: they say more.
  all.sort((a, b) => a.columns.length - b.columns.length)
  return Map.groupBy(all, ({ table }) => table)
}

/** Each table after those it refers to. */
function inOrder(
  names: readonly string[],
  references: ReadonlyMap<string, readonly Reference[]>,
): string[] {
  const done = new Set<string>()
  const visit = (name: string): void => {
    if (done.has(name)) return
    for (const { to } of references.get(name) ?? []) if (to !== name) visit(to)
    done.add(name)
  }
  for (const name of names) visit(name)
  return [...done]
}

function valueOf(table: string, { name, type, isRequired, words }: Column, row: number): unknown {
  const given = GIVEN[`${table}.${name}`]
  if (given !== undefined) return given(row)
  if (words !== null) return words[row % words.length]
  // Tables of one row.
  if (name === 'one' || name === 'is_only') return true
  const seed = createHash('md5').update(`${table}.${name}.${row}`).digest()
  if (!isRequired && seed.readUInt8(0) % 4 === 0) return null
  if (type.endsWith('[]')) {
    return [0, 1, 2]
      .slice(0, row % 4)
      .map((place) => plainValue(type.slice(0, -2), seed, row + place))
  }
  if (name === 'id') return row * 3 + 7
  return plainValue(type, seed, row)
}

function plainValue(type: string, seed: Buffer, row: number): unknown {
  const number = seed.readUInt32BE(4)
  switch (type) {
    case 'smallint':
      return number % 30_000
    case 'integer':
      return number % 2_000_000_000
    case 'bigint':
      return number * 1_000_003
    case 'real':
      return [0.1, 186.4, 1.1754944e-38, -3.25, 3.4e38][row % 5]
    case 'double precision':
      return [0.1 + 0.2, 1e-300, 1.7976931348623157e308, -0.5, 12_345.678_9][row % 5]
    case 'boolean':
      return number % 2 === 0
    case 'timestamp with time zone':
      return `2026-0${1 + (number % 9)}-1${number % 9}T12:34:56.${String(number).slice(0, 6).padStart(6, '1')}Z`
    case 'date':
      return `2026-0${1 + (number % 9)}-1${number % 9}`
    case 'bytea':
      return `\\x${Buffer.concat([seed, Buffer.from([0, 9, 10, 13, 92, 255])]).toString('hex')}`
    case 'uuid':
      return seed.toString('hex')
    case 'jsonb':
      return {
        number: row / 3,
        text: TEXTS[row % TEXTS.length]?.slice(0, 50),
        deep: [null, { a: [] }],
      }
    default:
      return `${seed.toString('hex').slice(0, 8)}${TEXTS[row % TEXTS.length]}`
  }
}
