import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { MaintenanceClient } from '../helpers/maintenance.ts'
import { maintenanceClient } from '../helpers/maintenance.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

let api: TestApi
let client: MaintenanceClient
beforeAll(async () => {
  api = await openTestApi()
  client = maintenanceClient(api)
})
afterAll(() => api.close())
beforeEach(async () => {
  api.passMinutes(2)
  await api.db.query({ text: 'delete from maintenance_windows' })
  await api.db.query({ text: 'delete from monitors' })
})

const at = (minutes: number) => client.at(minutes)
const running = () => ({ from: at(-10), to: at(50) })

const post = (path: string) => api.ask('POST', `/api/v1/monitors/${path}`)
const remove = (id: string) => api.ask('DELETE', `/api/v1/maintenance/${id}`)

async function expectMaintenance(monitorId: string, expected: boolean): Promise<void> {
  const { inMaintenance, status } = await client.monitor(monitorId)
  expect([inMaintenance, status === 'maintenance']).toEqual([expected, expected])
}

async function runAt(monitorId: string): Promise<Date | undefined> {
  const { rows } = await api.db.query<{ runAt: Date }>(
    { text: 'select run_at as "runAt" from monitors where public_id = $1' },
    [monitorId],
  )
  return rows[0]?.runAt
}

describe('a window that is under way when it is created', () => {
  it('covers its monitors from then on, and no other', async () => {
    const [covered, other] = [await client.createMonitor(), await client.createMonitor()]
    await client.created({ ...running(), monitorIds: [covered] })
    expect(await client.monitor(covered)).toMatchObject({
      inMaintenance: true,
      status: 'maintenance',
      statusSince: at(0),
    })
    await expectMaintenance(other, false)
  })

  it('covers all of them, and those that are made later, with allMonitors', async () => {
    const before = await client.createMonitor()
    await client.created({ ...running(), allMonitors: true })
    await expectMaintenance(before, true)
    const later = await client.createMonitor()
    await expectMaintenance(later, true)
    const { body } = await api.ask('GET', '/api/v1/monitors?status=maintenance')
    expect(body.total).toBe(2)
  })

  it('covers nothing when all of it lies ahead, or behind', async () => {
    const monitor = await client.createMonitor()
    await client.created({ monitorIds: [monitor] })
    await client.created({ from: at(-30), to: at(0), monitorIds: [monitor] })
    await expectMaintenance(monitor, false)
  })
})

describe('the end of maintenance', () => {
  it.each<[string, (window: { id: string }, occurrenceId: string) => Promise<unknown>]>([
    ['deleting the window', ({ id }) => remove(id)],
    ['cancelling the occurrence', (_, occurrenceId) => client.cancel(occurrenceId)],
    [
      'taking the monitor out',
      async ({ id }) => client.change(id, { monitorIds: [await client.createMonitor()] }),
    ],
  ])('comes at once by %s, and with it a check', async (_, end) => {
    const monitor = await client.createMonitor()
    api.passMinutes(1)
    const window = await client.created({ ...running(), monitorIds: [monitor], recurrence: 'day' })
    const [occurrence] = (await client.read(window.id)).occurrences
    api.passMinutes(1)
    await end(window, occurrence.id)
    expect(await client.monitor(monitor)).toMatchObject({
      inMaintenance: false,
      status: 'pending',
      statusSince: at(0),
    })
    expect(await runAt(monitor)).toEqual(api.clock.now)
  })

  it('is not there while another window covers the monitor', async () => {
    const monitor = await client.createMonitor()
    const named = await client.created({ ...running(), monitorIds: [monitor] })
    const all = await client.created({ ...running(), allMonitors: true })
    await remove(named.id)
    await expectMaintenance(monitor, true)
    await remove(all.id)
    await expectMaintenance(monitor, false)
  })

  it('is not there after a change of the schedule, which keeps what is under way', async () => {
    const monitor = await client.createMonitor()
    const window = await client.created({ ...running(), monitorIds: [monitor] })
    await client.change(window.id, { from: at(600), to: at(700) })
    await expectMaintenance(monitor, true)
  })
})

describe('changing a window that is under way', () => {
  it('brings monitors in and out at once', async () => {
    const [one, two] = [await client.createMonitor(), await client.createMonitor()]
    const window = await client.created({ ...running(), monitorIds: [one] })
    await client.change(window.id, { monitorIds: [two] })
    await expectMaintenance(one, false)
    await expectMaintenance(two, true)
    await client.change(window.id, { allMonitors: true })
    await expectMaintenance(one, true)
  })

  it('begins it when it comes to be under way', async () => {
    const monitor = await client.createMonitor()
    const window = await client.created({ monitorIds: [monitor] })
    await client.change(window.id, { from: at(-1) })
    await expectMaintenance(monitor, true)
  })
})

describe('a paused monitor', () => {
  it('stays paused through maintenance, and is in it when it is resumed meanwhile', async () => {
    const monitor = await client.createMonitor()
    await post(`${monitor}/pause`)
    const window = await client.created({ ...running(), monitorIds: [monitor] })
    expect(await client.monitor(monitor)).toMatchObject({ inMaintenance: false, status: 'paused' })
    await post(`${monitor}/resume`)
    await expectMaintenance(monitor, true)
    await post(`${monitor}/pause`)
    expect(await client.monitor(monitor)).toMatchObject({ inMaintenance: false, status: 'paused' })
    await remove(window.id)
    await post(`${monitor}/resume`)
    expect(await client.monitor(monitor)).toMatchObject({ inMaintenance: false, status: 'pending' })
  })
})

describe('the timeline of a monitor', () => {
  it('has the maintenance there was, also of a window that was deleted', async () => {
    const monitor = await client.createMonitor()
    api.passMinutes(1)
    const began = at(0)
    const window = await client.created({ ...running(), monitorIds: [monitor] })
    api.passMinutes(1)
    await remove(window.id)
    const { rows } = await api.db.query<{ at: Date; status: string }>(
      {
        text: `select c.at, c.status from state_changes c join monitors m on m.id = c.monitor_id
          where m.public_id = $1 order by c.at`,
      },
      [monitor],
    )
    expect(rows.map((row) => [row.at.toISOString(), row.status]).slice(1)).toEqual([
      [began, 'maintenance'],
      [at(0), 'pending'],
    ])
  })
})
