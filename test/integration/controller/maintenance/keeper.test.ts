import { createLogger } from '@sightline/shared/logger'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Loop } from '../../../../controller/src/process/loop.ts'
import { startMaintenanceKeeper } from '../../../../controller/src/maintenance/keeper.ts'
import type { MaintenanceClient } from '../../../helpers/maintenance.ts'
import { maintenanceClient } from '../../../helpers/maintenance.ts'
import { insertMonitors } from '../../../helpers/rows.ts'
import type { TestApi } from '../../../helpers/test-api.ts'
import { openTestApi } from '../../../helpers/test-api.ts'

const HOUR = 60
const log = createLogger('test', 'silent')

let api: TestApi
let client: MaintenanceClient
beforeAll(async () => {
  api = await openTestApi()
  client = maintenanceClient(api)
})
afterAll(() => api.close())
beforeEach(() => api.passMinutes(2))
afterEach(async () => {
  await api.db.query({ text: 'delete from maintenance_windows' })
  await api.db.query({ text: 'delete from monitors' })
  await api.db.query({ text: 'update workspaces set maintenance_look_at = null' })
})

const at = (minutes: number) => client.at(minutes)

/** Lets so many keepers, each a controller's, do all there is to do now. */
async function keep(keepers = 1): Promise<void> {
  const now = () => api.clock.now.getTime()
  const loops: Loop[] = Array.from({ length: keepers }, () =>
    startMaintenanceKeeper({ db: api.db, now, log }),
  )
  // A round is under way from the start, and stopping waits for it.
  await Promise.all(loops.map((loop) => loop.stop()))
}

/** A monitor's timeline since the latest change of the clock that matters: minutes from now. */
async function timeline(monitorId: string): Promise<[number, string][]> {
  const { rows } = await api.db.query<{ at: Date; status: string }>(
    {
      text: `select c.at, c.status from state_changes c join monitors m on m.id = c.monitor_id
        where m.public_id = $1 order by c.at offset 1`,
    },
    [monitorId],
  )
  return rows.map((row) => [(row.at.getTime() - api.clock.now.getTime()) / 60_000, row.status])
}

describe('the keeper', () => {
  it('begins and ends maintenance, at the exact instants however late it comes', async () => {
    const monitor = await client.createMonitor()
    await client.created({ monitorIds: [monitor] })
    await keep()
    expect((await client.monitor(monitor)).inMaintenance).toBe(false)
    api.passMinutes(HOUR + 3)
    await keep()
    expect(await client.monitor(monitor)).toMatchObject({
      inMaintenance: true,
      status: 'maintenance',
      statusSince: at(-3),
    })
    api.passMinutes(HOUR)
    await keep()
    expect(await client.monitor(monitor)).toMatchObject({
      inMaintenance: false,
      status: 'pending',
      statusSince: at(-3),
    })
  })

  it('has a monitor checked at once that leaves, and only such', async () => {
    const [leaving, staying] = [await client.createMonitor(), await client.createMonitor()]
    await client.created({ monitorIds: [leaving] })
    await client.created({ monitorIds: [staying], to: at(3 * HOUR) })
    api.passMinutes(HOUR)
    await keep()
    api.passMinutes(HOUR + 1)
    await keep()
    const { rows } = await api.db.query<{ publicId: string }>(
      { text: 'select public_id as "publicId" from monitors where run_at = $1' },
      [api.clock.now],
    )
    expect(rows).toEqual([{ publicId: leaving }])
  })

  it('leaves a monitor in while any of several windows covers it', async () => {
    const monitor = await client.createMonitor()
    await client.created({ monitorIds: [monitor], from: at(60), to: at(120) })
    await client.created({ allMonitors: true, from: at(90), to: at(150) })
    await client.created({ monitorIds: [monitor], from: at(150), to: at(160) })
    for (let passed = 0; passed < 170; passed += 10) {
      api.passMinutes(10)
      await keep()
    }
    expect(await timeline(monitor)).toEqual([
      [-110, 'maintenance'],
      [-10, 'pending'],
    ])
  })

  it('makes up for what no controller saw, in its order', async () => {
    const monitor = await client.createMonitor()
    await client.created({ monitorIds: [monitor], from: at(60), to: at(70), recurrence: 'day' })
    await client.created({ monitorIds: [monitor], from: at(65), to: at(75) })
    api.passMinutes(2 * 24 * HOUR + 80)
    await keep()
    const days = (count: number) => count * 24 * HOUR
    expect(await timeline(monitor)).toEqual([
      [-20 - days(2), 'maintenance'],
      [-5 - days(2), 'pending'],
      [-20 - days(1), 'maintenance'],
      [-10 - days(1), 'pending'],
      [-20, 'maintenance'],
      [-10, 'pending'],
    ])
  })

  it('does what is asked of it once, however many controllers there are', async () => {
    const monitors = [await client.createMonitor(), await client.createMonitor()]
    await client.created({ monitorIds: monitors })
    await client.created({ allMonitors: true, from: at(61) })
    api.passMinutes(62)
    await keep(4)
    api.passMinutes(60)
    await keep(4)
    for (const monitor of monitors) {
      expect(await timeline(monitor)).toEqual([
        [-62, 'maintenance'],
        [-2, 'pending'],
      ])
    }
  })

  it('follows moved and cancelled occurrences', async () => {
    const monitor = await client.createMonitor()
    const { id } = await client.created({ monitorIds: [monitor], recurrence: 'day' })
    const [first, second, third] = (await client.read(id)).occurrences
    await client.move(first.id, { from: at(10), to: at(20) })
    await client.cancel(second.id)
    await client.move(third.id, { to: at(2 * 24 * HOUR + 61) })
    for (const minutes of [15, 2 * HOUR, 24 * HOUR, 24 * HOUR]) {
      api.passMinutes(minutes)
      await keep()
    }
    const { now } = api.clock
    const minutesOf = (iso: string) => (Date.parse(iso) - now.getTime()) / 60_000
    expect(await timeline(monitor)).toEqual([
      [-15 - 2 * HOUR - 48 * HOUR + 10, 'maintenance'],
      [-15 - 2 * HOUR - 48 * HOUR + 20, 'pending'],
      [minutesOf(third.from), 'maintenance'],
      [minutesOf(third.from) + 1, 'pending'],
    ])
  })

  it('passes over paused monitors', async () => {
    const monitor = await client.createMonitor()
    await client.created({ monitorIds: [monitor] })
    await api.ask('POST', `/api/v1/monitors/${monitor}/pause`)
    api.passMinutes(HOUR)
    await keep()
    expect(await client.monitor(monitor)).toMatchObject({ inMaintenance: false, status: 'paused' })
    api.passMinutes(HOUR)
    await keep()
    expect(await client.monitor(monitor)).toMatchObject({ inMaintenance: false, status: 'paused' })
  })

  it('brings thousands of monitors in and out in several transactions', async () => {
    const { rows } = await api.db.query<{ id: number }>({
      text: 'select min(id) as id from workspaces',
    })
    await insertMonitors(api.db, rows[0]?.id ?? 0, { count: 2_200, status: 'up' })
    const window = await client.created({ allMonitors: true, from: at(-1), to: at(10) })
    const counts = async () => {
      const found = await api.db.query<{ inside: number; since: number }>({
        text: `select count(*) filter (where in_maintenance) as inside, count(distinct status_since) as since
          from monitor_states`,
      })
      return found.rows[0]
    }
    // The request does a part; the rest is begun as of the same instant.
    expect((await counts())?.inside).toBe(500)
    api.passMinutes(1)
    for (let turn = 0; turn < 5; turn += 1) await keep(2)
    expect(await counts()).toEqual({ inside: 2_200, since: 1 })
    await api.ask('DELETE', `/api/v1/maintenance/${window.id}`)
    for (let turn = 0; turn < 5; turn += 1) await keep(2)
    expect((await counts())?.inside).toBe(0)
  })

  it('goes on with other workspaces when one cannot be settled', async () => {
    const monitor = await client.createMonitor()
    await client.created({ monitorIds: [monitor] })
    await api.db.query({
      text: `with broken as (
          insert into workspaces (public_id, name, plan, maintenance_look_at)
          values ('wsp_broken', 'Broken', 'free', '2026-01-01') returning id
        )
        insert into maintenance_windows (public_id, workspace_id, description, starts_at, ends_at, recurrence,
          repeat_every, timezone, all_monitors, next_change_at, created_at, updated_at)
        select 'mw_broken', id, 'x', '2026-01-01', '2026-01-02', 'day', 1, 'No/Zone', true, '2026-01-01',
          now(), now() from broken`,
    })
    api.passMinutes(HOUR)
    await keep()
    expect((await client.monitor(monitor)).inMaintenance).toBe(true)
    await api.db.query({ text: `delete from workspaces where public_id = 'wsp_broken'` })
  })

  it('agrees with changes that people make at the same time', async () => {
    const monitors = [await client.createMonitor(), await client.createMonitor()]
    const windows = [
      await client.created({ monitorIds: monitors }),
      await client.created({ allMonitors: true }),
      await client.created({ monitorIds: monitors.slice(1) }),
    ]
    api.passMinutes(HOUR)
    await Promise.all([
      keep(3),
      client.change(windows[0].id, { monitorIds: monitors.slice(0, 1) }),
      api.ask('DELETE', `/api/v1/maintenance/${windows[1].id}`),
      client.createMonitor(),
    ])
    await keep()
    const { body } = await api.ask('GET', '/api/v1/monitors?sort=createdAt&order=asc')
    expect(
      body.monitors.map((monitor: { inMaintenance: boolean }) => monitor.inMaintenance),
    ).toEqual([true, true, false])
  })
})
