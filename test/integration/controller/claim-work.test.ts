import { beforeEach, expect, it, onTestFinished } from 'vitest'
import type { Database, Queryable } from '../../../controller/src/db/pool.ts'
import {
  claimWorkItems,
  insertWorkItems,
  readNextDueAt,
} from '../../../controller/src/db/work-items.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

const REGIONS = ['eu-north', 'eu-west', 'us-east', 'us-west']
const all = REGIONS.map((region) => `${region} web`)
const NOBODY = { rechecks: [], onDemand: [], newcomers: [], inside: [] }
const RECHECKS = { ...NOBODY, rechecks: all }

let db: Database
let nowMs: number
beforeEach(async () => {
  const test = await openTestDatabase()
  onTestFinished(test.close)
  db = test.db
  nowMs = Date.now()
})

/** Monitors that wait to be confirmed, each in every region. */
async function addRechecks(monitors: number): Promise<void> {
  const items = Array.from({ length: monitors }, (_, monitorId) =>
    REGIONS.map((region) => ({
      publicId: `wrk_${region}${monitorId}`,
      region,
      kind: 'recheck' as const,
      capability: 'web',
      payload: { monitorId, attempt: 1 },
      timeoutMs: 1_000,
      dueAtMs: nowMs - 1_000,
      expiresAtMs: nowMs + 60_000,
    })),
  )
  await insertWorkItems(db, items.flat())
}

async function addOnDemand(publicId: string, sharer: string): Promise<void> {
  const item = { publicId, region: 'eu-west', capability: 'web', timeoutMs: 1_000 }
  const times = { dueAtMs: nowMs - 500, expiresAtMs: nowMs + 60_000 }
  await insertWorkItems(db, [{ ...item, ...times, kind: 'onDemand', payload: { sharer } }])
}

/** How many pages of the database a claim looks at: the second time, as the first also looks up what plans are made of. */
async function pagesOf(claim: (counting: Queryable) => Promise<unknown>): Promise<number> {
  let pages = Number.NaN
  const query: Queryable['query'] = async ({ text }, values) => {
    const explained = { text: `explain (analyze, timing off) ${text}` }
    const { rows } = await db.query<Record<string, string>>(explained, values)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    pages = Number(/shared hit=(\d+)/.exec(plan)?.[1])
    return { rows: [], rowCount: 0 }
  }
  await claim({ query })
  await claim({ query })
  return pages
}

it('a few of very many rechecks are taken, and work on demand beside them, without reading the others', async () => {
  // What is known of how many wait is from when none did.
  await db.query({ text: 'vacuum analyze work_items' })
  await addRechecks(2_500)
  const rechecks = await pagesOf((counting) => claimWorkItems(counting, nowMs, RECHECKS, 4))
  const onDemand = { ...NOBODY, onDemand: all }
  const rest = await pagesOf((counting) => claimWorkItems(counting, nowMs, onDemand, 1_000))
  const { rows } = await db.query<{ pages: number }>({
    text: `select (pg_relation_size('work_items') / 8192)::integer as pages`,
  })
  expect(rechecks).toBeLessThan((rows[0]?.pages ?? 0) / 2)
  expect(rest).toBeLessThan(20)
})

it('a controller whose agents are elsewhere passes over none of very many rechecks', async () => {
  await db.query({ text: 'vacuum analyze work_items' })
  await addRechecks(2_500)
  const elsewhere = ['ap-south web', 'ap-south ping']
  const places = { ...NOBODY, rechecks: elsewhere, onDemand: elsewhere }
  const next = await pagesOf((counting) => readNextDueAt(counting, nowMs, places))
  const taken = await pagesOf((counting) => claimWorkItems(counting, nowMs, places, 1_000))
  const { rows } = await db.query<{ pages: number }>({
    text: `select (pg_relation_size('work_items') / 8192)::integer as pages`,
  })
  expect(next).toBeLessThan((rows[0]?.pages ?? 0) / 4)
  expect(taken).toBeLessThan((rows[0]?.pages ?? 0) / 2)
})

it.each(['onDemand', 'recheck'] as const)(
  'a controller whose agents are elsewhere passes over none of what waits in one region (%s), whatever is known of it',
  async (kind) => {
    const count = 5_000
    const items = Array.from({ length: count }, (_, n) => ({
      publicId: `wrk_${n}`,
      region: 'eu-west',
      kind,
      capability: 'web',
      payload: { sharer: 'one', monitorId: n, attempt: 1 },
      timeoutMs: 1_000,
      dueAtMs: nowMs - 1_000,
      expiresAtMs: nowMs + 60_000,
    }))
    await insertWorkItems(db, items)
    await db.query({ text: 'vacuum analyze work_items' })
    const elsewhere = Array.from({ length: 40 }, (_, n) => `region-${n} web`)
    const places = { ...NOBODY, rechecks: elsewhere, onDemand: elsewhere }
    // A page for some fifty that wait, the first of all, and a few for each place.
    const most = 250
    expect(await pagesOf((counting) => claimWorkItems(counting, nowMs, places, 100))).toBeLessThan(
      most,
    )
    expect(await pagesOf((counting) => readNextDueAt(counting, nowMs, places))).toBeLessThan(most)
    const ours = { ...NOBODY, rechecks: ['eu-west web'], onDemand: ['eu-west web'] }
    expect(await claimWorkItems(db, nowMs, ours, count)).toHaveLength(count)
  },
)

it('work on demand of several that is far behind that of other regions is taken by turns', async () => {
  const item = (n: number, region: string, sharer: string) => ({
    publicId: `wrk_${region}_${sharer}_${n}`,
    region,
    kind: 'onDemand' as const,
    capability: 'web',
    payload: { sharer },
    timeoutMs: 1_000,
    dueAtMs: nowMs - 1_000 + n / 100,
    expiresAtMs: nowMs + 60_000,
  })
  const other = Array.from({ length: 300 }, (_, n) => item(n, 'us-east', 'other'))
  const many = Array.from({ length: 5_200 }, (_, n) => item(400 + n, 'eu-west', 'many'))
  await insertWorkItems(db, [...other, ...many, item(500, 'eu-west', 'one')])
  const taken = await claimWorkItems(db, nowMs, { ...NOBODY, onDemand: ['eu-west web'] }, 2)
  expect(taken.map(({ publicId }) => publicId).toSorted()).toEqual([
    'wrk_eu-west_many_400',
    'wrk_eu-west_one_500',
  ])
  const full = { ...NOBODY, newcomers: ['eu-west web'], inside: ['eu-west web many'] }
  await insertWorkItems(db, [item(6_000, 'eu-west', 'late')])
  const [late] = await claimWorkItems(db, nowMs, full, 2)
  expect(late?.publicId).toBe('wrk_eu-west_late_6000')
})

it('what is due among very much for others is found, in the order in which it is due', async () => {
  await addRechecks(1_000)
  const elsewhere = (publicId: string, region: string, agoMs: number) => ({
    publicId,
    region,
    kind: 'recheck' as const,
    capability: 'web',
    timeoutMs: 1_000,
    payload: { monitorId: 1, attempt: 1 },
    dueAtMs: nowMs - agoMs,
    expiresAtMs: nowMs + 60_000,
  })
  await insertWorkItems(db, [
    elsewhere('wrk_second', 'ap-south', 600),
    elsewhere('wrk_later', 'ap-south', -30_000),
    elsewhere('wrk_first', 'ap-east', 700),
    { ...elsewhere('wrk_over', 'ap-east', 800), expiresAtMs: nowMs - 100 },
  ])
  const places = { ...NOBODY, rechecks: ['ap-south web', 'ap-east web'] }
  expect(await readNextDueAt(db, nowMs, places)).toBe(nowMs - 700)
  const first = await claimWorkItems(db, nowMs, places, 1)
  const second = await claimWorkItems(db, nowMs, places, 10)
  expect([...first, ...second].map(({ publicId }) => publicId)).toEqual(['wrk_first', 'wrk_second'])
  expect(await readNextDueAt(db, nowMs, places)).toBe(nowMs + 30_000)
})

it('where an agent is full the next work is the first of those who have nothing there', async () => {
  await addOnDemand('wrk_inside', 'one')
  const full = { ...NOBODY, newcomers: ['eu-west web'], inside: ['eu-west web one'] }
  expect(await readNextDueAt(db, nowMs, full)).toBeNull()
  await addOnDemand('wrk_newcomer', 'two')
  expect(await readNextDueAt(db, nowMs, full)).toBe(nowMs - 500)
  expect(await readNextDueAt(db, nowMs, NOBODY)).toBeNull()
  await addRechecks(100)
  expect(await readNextDueAt(db, nowMs, full)).toBe(nowMs - 500)
})

it('two controllers that take rechecks at once get others each, and all are taken once', async () => {
  await addRechecks(300)
  const taken = await Promise.all([1, 2].map(() => claimWorkItems(db, nowMs, RECHECKS, 400)))
  const ids = taken.flat().map(({ publicId }) => publicId)
  expect(new Set(ids).size).toBe(800)
  const left = await claimWorkItems(db, nowMs, RECHECKS, 1_000)
  expect(left).toHaveLength(400)
  expect(await claimWorkItems(db, nowMs, RECHECKS, 1_000)).toEqual([])
})

it('work on demand takes its turns beside very many rechecks', async () => {
  await addRechecks(300)
  await addOnDemand('wrk_first', 'one')
  await addOnDemand('wrk_second', 'one')
  await addOnDemand('wrk_other', 'two')
  const both = { ...RECHECKS, onDemand: all }
  const taken = await claimWorkItems(db, nowMs, both, 1_202)
  const onDemand = taken.filter(({ kind }) => kind === 'onDemand')
  expect(onDemand.map(({ publicId }) => publicId).toSorted()).toEqual(['wrk_first', 'wrk_other'])
})
