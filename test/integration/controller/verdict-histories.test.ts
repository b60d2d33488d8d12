import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../../controller/src/db/pool.ts'
import { actOnMonitor } from '../../../controller/src/monitors/pause-monitor.ts'
import type { MonitorEvent } from '../../../controller/src/verdicts/monitor-event.ts'
import { applyEvents } from '../../../controller/src/verdicts/verdicts.ts'
import { insertMonitors, insertVoters, insertWorkspace } from '../../helpers/rows.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

const REGIONS = ['ap-south', 'eu-west', 'us-east']
const MONITORS = 6
const CONTROLLERS = 4
const STEPS = 120
const BEGAN_MS = Date.parse('2026-03-10T12:00:00Z')
/** Some controllers' clocks are so far behind. */
const BEHIND_MS = 20_000

let test: TestDatabase
let db: Database
let workspaceId: number
let monitors: readonly { readonly id: number; readonly publicId: string }[]
let nowMs = BEGAN_MS

beforeAll(async () => {
  test = await openTestDatabase()
  db = test.db
  workspaceId = await insertWorkspace(db)
  await insertVoters(db, REGIONS)
  const since = new Date(BEGAN_MS)
  const fields = { count: MONITORS, regions: REGIONS, since, createdAt: since }
  await insertMonitors(db, workspaceId, fields)
  await db.query({
    text: `insert into state_changes (monitor_id, at, status) select monitor_id, status_since, status from monitor_states`,
  })
  const { rows } = await db.query<{ id: number; publicId: string }>({
    text: 'select id, public_id as "publicId" from monitors order by id',
  })
  monitors = rows
})
afterAll(() => test.close())

const NOBODY = { id: 0, publicId: '' }

const chance = (share: number): boolean => Math.random() < share

/** What the regions find of a monitor that fails, or does not, most of them the same. */
function votesOf(monitorId: number, isFailing: boolean, atMs: number): MonitorEvent[] {
  return REGIONS.filter(() => chance(0.7)).map((region) => {
    const fails = isFailing !== chance(0.08)
    const found = fails
      ? ({
          status: 'down',
          failureSource: 'target',
          cause: 'serverError',
          error: 'It failed.',
        } as const)
      : ({ status: 'up', failureSource: null, cause: null, error: null } as const)
    const checkedAtMs = atMs - Math.random() * 3_000
    const times = { checkedAtMs, endedAtMs: atMs, confirmation: chance(0.4), late: false }
    return { monitorId, event: { kind: 'vote', vote: { region, ...times, ...found } } }
  })
}

/** A controller that is told something again and again, and people who pause what it is told of. */
async function work(failing: Map<number, boolean>, behindMs: number): Promise<void> {
  for (let step = 0; step < STEPS; step += 1) {
    nowMs += Math.floor(Math.random() * 8_000)
    const atMs = nowMs - behindMs
    const one = monitors[Math.floor(Math.random() * monitors.length)] ?? NOBODY
    const more = monitors.filter((other) => other !== one && chance(0.5))
    const what = Math.random()
    if (what < 0.1) {
      const people = { db, now: () => new Date(atMs) }
      await actOnMonitor(people, workspaceId, one.publicId, chance(0.3) ? 'pause' : 'resume')
      continue
    }
    if (chance(0.1)) failing.set(one.id, failing.get(one.id) !== true)
    const events: MonitorEvent[] =
      what < 0.15
        ? [{ monitorId: one.id, event: { kind: 'maintenance', active: chance(0.5), atMs } }]
        : [one, ...more].flatMap(({ id }) =>
            what < 0.25
              ? [{ monitorId: id, event: { kind: 'tick' as const, atMs } }]
              : votesOf(id, failing.get(id) === true, atMs),
          )
    await db.transaction((tx) => applyEvents(tx, events, atMs))
  }
}

interface Told {
  readonly id: number
  readonly status: string
  readonly last: string
  readonly sinceLastSeconds: number
  readonly open: number
  readonly downSeconds: number
  readonly outageSeconds: number
}

const TOLD = `
  select s.monitor_id as id, s.status, last.status as last,
    extract(epoch from s.status_since - last.at)::float8 as "sinceLastSeconds",
    (select count(*) from outages o where o.monitor_id = s.monitor_id and o.scope = 'global'
      and o.ended_at is null) as open,
    (select coalesce(sum(extract(epoch from until - at)), 0)::float8 from (
      select at, status, lead(at, 1, $1) over (order by at) as until
      from state_changes where monitor_id = s.monitor_id) spans where status = 'down') as "downSeconds",
    (select coalesce(sum(extract(epoch from coalesce(ended_at, $1) - started_at)), 0)::float8
      from outages where monitor_id = s.monitor_id and scope = 'global') as "outageSeconds"
  from monitor_states s
  cross join lateral (
    select at, status from state_changes where monitor_id = s.monitor_id order by at desc limit 1
  ) last`

it('status, timeline and outages tell the same, whatever controllers and people do at once', async () => {
  const failing = new Map<number, boolean>()
  const controllers = Array.from({ length: CONTROLLERS }, (_, n) =>
    work(failing, (n % 2) * BEHIND_MS),
  )
  await Promise.all(controllers)
  const { rows } = await db.query<Told>({ text: TOLD }, [new Date(nowMs)])
  expect(rows).toHaveLength(MONITORS)
  for (const told of rows) {
    expect(told.last).toBe(told.status)
    expect(told.sinceLastSeconds).toBe(0)
    expect(told.open).toBe(told.status === 'down' ? 1 : 0)
    expect(told.outageSeconds).toBeCloseTo(told.downSeconds, 4)
  }
  const { rows: overlapping } = await db.query({
    text: `select a.id from outages a
      join outages b on a.monitor_id = b.monitor_id and a.scope = b.scope and a.id < b.id
        and coalesce(a.ended_at, 'infinity') > b.started_at`,
  })
  expect(overlapping).toEqual([])
  const { rows: counted } = await db.query<{ outages: number }>({
    text: 'select count(*) as outages from outages',
  })
  expect(counted[0]?.outages).toBeGreaterThan(0)
})
