import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { compositeArray } from '../../../controller/src/db/composite-array.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

interface Row {
  readonly flag: boolean
  readonly small: number | null
  readonly whole: number | null
  readonly big: number | null
  readonly single: number | null
  readonly double: number | null
  readonly words: string | null
  readonly facts: string | null
}

let database: TestDatabase

const makeType = () =>
  database.db.query({
    text: `create type sample as (flag boolean, small smallint, whole integer, big bigint, single real,
      double float8, words text, facts jsonb)`,
  })

beforeAll(async () => {
  database = await openTestDatabase()
  await makeType()
})
afterAll(() => database.close())

const samples = compositeArray<Row>('sample', [
  { kind: 'boolean', of: (row) => row.flag },
  { kind: 'smallint', of: (row) => row.small },
  { kind: 'integer', of: (row) => row.whole },
  { kind: 'bigint', of: (row) => row.big },
  { kind: 'real', of: (row) => row.single },
  { kind: 'float8', of: (row) => row.double },
  { kind: 'text', of: (row) => row.words },
  { kind: 'jsonb', of: (row) => row.facts },
])

async function read(rows: readonly Row[]): Promise<unknown[]> {
  const text = 'select r.* from unnest($1::sample[]) as r'
  return (await database.db.query({ text }, [samples(rows)])).rows
}

const NOTHING: Row = {
  flag: false,
  small: null,
  whole: null,
  big: null,
  single: null,
  double: null,
  words: null,
  facts: null,
}

describe('an array of a composite type', () => {
  it('holds no memory once it is sent, and can be sent again', async () => {
    const array = samples([NOTHING])
    const encode = vi.spyOn(array, 'encode')
    const text = 'select r.* from unnest($1::sample[]) as r'
    expect((await database.db.query({ text }, [array])).rows).toEqual([NOTHING])
    expect((await database.db.query({ text }, [array])).rows).toEqual([NOTHING])
    expect(encode.mock.results.map(({ value }) => (value as Buffer).length)).toEqual([0, 0])
  })

  it('is read as it was, at the ends of every kind', async () => {
    const rows: Row[] = [
      NOTHING,
      {
        flag: true,
        small: -32_768,
        whole: 2_147_483_647,
        big: Number.MAX_SAFE_INTEGER,
        single: 0.5,
        double: Math.PI,
        words: 'A "quoted" \\ word, Ünïcödé 中文 🎈 and {braces}',
        facts: '{"a": [1, "ü", null]}',
      },
      { ...NOTHING, big: -1, whole: -1, small: 32_767, double: -0.1, words: '', facts: '[]' },
      { ...NOTHING, big: -Number.MAX_SAFE_INTEGER, double: 5e-324 },
      { ...NOTHING, big: 2 ** 32, words: 'x'.repeat(200_000) },
    ]
    const expected = rows.map((row) => ({
      ...row,
      facts: row.facts === null ? null : (JSON.parse(row.facts) as unknown),
    }))
    expect(await read(rows)).toEqual(expected)
  })

  it('is read without a row, and with many', async () => {
    expect(await read([])).toEqual([])
    const many = Array.from({ length: 3_000 }, (_, index) => ({ ...NOTHING, whole: index }))
    expect(await read(many)).toEqual(many)
  })

  it('is sent by the new number of a type that was made anew', async () => {
    await read([NOTHING])
    await database.db.query({ text: 'drop type sample' })
    await makeType()
    expect(await read([NOTHING])).toEqual([NOTHING])
    await database.db.query({ text: 'drop type sample' })
    await makeType()
    const text = 'select count(*) from unnest($1::sample[])'
    const inTransaction = database.db.transaction((tx) =>
      tx.query<{ count: number }>({ text }, [samples([NOTHING])]),
    )
    expect((await inTransaction).rows).toEqual([{ count: 1 }])
  })
})
