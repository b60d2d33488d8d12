import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { MaintenanceClient } from '../helpers/maintenance.ts'
import { maintenanceClient } from '../helpers/maintenance.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

let api: TestApi
let client: MaintenanceClient
beforeAll(async () => {
  api = await openTestApi()
  client = maintenanceClient(api)
  await client.created()
})
afterAll(() => api.close())
beforeEach(async () => {
  api.passMinutes(2)
  await api.db.query({ text: 'delete from maintenance_windows' })
})

/** Makes windows straight in the database. */
async function fill(count: number): Promise<void> {
  await api.db.query(
    {
      text: `insert into maintenance_windows (public_id, workspace_id, description, starts_at, ends_at,
          recurrence, repeat_every, timezone, all_monitors, created_at, updated_at)
        select 'mw_' || lpad(n::text, 20, '0'), (select min(id) from workspaces), 'Filled', now(), now(),
          'none', 1, 'UTC', true, now(), now()
        from generate_series(1, $1::integer) n`,
    },
    [count],
  )
}

it('answers 409 to the 501st window, but 400 to one that is not valid', async () => {
  await fill(499)
  const { id } = await client.created()
  const { status, body } = await client.create()
  expect([status, body.error]).toEqual([
    409,
    'The workspace already has 500 maintenance windows: delete one first.',
  ])
  expect((await client.create({ monitorIds: ['mon_nobody'] })).status).toBe(400)
  await api.ask('DELETE', `/api/v1/maintenance/${id}`)
  expect((await client.create()).status).toBe(201)
})

it('gives the last place to one of many requests at once', async () => {
  await fill(498)
  const answers = await Promise.all(Array.from({ length: 8 }, () => client.create()))
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
    201, 201, 409, 409, 409, 409, 409, 409,
  ])
})

it('lists 500 windows, 200 at most on a page', async () => {
  await fill(500)
  const { body } = await api.ask('GET', '/api/v1/maintenance?per=200&page=3')
  expect([body.total, body.maintenance.length]).toEqual([500, 100])
})
