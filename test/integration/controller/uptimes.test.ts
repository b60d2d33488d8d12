import { afterAll, beforeAll, expect, it } from 'vitest'
import { readMonthOfStatuses } from '../../../controller/src/db/status-courses.ts'
import { listByUptime } from '../../../controller/src/monitors/list-by-uptime.ts'
import { secondsWithin } from '../../../controller/src/reports/uptime.ts'
import { insertMonitors, insertWorkspace } from '../../helpers/rows.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

const NOW = new Date('2026-03-10T12:00:00.123Z')
const DAY_SECONDS = 86_400
const MONITORS = 300

let database: TestDatabase
let workspaceId: number

/** Timelines of all kinds: none, one entry, many, some an instant apart or ahead of now, some that ended long ago. What
 *  a monitor has is the last entry, as whatever writes one holds it. The same seed gives the same. */
const TIMELINES = `
  insert into state_changes (monitor_id, at, status)
  select m.id, $1::timestamptz - case
      when m.id % 7 = 0 then interval '50 days' + random() * interval '10 days'
      when m.id % 11 = 0 then random() * random() * interval '25 hours' - interval '30 minutes'
      when n = 1 and m.id % 13 = 0 then interval '1 day'
      when n = 2 and m.id % 13 = 0 then interval '2 days'
      when n = 3 and m.id % 17 = 0 then interval '0'
      else random() * random() * random() * interval '70 days' end,
    (array['up', 'down', 'degraded', 'unknown', 'paused', 'pending', 'maintenance'])[1 + floor(random() * 7)::integer]
  from monitors m, generate_series(1, 40) n
  where n <= m.id % 41
  on conflict do nothing`

const PRESENT = `
  update monitor_states s set status = coalesce((
    select c.status from state_changes c where c.monitor_id = s.monitor_id order by c.at desc limit 1), s.status)`

/** Seconds of a window, counted by the database entry by entry. */
const COUNTED = `
  select m.id, m.workspace_id = $3 as own, m.name,
    coalesce(sum(seconds) filter (where status in ('up', 'degraded')), 0)::float8 as good,
    coalesce(sum(seconds) filter (where status in ('up', 'degraded', 'down')), 0)::float8 as counted
  from monitors m
  left join lateral (
    select status, least(ago, $2::float8) - until as seconds
    from (
      select status, date_part('epoch', $1::timestamptz) - date_part('epoch', at) as ago,
        lead(date_part('epoch', $1::timestamptz) - date_part('epoch', at), 1, 0::float8) over (order by at) as until
      from state_changes c where c.monitor_id = m.id and at <= $1
      order by at
    ) spans
    where until < $2
  ) counted on true
  group by m.id`

interface Counted {
  readonly id: number
  readonly own: boolean
  readonly name: string
  readonly good: number
  readonly counted: number
}

async function countedOneByOne(windowSeconds: number): Promise<ReadonlyMap<number, Counted>> {
  const { rows } = await database.db.query<Counted>({ text: COUNTED }, [
    NOW,
    windowSeconds,
    workspaceId,
  ])
  return new Map(rows.map((row) => [row.id, row]))
}

beforeAll(async () => {
  database = await openTestDatabase()
  const { db } = database
  workspaceId = await insertWorkspace(db)
  await insertMonitors(db, workspaceId, { count: MONITORS })
  await insertMonitors(db, await insertWorkspace(db), { count: MONITORS })
  await db.transaction(async (tx) => {
    await tx.query({ text: 'select setseed(0.42)' })
    await tx.query({ text: TIMELINES }, [NOW])
    await tx.query({ text: PRESENT })
  })
})

afterAll(() => database.close())

it.each([1, 7, 30])('counts %d days as the database does entry by entry', async (days) => {
  const counted = await countedOneByOne(days * DAY_SECONDS)
  const courses = await readMonthOfStatuses(database.db, [...counted.keys()], NOW)
  const found = [...counted].map(([id, { own, name }]) => {
    const course = courses.get(id) ?? { sinceSeconds: [], statuses: [] }
    const times = secondsWithin(course, NOW.getTime() / 1_000, days * DAY_SECONDS)
    return { id, own, name, good: times.goodSeconds, counted: times.countedSeconds }
  })
  expect(found).toEqual([...counted.values()])
})

const FILTERS = {
  statuses: null,
  types: null,
  active: null,
  region: null,
  tag: null,
  search: null,
}

// Of all and of many monitors the changes are read by time, of few on their timelines.
it.each([
  [null, false],
  [null, true],
  ['monitor 2', false],
  ['monitor 2', true],
  ['monitor 12', false],
  ['monitor 12', true],
])('lists those with "%s" by the uptime of a day (downwards: %s)', async (search, descending) => {
  const counted = await countedOneByOne(DAY_SECONDS)
  const keyOf = ({ good, counted: all }: Counted): number | null =>
    all === 0 ? null : (100 * good) / all
  const sign = descending ? -1 : 1
  const order = [...counted.values()]
    .filter(({ own, name }) => own && name.toLowerCase().includes(search ?? ''))
    .toSorted((a, b) => {
      const [one, other] = [keyOf(a), keyOf(b)]
      if (one === null || other === null) {
        return Number(one === null) - Number(other === null) || sign * (a.id - b.id)
      }
      return sign * (one - other) || sign * (a.id - b.id)
    })
  const asked = { ...FILTERS, search, descending, limit: 40, offset: 3 }
  const page = await listByUptime(database.db, workspaceId, asked, NOW)
  expect(page).toEqual({ total: order.length, ids: order.slice(3, 43).map(({ id }) => id) })
})

it('lists none where none match', async () => {
  const asked = { ...FILTERS, search: 'nowhere', descending: false, limit: 40, offset: 0 }
  expect(await listByUptime(database.db, workspaceId, asked, NOW)).toEqual({ total: 0, ids: [] })
})
