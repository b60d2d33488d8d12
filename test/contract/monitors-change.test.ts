import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

let api: TestApi
let id = ''
let count = 0
beforeAll(async () => {
  api = await openTestApi()
  await api.addRegion('us-east', true)
})
afterAll(() => api.close())
beforeEach(async () => {
  api.passMinutes(3)
  count += 1
  const { body } = await api.ask('POST', '/api/v1/monitors', {
    body: {
      url: `https://m${count}.example/`,
      settings: {
        headers: { 'X-A': '1', 'X-B': '2' },
        redirects: { max: 3 },
        expectedStatus: ['200', '301'],
      },
    },
  })
  id = body.monitor.id
  api.passMinutes(1)
})

const patch = (body: unknown, monitor = id) =>
  api.ask('PATCH', `/api/v1/monitors/${monitor}`, { body })
const act = (action: string, options = {}) =>
  api.ask('POST', `/api/v1/monitors/${id}/${action}`, options)
const row = async () => {
  const { rows } = await api.db.query<{ gridSince: Date; runAt: Date; updatedAt: Date }>(
    {
      text: `select grid_since as "gridSince", run_at as "runAt", updated_at as "updatedAt" from monitors where public_id = $1`,
    },
    [id],
  )
  return rows[0]
}
const history = async () => {
  const { rows } = await api.db.query<{ status: string }>(
    {
      text: `select status from state_changes where monitor_id = (select id from monitors where public_id = $1) order by at`,
    },
    [id],
  )
  return rows.map((change) => change.status)
}

describe('changing a monitor', () => {
  it('changes what was sent and nothing else', async () => {
    const before = (await api.ask('GET', `/api/v1/monitors/${id}`)).body.monitor
    const { status, body } = await patch({ name: 'New name' })
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['monitor', 'usage'])
    expect(body.monitor).toEqual({
      ...before,
      name: 'New name',
      updatedAt: api.clock.now.toISOString(),
    })
    expect((await patch({})).body.monitor.name).toBe('New name')
  })

  it('merges settings per key; null resets, lists replace', async () => {
    const { body } = await patch({
      settings: {
        headers: { 'X-B': null, 'X-C': '3' },
        redirects: { follow: false },
        expectedStatus: ['500-599'],
        maxResponseMs: 900,
      },
    })
    expect(body.monitor.settings).toMatchObject({
      headers: { 'X-A': '1', 'X-C': '3' },
      redirects: { follow: false, max: 3 },
      expectedStatus: ['500-599'],
      maxResponseMs: 900,
    })
    const reset = await patch({
      settings: { headers: null, redirects: null, expectedStatus: null, maxResponseMs: null },
    })
    expect(reset.body.monitor.settings).toMatchObject({
      headers: {},
      redirects: { follow: true, max: 10 },
      expectedStatus: ['200-299'],
      maxResponseMs: null,
    })
  })

  it('merges confirmation, recovery and alerts too', async () => {
    const { body } = await patch({
      confirmation: { retries: 0, quorum: 2 },
      alerts: { onDegraded: true },
    })
    expect(body.monitor.confirmation).toEqual({
      retries: 0,
      retryDelaySeconds: 5,
      quorum: 2,
      regions: 'all',
    })
    expect(body.monitor.alerts).toMatchObject({ onDown: true, onDegraded: true })
    expect(body.monitor.alerts.memberIds).toHaveLength(1)
  })

  it('keeps a monitor with secrets to its own regions unless it says otherwise', async () => {
    const regions = async (body: unknown) => (await patch(body)).body.monitor.confirmation.regions
    const auth = { kind: 'basic', username: 'a', password: 'b' }
    expect(await regions({ settings: { auth } })).toBe('own')
    expect(await regions({ name: 'Something else' })).toBe('own')
    expect(await regions({ confirmation: { regions: 'all' } })).toBe('all')
    expect(await regions({ settings: { auth: { password: 'c' } } })).toBe('all')
    expect(await regions({ confirmation: { regions: null } })).toBe('own')
    expect(await regions({ settings: { auth: null } })).toBe('all')
    expect(await regions({ confirmation: { regions: 'own' } })).toBe('own')
    expect(await regions({ confirmation: null })).toBe('all')
    const refused = await patch({ confirmation: { regions: 'none' } })
    expect([refused.status, refused.body.error]).toEqual([
      400,
      'The field "confirmation.regions" is "none": it must be one of "own", "all".',
    ])
  })

  it('keeps the default of the confirming regions when it is sent back as it was read', async () => {
    const { confirmation } = (await api.ask('GET', `/api/v1/monitors/${id}`)).body.monitor
    expect(confirmation.regions).toBe('all')
    await patch({ confirmation: { ...confirmation, retries: 2 } })
    const auth = { kind: 'basic', username: 'a', password: 'b' }
    const secret = await patch({ settings: { auth } })
    expect(secret.body.monitor.confirmation).toMatchObject({ retries: 2, regions: 'own' })
  })

  it('resets what is sent as null to what a creation without it gets', async () => {
    const fresh = (await api.ask('GET', `/api/v1/monitors/${id}`)).body.monitor
    const changed = await patch({
      name: 'Other',
      intervalMinutes: 60,
      timeoutMs: 30_000,
      regions: ['us-east'],
      checkMode: 'rotate',
      confirmation: { retries: 5, retryDelaySeconds: 60, quorum: 1 },
      recovery: { checks: 9 },
      alerts: {
        memberIds: [],
        onDegraded: true,
        onDown: false,
        tlsExpiryDays: [3],
        repeatMinutes: 5,
      },
      tags: ['x'],
      dependsOn: [],
    })
    expect(changed.status).toBe(200)
    const some = await patch({
      confirmation: { retries: null },
      alerts: { onDown: null, tlsExpiryDays: null, repeatMinutes: null },
    })
    expect(some.body.monitor).toMatchObject({
      confirmation: { retries: 1, retryDelaySeconds: 60, quorum: 1 },
      alerts: {
        onDegraded: true,
        onDown: true,
        tlsExpiryDays: [30, 14, 7, 1],
        repeatMinutes: null,
      },
    })
    const { status, body } = await patch({
      name: null,
      intervalMinutes: null,
      timeoutMs: null,
      regions: null,
      checkMode: null,
      confirmation: null,
      recovery: null,
      alerts: null,
      tags: null,
      dependsOn: null,
    })
    expect([status, body.error]).toEqual([200, undefined])
    expect(body.monitor).toEqual({
      ...fresh,
      nextCheckAt: expect.any(String),
      updatedAt: api.clock.now.toISOString(),
    })
    const moved = await patch({ url: `https://moved${count}.example/shop`, name: null })
    expect(moved.body.monitor.name).toBe(`moved${count}.example/shop`)
  })

  it('refuses a quorum that the regions never reach, whichever of them changes', async () => {
    await patch({ regions: ['us-east', 'eu-west'], confirmation: { quorum: 2 } })
    const MESSAGE = /^The field "confirmation.quorum" is \d: the monitor has/
    const raised = await patch({ confirmation: { quorum: 3 } })
    expect([raised.status, raised.body.error]).toEqual([400, expect.stringMatching(MESSAGE)])
    const fewer = await patch({ regions: ['us-east'] })
    expect([fewer.status, fewer.body.error]).toEqual([400, expect.stringMatching(MESSAGE)])
    const both = await patch({ regions: ['us-east'], confirmation: { quorum: 1 } })
    expect(both.status).toBe(200)
  })

  it('is checked at once when its settings change before its first result, which says nothing of them', async () => {
    for (const change of [{ settings: { maxResponseMs: 900 } }, { timeoutMs: 9_000 }]) {
      api.passMinutes(1)
      await patch(change)
      expect((await row())?.runAt).toEqual(api.clock.now)
    }
    await api.db.query({ text: `update monitor_states set status = 'up'` }, [])
    api.passMinutes(1)
    await patch({ settings: { maxResponseMs: 800 }, timeoutMs: 8_000 })
    expect((await row())?.runAt).not.toEqual(api.clock.now)
  })

  it('starts a new grid only when interval, mode or regions change', async () => {
    await api.db.query({ text: `update monitor_states set status = 'up'` }, [])
    const before = await row()
    await patch({ name: 'x', timeoutMs: 9_000, intervalMinutes: 5, checkMode: 'all' })
    expect((await row())?.gridSince).toEqual(before?.gridSince)
    for (const change of [
      { intervalMinutes: 10 },
      { checkMode: 'rotate' },
      { regions: ['us-east'] },
    ]) {
      api.passMinutes(1)
      await patch(change)
      expect((await row())?.gridSince).toEqual(api.clock.now)
    }
    expect((await row())?.runAt).toEqual(before?.runAt)
  })

  it('checks a changed url at once and judges it like a new one', async () => {
    const other = await api.ask('POST', '/api/v1/monitors', {
      body: { url: `https://other${count}.example` },
    })
    const taken = await patch({ url: `https://other${count}.example` })
    expect([taken.status, taken.body.monitorId, taken.body.error]).toEqual([
      409,
      other.body.monitor.id,
      expect.stringContaining(
        `the monitor "other${count}.example" (${other.body.monitor.id}) has it`,
      ),
    ])
    expect((await patch({ url: 'http://127.0.0.1/' })).status).toBe(400)
    expect((await patch({ url: 'tcp://example.com:1' })).status).toBe(400)
    const { body } = await patch({ url: `https://new${count}.example:8443/x` })
    expect(body.monitor).toMatchObject({
      url: `https://new${count}.example:8443/x`,
      host: `new${count}.example`,
      port: 8443,
    })
    expect((await row())?.runAt).toEqual(api.clock.now)
    expect((await patch({ url: body.monitor.url })).status).toBe(200)
    expect(
      (await api.ask('POST', '/api/v1/monitors', { body: { url: `https://m${count}.example/` } }))
        .status,
    ).toBe(201)
  })

  it('has a name that nobody chose go along with what it monitors', async () => {
    const nameAfter = async (change: unknown, monitor = id) =>
      (await patch(change, monitor)).body.monitor.name
    expect(await nameAfter({ url: `https://moved${count}.example/shop` })).toBe(
      `moved${count}.example/shop`,
    )
    expect(await nameAfter({ settings: { maxResponseMs: 900 } })).toBe(`moved${count}.example/shop`)
    const said = { name: `moved${count}.example/shop`, url: `https://again${count}.example/` }
    expect(await nameAfter(said)).toBe(said.name)
    expect(await nameAfter({ url: `https://third${count}.example/` })).toBe(said.name)
    expect(await nameAfter({ name: null })).toBe(`third${count}.example`)
    const record = await api.ask('POST', '/api/v1/monitors', {
      body: { url: `dns://record${count}.example` },
    })
    const change = { settings: { recordType: 'MX' } }
    expect(await nameAfter(change, record.body.monitor.id)).toBe(`record${count}.example MX`)
  })

  it.each([
    [{ type: 'dns' }, 'type'],
    [{ status: 'up' }, 'status'],
    [{ intervalMinutes: 0 }, 'intervalMinutes'],
    [{ intervalMinutes: 1, timeoutMs: 60_000 }, 'timeoutMs'],
    [{ regions: ['mars'] }, 'mars'],
    [{ settings: { method: 'SEND' } }, 'settings.method'],
    [{ settings: { auth: { kind: 'basic' } } }, 'settings.auth.username'],
    [{ settings: { maxResponseMs: 10_000 } }, 'timeoutMs'],
    [{ settings: { redirects: { max: 99 } } }, 'settings.redirects.max'],
    [{ url: null }, 'url'],
    [{ type: null }, 'type'],
    [{ settings: null }, 'settings'],
    [{ confirmation: { x: null } }, 'confirmation.x'],
    [{ timeoutMs: 60_000, intervalMinutes: 1 }, 'timeoutMs'],
    [{ alerts: { contactIds: ['ctc_1'] } }, 'contactIds'],
    [[], 'body'],
  ])('refuses %j and stores nothing', async (change, word) => {
    const before = (await api.ask('GET', `/api/v1/monitors/${id}`)).body.monitor
    const { status, body } = await patch(change)
    expect([status, body.error]).toEqual([400, expect.stringContaining(word)])
    expect((await api.ask('GET', `/api/v1/monitors/${id}`)).body.monitor).toEqual(before)
  })

  it('takes the same type again', async () => {
    expect((await patch({ type: 'web' })).status).toBe(200)
  })

  it('loses no change when many come at once', async () => {
    const names = Array.from({ length: 10 }, (_, n) => `X-${n}`)
    const answers = await Promise.all(
      names.map((name) => patch({ settings: { headers: { [name]: 'v' } } })),
    )
    expect(answers.every((answer) => answer.status === 200)).toBe(true)
    const { headers } = (await api.ask('GET', `/api/v1/monitors/${id}`)).body.monitor.settings
    expect(Object.keys(headers).sort()).toEqual(['X-A', 'X-B', ...names].sort())
  })

  it('lets monitors depend on each other, but not in a circle', async () => {
    const child = (
      await api.ask('POST', '/api/v1/monitors', {
        body: { url: `https://child${count}.example`, dependsOn: [id] },
      })
    ).body.monitor
    expect(child.dependsOn).toEqual([id])
    expect((await patch({ dependsOn: [child.id] })).body.error).toContain('circle')
    expect((await patch({ dependsOn: [id] })).body.error).toContain('circle')
    await api.ask('DELETE', `/api/v1/monitors/${id}`)
    expect((await api.ask('GET', `/api/v1/monitors/${child.id}`)).body.monitor.dependsOn).toEqual(
      [],
    )
  })
})

describe('pausing and resuming', () => {
  it('is idempotent and keeps the timeline', async () => {
    const paused = await act('pause')
    const at = api.clock.now.toISOString()
    expect(paused.status).toBe(200)
    expect(paused.body.monitor).toMatchObject({
      active: false,
      status: 'paused',
      pausedAt: at,
      statusSince: at,
      nextCheckAt: null,
    })
    api.passMinutes(1)
    expect((await act('pause')).body.monitor).toMatchObject({ pausedAt: at, statusSince: at })
    const resumed = await act('resume')
    const back = api.clock.now.toISOString()
    expect(resumed.body.monitor).toMatchObject({
      active: true,
      status: 'pending',
      pausedAt: null,
      statusSince: back,
    })
    expect(await row()).toMatchObject({ gridSince: api.clock.now, runAt: api.clock.now })
    api.passMinutes(1)
    expect((await act('resume')).body.monitor.statusSince).toBe(back)
    expect(await history()).toEqual(['pending', 'paused', 'pending'])
  })

  it('ends an open outage', async () => {
    await api.db.query(
      {
        text: `insert into outages (public_id, monitor_id, started_at, confirmed_at, scope, regions, cause, summary)
          select 'out_1', id, $2, $2, 'global', '{}', 'timeout', 'x' from monitors where public_id = $1`,
      },
      [id, api.clock.now],
    )
    expect((await api.ask('GET', `/api/v1/monitors/${id}`)).body.monitor.currentOutageId).toBe(
      'out_1',
    )
    expect((await act('pause')).body.monitor.currentOutageId).toBeNull()
  })

  it.each([
    {},
    { headers: { 'content-type': 'application/json' } },
    { headers: { 'content-type': 'application/json' }, payload: '' },
    { headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' } },
    { body: {} },
  ])('needs no body: %j', async (options) => {
    expect((await act('pause', options)).status).toBe(200)
  })

  it('refuses a body with fields', async () => {
    expect((await act('pause', { body: { until: 1 } })).status).toBe(400)
  })
})
