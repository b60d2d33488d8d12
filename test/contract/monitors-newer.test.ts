import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi()
})
afterAll(() => api.close())

async function createMonitor(host: string): Promise<string> {
  const answer = await api.ask('POST', '/api/v1/monitors', { body: { url: `https://${host}/` } })
  expect(answer.status).toBe(201)
  return answer.body.monitor.id as string
}

async function storedSettings(id: string): Promise<unknown> {
  const { rows } = await api.db.query<{ settings: unknown }>(
    { text: 'select settings from monitors where public_id = $1' },
    [id],
  )
  return rows[0]?.settings
}

/** As a controller of a newer version would have stored it. */
async function store(id: string, column: 'settings' | 'type', value: unknown): Promise<void> {
  await api.db.query({ text: `update monitors set ${column} = $2 where public_id = $1` }, [
    id,
    value,
  ])
}

describe('monitors in a rolling update', () => {
  it('are stored with what differs from the defaults, and shown with all', async () => {
    const id = await createMonitor('usual.example')
    expect(await storedSettings(id)).toEqual({})
    const { body } = await api.ask('GET', `/api/v1/monitors/${id}`)
    expect(body.monitor.settings).toMatchObject({ method: 'GET', redirects: { max: 10 } })
  })

  it('whose settings a newer version stored are listed and changed, and keep them', async () => {
    const id = await createMonitor('newer.example')
    const newer = { trace: true, redirects: { record: true }, httpVersion: '3' }
    await store(id, 'settings', newer)
    const list = await api.ask('GET', '/api/v1/monitors')
    expect(list.status).toBe(200)
    const listed = list.body.monitors.find((monitor: { id: string }) => monitor.id === id)
    expect(listed.settings).toMatchObject({ httpVersion: 'auto', redirects: { max: 10 } })
    const change = { body: { settings: { redirects: { max: 3 } } } }
    const changed = await api.ask('PATCH', `/api/v1/monitors/${id}`, change)
    expect(changed.status).toBe(200)
    expect(await storedSettings(id)).toEqual({ ...newer, redirects: { max: 3, record: true } })
  })

  it('of which a newer version stored more than this one knows are listed', async () => {
    const id = await createMonitor('more.example')
    for (const column of ['alerts', 'confirmation', 'recovery']) {
      await api.db.query(
        {
          text: `update monitors set ${column} = ${column} || '{"newer": true}' where public_id = $1`,
        },
        [id],
      )
    }
    expect((await api.ask('GET', '/api/v1/monitors')).status).toBe(200)
    expect((await api.ask('GET', `/api/v1/monitors/${id}`)).status).toBe(200)
    const change = { body: { name: 'Changed', alerts: { onDegraded: true } } }
    expect((await api.ask('PATCH', `/api/v1/monitors/${id}`, change)).status).toBe(200)
  })

  it('of a type that only a newer version knows are passed over', async () => {
    const before = await createMonitor('before.example')
    const id = await createMonitor('hologram.example')
    await store(id, 'type', 'hologram')
    const list = await api.ask('GET', '/api/v1/monitors')
    expect(list.status).toBe(200)
    const ids = list.body.monitors.map((monitor: { id: string }) => monitor.id)
    expect(ids).toContain(before)
    expect(ids).not.toContain(id)
    expect((await api.ask('GET', `/api/v1/monitors/${id}`)).status).toBe(404)
  })
})
