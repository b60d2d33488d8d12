import type { AddressInfo } from 'node:net'
import { LIVE_EVENTS } from '@sightline/shared/live-events'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createKeyFor } from '../../controller/src/accounts/keys.ts'
import { settleDeliveries } from '../../controller/src/db/alert-deliveries.ts'
import type { EventReader, SentEvent } from '../helpers/event-reader.ts'
import { readEventStream } from '../helpers/event-reader.ts'
import { insertMonitors, insertWorkspace } from '../helpers/rows.ts'
import type { Browser } from '../helpers/signed-in.ts'
import { openBrowser, signIn, signUpOwner } from '../helpers/signed-in.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

// Two controllers on one database.
let api: TestApi
let other: TestApi
beforeAll(async () => {
  api = await openTestApi({ listens: true })
  other = await openTestApi({ listens: true, beside: api })
  for (const { app } of [api, other]) await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await other.close()
  await api.close()
})
beforeEach(() => api.passMinutes(2))

function follow(at: TestApi, headers: Record<string, string> = {}): Promise<EventReader> {
  const { port } = at.app.server.address() as AddressInfo
  return readEventStream(`http://127.0.0.1:${port}/api/v1/events`, {
    'x-api-key': api.key,
    ...headers,
  })
}

/** One who is there from the beginning on, told where it stands. */
async function settled(at: TestApi): Promise<EventReader> {
  const reader = await follow(at)
  expect((await reader.next())?.event).toBe('hello')
  expect((await reader.next())?.event).toBe('agents')
  // Once it heard that somebody follows, it knows a place.
  await expect.poll(() => at.live.place()).not.toBeNull()
  return reader
}

const ofMonitor =
  (id: string) =>
  ({ event, data }: SentEvent): boolean =>
    (event === 'monitor' || event === 'monitorGone') && data.id === id

let count = 0
async function newMonitor(): Promise<{ id: string; number: number }> {
  count += 1
  const { body } = await api.ask('POST', '/api/v1/monitors', {
    body: { url: `https://example${count}.com`, name: `Shop ${count}` },
  })
  const { id } = body.monitor
  const { rows } = await api.db.query<{ id: number }>(
    { text: 'select id from monitors where public_id = $1' },
    [id],
  )
  return { id, number: rows[0]?.id ?? 0 }
}

/** What a browser sends of a person who is signed in there. */
const cookieOf = ({ cookies }: Browser) => ({
  'x-api-key': '',
  'sec-fetch-site': 'same-origin',
  cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
})

const run = (text: string): Promise<unknown> => api.db.query({ text })

describe('GET /events', () => {
  it('begins with a greeting and the agents of every region', async () => {
    const reader = await follow(api)
    expect(reader.status).toBe(200)
    expect(reader.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    expect(await reader.next()).toEqual({
      event: 'hello',
      data: { at: api.clock.now.toISOString() },
    })
    expect(await reader.next()).toEqual({
      event: 'agents',
      data: { regions: [{ region: 'eu-west', name: 'Western Europe', live: 1, total: 1 }] },
    })
  })

  it('tells what becomes of a monitor at both controllers, each time as it is then', async () => {
    const readers = [await settled(api), await settled(other)]
    const { id, number } = await newMonitor()
    for (const { find } of readers) {
      const { event, data } = await find(ofMonitor(id))
      expect(event).toBe('monitor')
      expect(data).toEqual(LIVE_EVENTS.monitor.parse(data))
      expect(data).toMatchObject({ name: `Shop ${count}`, status: 'pending', lastStatus: null })
    }
    await run(
      `update monitor_states set status = 'down', status_since = now(), status_reason = 'It is gone.' where monitor_id = ${number}`,
    )
    for (const { find } of readers) {
      const { data } = await find((sent) => ofMonitor(id)(sent) && sent.data.status !== 'pending')
      expect(data).toMatchObject({ id, status: 'down', statusReason: 'It is gone.' })
    }
    await api.ask('PATCH', `/api/v1/monitors/${id}`, { body: { name: 'Another' } })
    for (const { find } of readers) {
      await find((sent) => ofMonitor(id)(sent) && sent.data.name === 'Another')
    }
    await api.ask('DELETE', `/api/v1/monitors/${id}`)
    for (const { find } of readers) {
      expect(await find((sent) => sent.event === 'monitorGone')).toEqual({
        event: 'monitorGone',
        data: { id },
      })
    }
  })

  it('tells of results that another controller stored', async () => {
    const { id, number } = await newMonitor()
    const reader = await settled(api)
    await run(`insert into region_states (monitor_id, region, scheduled_at, checked_at, status, status_code, response_ms)
      values (${number}, 'eu-west', now(), '2026-03-10T11:59:59Z', 'up', 200, 182.6)`)
    other.live.resultsStored([{ monitorId: number }])
    const { data } = await reader.find(
      (sent) => ofMonitor(id)(sent) && sent.data.lastCheckedAt !== null,
    )
    expect(data).toMatchObject({
      lastCheckedAt: '2026-03-10T11:59:59.000Z',
      responseMs: 183,
      statusCode: 200,
      lastRegion: 'eu-west',
      lastStatus: 'up',
    })
  })

  it('tells many changes of one monitor as one', async () => {
    const { id, number } = await newMonitor()
    const reader = await settled(api)
    for (let n = 1; n <= 20; n += 1) {
      await run(
        `update monitor_states set status_reason = 'Reason ${n}' where monitor_id = ${number}`,
      )
    }
    const told: string[] = []
    while (told.at(-1) !== 'Reason 20') {
      const { data } = await reader.find(
        (sent) => ofMonitor(id)(sent) && sent.data.statusReason !== null,
      )
      told.push(data.statusReason)
    }
    expect(told.length).toBeLessThan(10)
  })

  it('tells of outages, alerts and maintenance', async () => {
    const { id, number } = await newMonitor()
    const reader = await settled(other)
    await run(`insert into outages (public_id, monitor_id, started_at, confirmed_at, scope, regions, cause, summary)
      values ('out_live', ${number}, '2026-03-10T11:00:00Z', '2026-03-10T11:00:02Z', 'global', '{eu-west}', 'connectRefused', 'Nobody answers.')`)
    const opened = await reader.find(({ event }) => event === 'outage')
    expect(opened.data).toEqual({
      id: 'out_live',
      change: 'opened',
      monitorId: id,
      monitorName: `Shop ${count}`,
      scope: 'global',
      startedAt: '2026-03-10T11:00:00.000Z',
      confirmedAt: '2026-03-10T11:00:02.000Z',
      endedAt: null,
      regions: ['eu-west'],
      cause: 'connectRefused',
      summary: 'Nobody answers.',
    })
    await run(`update outages set ended_at = '2026-03-10T11:30:00Z' where public_id = 'out_live'`)
    const closed = await reader.find(({ event }) => event === 'outage')
    expect(closed.data).toMatchObject({ change: 'closed', endedAt: '2026-03-10T11:30:00.000Z' })

    const { rows } = await api.db.query<{ id: number }>({
      text: `insert into alerts (public_id, workspace_id, monitor_id, monitor_public_id, monitor_name, outage_id,
          kind, channel, recipient_type, recipient_id, recipient_name, delivery_key, state, attempts, title, text,
          message, event, created_at, queued_at, due_at)
        select 'alr_live', workspace_id, id, public_id, name, 'out_live', 'down', 'webhook', 'contact', 'ctc_live',
          'On call', 'live', 'queued', 1, 'Down', 'It is down.', '{}', '{}', now(), now(), now()
        from monitors where id = ${number} returning id`,
    })
    await settleDeliveries(
      api.db,
      rows.map((row) => row.id),
      {
        state: 'sent',
        error: null,
        suppressedBy: null,
        at: api.clock.now,
      },
    )
    const told = await reader.find(({ event }) => event === 'alert')
    expect(told.data).toEqual(LIVE_EVENTS.alert.parse(told.data))
    expect(told.data).toMatchObject({ state: 'sent', outageId: 'out_live', monitorId: id })

    const window = await api.ask('POST', '/api/v1/maintenance', {
      body: {
        description: 'Now',
        from: new Date(api.clock.now.getTime() - 60_000).toISOString(),
        to: new Date(api.clock.now.getTime() + 3_600_000).toISOString(),
        monitorIds: [id],
      },
    })
    expect(window.status).toBe(201)
    const began = await reader.find(({ event }) => event === 'maintenance')
    expect(began.data).toEqual({ id: window.body.maintenance.id, change: 'began' })
  })

  it('goes on at another controller where a browser was, and misses nothing', async () => {
    const { id, number } = await newMonitor()
    const witness = await settled(other)
    const first = await settled(api)
    await run(`update monitor_states set status_reason = 'Before' where monitor_id = ${number}`)
    for (const { find } of [witness, first]) {
      await find((sent) => ofMonitor(id)(sent) && sent.data.statusReason === 'Before')
    }
    // What follows the event is where to go on.
    const nextOfFirst = first.next()
    await expect.poll(() => first.lastId()).not.toBeNull()
    first.leave()
    await nextOfFirst.catch(() => undefined)
    await run(`update monitor_states set status_reason = 'Missed' where monitor_id = ${number}`)
    await witness.find((sent) => ofMonitor(id)(sent) && sent.data.statusReason === 'Missed')
    const back = await follow(other, { 'last-event-id': first.lastId() ?? '' })
    const { data } = await back.find(
      (sent) => sent.event === 'reset' || (ofMonitor(id)(sent) && sent.data.statusReason !== null),
    )
    expect(data).toMatchObject({ id, statusReason: 'Missed' })
  })

  it('says so where it cannot go on', async () => {
    await settled(api)
    for (const unknown of ['7', 'no-such-place']) {
      const reader = await follow(api, { 'last-event-id': unknown })
      expect((await reader.next())?.event).toBe('hello')
      expect(await reader.next()).toEqual({
        event: 'reset',
        data: { at: api.clock.now.toISOString() },
      })
    }
  })

  it('tells a reset when the database was not heard meanwhile', async () => {
    const reader = await settled(other)
    other.live.resumed()
    expect(await reader.find(({ event }) => event === 'reset')).toMatchObject({
      data: { at: api.clock.now.toISOString() },
    })
  })

  it('tells a reset in place of very many changes', async () => {
    const { rows } = await api.db.query<{ id: number }>({
      text: 'select id from workspaces order by id limit 1',
    })
    const reader = await settled(api)
    await insertMonitors(api.db, rows[0]?.id ?? 0, { count: 600 })
    const events: string[] = []
    while (events.at(-1) !== 'reset') events.push((await reader.next())?.event ?? 'end')
    expect(events.filter((event) => event === 'monitor').length).toBeLessThan(10)
    await run(`delete from monitors where name like 'Monitor %'`)
    await reader.find(({ event }) => event === 'reset')
  })

  it('tells nobody what happens in another workspace', async () => {
    const reader = await settled(api)
    const [foreign = 0] = await insertMonitors(api.db, await insertWorkspace(api.db))
    const { number } = await newMonitor()
    await run(
      `update monitor_states set status_reason = 'x' where monitor_id in (${foreign}, ${number})`,
    )
    const { rows } = await api.db.query<{ id: string }>(
      { text: 'select public_id as id from monitors where id = $1' },
      [foreign],
    )
    const { data } = await reader.find(
      ({ event, data: sent }) => event === 'monitor' && sent.statusReason === 'x',
    )
    expect(data.id).not.toBe(rows[0]?.id)
    await run(`delete from monitors where id = ${foreign}`)
    await api.ask('DELETE', `/api/v1/monitors/${data.id}`)
    const gone = await reader.find(({ event }) => event === 'monitorGone')
    expect(gone.data.id).toBe(data.id)
  })

  it('ends when keys change, so that a revoked one reads nothing more', async () => {
    const reader = await settled(api)
    await api.keyOf('viewer')
    await expect(reader.find(() => false)).rejects.toThrow('the events ended')
  })

  it.each([
    [
      'gets another role',
      'viewer',
      `update memberships set role = 'analyst' where role = 'viewer'`,
    ],
    ['leaves the workspace', 'editor', `delete from memberships where role = 'editor'`],
  ] as const)('ends when whom a key acts for %s', async (_what, role, change) => {
    // To make a key ends what is followed: once these are over, both controllers have heard of it.
    const before = [await settled(api), await settled(other)]
    const headers = { 'x-api-key': await api.keyOf(role) }
    for (const reader of before) {
      await expect(reader.find(() => false)).rejects.toThrow('the events ended')
    }
    const readers = [await follow(api, headers), await follow(other, headers)]
    for (const reader of readers) expect((await reader.next())?.event).toBe('hello')
    await run(change)
    for (const reader of readers) {
      await expect(reader.find(() => false)).rejects.toThrow('the events ended')
    }
  })

  it('ends when the key expires', async () => {
    const before = [await settled(api), await settled(other)]
    const expiresAt = new Date(api.clock.now.getTime() + 500)
    const { rows } = await api.db.query<{ workspaceId: number; personId: number }>({
      text: `select owner_workspace_id as "workspaceId", owner_person_id as "personId" from installation`,
    })
    const holder = rows[0] ?? { workspaceId: 0, personId: 0 }
    const { key } = await createKeyFor(api.db, holder, {
      name: 'For a moment',
      now: api.clock.now,
      expiresAt,
    })
    for (const reader of before) {
      await expect(reader.find(() => false)).rejects.toThrow('the events ended')
    }
    const reader = await follow(api, { 'x-api-key': key })
    expect((await reader.next())?.event).toBe('hello')
    await expect(reader.find(() => false)).rejects.toThrow('the events ended')
  })

  it('ends at once with the session that follows, and with no other', async () => {
    const owner = await signUpOwner(api)
    const second = openBrowser(api)
    await signIn(second, 'owner@example.com')
    const [kept, ended] = [await follow(api, cookieOf(owner)), await follow(api, cookieOf(second))]
    for (const reader of [kept, ended]) expect((await reader.next())?.event).toBe('hello')
    expect((await owner.ask('DELETE', '/api/v1/me/sessions')).body).toEqual({ deleted: 1 })
    await expect(ended.find(() => false)).rejects.toThrow('the events ended')
    const { id } = await newMonitor()
    await kept.find(ofMonitor(id))
  })

  it('ends when the role of the person changes', async () => {
    const person = openBrowser(api)
    await signIn(person, 'owner@example.com')
    const reader = await follow(api, cookieOf(person))
    expect((await reader.next())?.event).toBe('hello')
    await run(`update memberships set role = role where role = 'owner'`)
    await expect(reader.find(() => false)).rejects.toThrow('the events ended')
  })

  it('ends at once when the session changes to another workspace, at whichever controller', async () => {
    const owner = openBrowser(api)
    await signIn(owner, 'owner@example.com')
    const made = await owner.ask('POST', '/api/v1/workspaces', { body: { name: 'Elsewhere' } })
    const readers = [await follow(api, cookieOf(owner)), await follow(other, cookieOf(owner))]
    for (const reader of readers) expect((await reader.next())?.event).toBe('hello')
    const choose = (workspaceId: string) =>
      owner.ask('POST', '/api/v1/me/workspace', { body: { workspaceId } })
    expect((await choose(made.body.workspace.id)).status).toBe(200)
    for (const reader of readers) {
      await expect(reader.find(() => false)).rejects.toThrow('the events ended')
    }
    // Where it was already nothing ends.
    const kept = await follow(other, cookieOf(owner))
    expect((await kept.next())?.event).toBe('hello')
    expect((await choose(made.body.workspace.id)).status).toBe(200)
    await owner.ask('POST', '/api/v1/monitors', { body: { url: 'https://elsewhere.example' } })
    await kept.find(({ event }) => event === 'monitor')
  })

  it('is for those who may view monitors, and not for HEAD', async () => {
    const { status } = await follow(api, { 'x-api-key': await api.unlinkedKey() })
    expect(status).toBe(403)
    const head = await api.ask('HEAD', '/api/v1/events')
    expect([head.status, head.headers['allow']]).toEqual([405, 'GET'])
  })

  it('is followed by so many of a workspace, and by more when one leaves', async () => {
    // No time passes: a connection ends after half an hour.
    const forgetCalls = () => api.db.query({ text: 'delete from request_bursts' })
    const all: EventReader[] = []
    for (;;) {
      await forgetCalls()
      const reader = await follow(api)
      if (reader.status === 429) break
      expect(reader.status).toBe(200)
      all.push(reader)
      expect(all.length).toBeLessThanOrEqual(50)
    }
    all[0]?.leave()
    await expect
      .poll(async () => {
        await forgetCalls()
        return (await follow(api)).status
      })
      .toBe(200)
    for (const reader of all) reader.leave()
  })
})
