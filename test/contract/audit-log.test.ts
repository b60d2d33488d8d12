import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

interface Entry {
  action: string
  subject: { id: string; name: string | null } | null
  changes: { field: string; to?: unknown }[]
  person: { id: string | null; name: string }
  keyName: string | null
  address: string
}

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ allow: '127.0.0.0/8' })
})
afterAll(() => api.close())

async function entries(query = ''): Promise<Entry[]> {
  const { status, body } = await api.ask('GET', `/api/v1/audit-log${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.entries
}

async function makeMonitor(name: string): Promise<string> {
  const { status, body } = await api.ask('POST', '/api/v1/monitors', {
    body: {
      url: `http://127.0.0.1/${name}?token=hunter2`,
      name,
      settings: { headers: { authorization: 'Bearer hunter2' } },
    },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.monitor.id
}

describe('GET /api/v1/audit-log', () => {
  it('tells who changed what, by which key and from where, newest first', async () => {
    const id = await makeMonitor('Shop')
    await api.ask('PATCH', `/api/v1/monitors/${id}`, {
      body: { intervalMinutes: 15 },
      ip: '198.51.100.7',
    })
    await api.ask('POST', `/api/v1/monitors/${id}/pause`)
    await api.ask('DELETE', `/api/v1/monitors/${id}`)
    const found = await entries(`?subjectId=${id}`)
    expect(found.map(({ action }) => action)).toEqual([
      'monitor.deleted',
      'monitor.paused',
      'monitor.changed',
      'monitor.created',
    ])
    expect(found.map(({ subject }) => subject)).toEqual(
      Array.from({ length: 4 }, () => ({ id, name: 'Shop' })),
    )
    expect(found[2]).toMatchObject({
      changes: [{ field: 'intervalMinutes', to: 15 }],
      address: '198.51.100.7',
      person: { id: expect.stringMatching(/^psn_/) as string },
      keyName: expect.any(String) as string,
    })
  })

  it('never holds what may be a secret', async () => {
    const id = await makeMonitor('Till')
    const [entry] = await entries(`?subjectId=${id}`)
    expect(JSON.stringify(entry)).not.toContain('hunter2')
    expect(entry?.changes).toContainEqual({ field: 'url' })
    expect(entry?.changes).toContainEqual({ field: 'settings' })
    expect(entry?.changes).toContainEqual({ field: 'name', to: 'Till' })
  })

  it('tells nothing of what was refused, tried or only read', async () => {
    const before = await entries()
    expect((await api.ask('POST', '/api/v1/monitors', { body: {} })).status).toBe(400)
    expect((await api.ask('DELETE', '/api/v1/monitors/mon_none')).status).toBe(404)
    await api.ask('GET', '/api/v1/monitors')
    await api.ask('POST', '/api/v1/imports?dryRun=true', {
      payload: 'url\nhttps://dry.example/\n',
      headers: { 'content-type': 'text/csv' },
    })
    expect(await entries()).toEqual(before)
  })

  it('tells of many at once, and of an import, as one', async () => {
    const ids = [await makeMonitor('One'), await makeMonitor('Two')]
    await api.ask('PATCH', '/api/v1/monitors', { body: { ids, addTags: ['till'] } })
    await api.ask('POST', '/api/v1/imports', {
      payload: 'url\nhttps://wet.example/\n',
      headers: { 'content-type': 'text/csv' },
    })
    const [imported, changed] = await entries()
    expect(imported).toMatchObject({ action: 'workspace.imported', subject: null, changes: [] })
    expect(changed).toMatchObject({
      action: 'monitors.changed',
      subject: null,
      changes: [
        { field: 'ids', to: ids },
        { field: 'addTags', to: ['till'] },
      ],
    })
  })

  it('names which of many were deleted or changed, and nothing where none was', async () => {
    api.passMinutes(2)
    const [gone, kept] = [await makeMonitor('Gone'), await makeMonitor('Kept')]
    const bulk = (method: string, query: string, body?: object) =>
      api.ask(method, `/api/v1/monitors${query}`, body === undefined ? {} : { body })
    await bulk('PATCH', '', { ids: ['mon_none', kept], action: 'pause' })
    await bulk('PATCH', '', { filter: { search: 'Kept' }, action: 'resume' })
    await bulk('DELETE', `?ids=${gone},mon_none`)
    const [deleted, resumed, paused] = await entries()
    expect(deleted).toMatchObject({ action: 'monitors.deleted' })
    expect(deleted?.changes).toEqual([{ field: 'ids', to: [gone] }])
    expect(resumed?.changes).toEqual([
      { field: 'filter' },
      { field: 'action', to: 'resume' },
      { field: 'updated', to: 1 },
    ])
    expect(paused?.changes).toEqual([
      { field: 'ids', to: [kept] },
      { field: 'action', to: 'pause' },
    ])
    const before = await entries()
    await bulk('PATCH', '', { ids: ['mon_none'], action: 'pause' })
    await bulk('DELETE', `?ids=${gone}`)
    expect(await entries()).toEqual(before)
    api.passMinutes(2)
  })

  it('finds by kind, by person and by time', async () => {
    await api.ask('POST', '/api/v1/alerting/contacts', {
      body: { name: 'On call', email: 'oncall@example.com' },
    })
    const [contact, ...others] = await entries('?kind=contact')
    expect(others).toEqual([])
    expect(contact).toMatchObject({ action: 'contact.created', subject: { name: 'On call' } })
    expect(await entries(`?personId=${contact?.person.id ?? ''}&kind=contact`)).toHaveLength(1)
    expect(await entries('?personId=psn_nobody')).toEqual([])
    expect(await entries(`?from=${new Date(api.clock.now.getTime() + 1).toISOString()}`)).toEqual(
      [],
    )
    const { status, body } = await api.ask('GET', '/api/v1/audit-log?from=2026-02-01&to=2026-01-01')
    expect(status).toBe(400)
    expect(body.error).toContain('"from"')
  })

  it.each(['editor', 'viewer', 'analyst'] as const)(
    'is not for a person who is %s',
    async (role) => {
      const { status } = await api.ask('GET', '/api/v1/audit-log', { key: await api.keyOf(role) })
      expect(status).toBe(403)
    },
  )
})
