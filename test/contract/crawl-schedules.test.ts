import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi()
  api.clock.now = new Date('2026-02-01T12:00:00Z')
})
afterAll(async () => api.close())

const BODY = {
  url: 'https://shop.example/',
  from: '2026-02-02T03:00:00+01:00',
  recurrence: 'week',
  timezone: 'Europe/Berlin',
  maxPages: 500,
}

test('a crawl that repeats is made, read, changed, listed and removed', async () => {
  const made = await api.ask('POST', '/api/v1/crawl/schedules', { body: BODY })
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({
    url: 'https://shop.example/',
    region: null,
    from: '2026-02-02T02:00:00.000Z',
    recurrence: 'week',
    repeatEvery: 1,
    timezone: 'Europe/Berlin',
    active: true,
    nextAt: '2026-02-02T02:00:00.000Z',
    lastJobId: null,
    lastError: null,
    alerts: { memberIds: [], scoreDrop: 5, newErrors: true, indexability: true },
    settings: { maxPages: 500, respectRobots: true, maxDepth: null },
  })
  const path = `/api/v1/crawl/schedules/${made.body.id}`
  expect((await api.ask('GET', path)).body).toEqual(made.body)
  const changed = await api.ask('PATCH', path, {
    body: { recurrence: 'day', maxDepth: 3, alerts: { scoreDrop: null } },
  })
  expect(changed.body).toEqual({
    ...made.body,
    recurrence: 'day',
    alerts: { ...made.body.alerts, scoreDrop: null },
    settings: { ...made.body.settings, maxDepth: 3 },
  })
  const paused = await api.ask('PATCH', path, { body: { active: false } })
  expect(paused.body).toMatchObject({ active: false, nextAt: null })
  const list = await api.ask('GET', '/api/v1/crawl/schedules?per=5')
  expect(list.body).toMatchObject({ total: 1, page: 1, per: 5, schedules: [paused.body] })
  expect((await api.ask('DELETE', path)).body).toEqual({ deleted: true, id: made.body.id })
  expect((await api.ask('GET', path)).status).toBe(404)
  expect((await api.ask('DELETE', path)).status).toBe(404)
})

test('a first run that is past is not made up for', async () => {
  const body = { ...BODY, from: '2026-01-05T02:00:00Z' }
  const made = await api.ask('POST', '/api/v1/crawl/schedules', { body })
  expect(made.body.nextAt).toBe('2026-02-02T02:00:00.000Z')
})

test.each([
  [{ from: undefined }, '"from"'],
  [{ recurrence: 'year' }, '"recurrence"'],
  [{ recurrence: 'none' }, '"recurrence"'],
  [{ repeatEvery: 0 }, '"repeatEvery"'],
  [{ timezone: 'Mars/Olympus' }, '"timezone"'],
  [{ url: 'ftp://shop.example' }, 'The field "url" is'],
  [{ region: 'no-where' }, 'no-where'],
  [{ maxRequestsPerSecond: 21 }, '"maxRequestsPerSecond"'],
  [{ maxRequestsPerSecond: 0 }, '"maxRequestsPerSecond" is 0: it must be above 0.'],
  [{ alerts: { contactIds: ['ctc_nobody'] } }, 'alerts.contactIds'],
  [{ alerts: { scoreDrop: 0 } }, 'scoreDrop'],
  [{ extra: 1 }, 'extra'],
])('%o is refused naming %s', async (changes, named) => {
  const answer = await api.ask('POST', '/api/v1/crawl/schedules', { body: { ...BODY, ...changes } })
  expect(answer.status).toBe(400)
  expect(answer.body.error).toContain(named)
})

test('addresses that may not be reached, and keys of nobody, are refused', async () => {
  const body = { ...BODY, url: 'http://127.0.0.1/' }
  expect((await api.ask('POST', '/api/v1/crawl/schedules', { body })).status).toBe(403)
  const key = await api.unlinkedKey()
  expect((await api.ask('POST', '/api/v1/crawl/schedules', { body: BODY, key })).status).toBe(403)
  // Before what was sent is looked at.
  expect((await api.ask('POST', '/api/v1/crawl/schedules', { body: {}, key })).status).toBe(403)
})

test('whoever is deleted is taken out, and other changes go on', async () => {
  const contact = await api.ask('POST', '/api/v1/alerting/contacts', {
    body: { name: 'On call', email: 'on-call@example.com' },
  })
  const contactIds = [contact.body.contact.id]
  const team = await api.ask('POST', '/api/v1/alerting/teams', {
    body: { name: 'Shop', contactIds },
  })
  const teamIds = [team.body.team.id]
  const made = await api.ask('POST', '/api/v1/crawl/schedules', {
    body: { ...BODY, alerts: { contactIds, teamIds } },
  })
  const path = `/api/v1/crawl/schedules/${made.body.id}`
  await api.ask('DELETE', `/api/v1/alerting/contacts/${contactIds[0]}`)
  expect((await api.ask('GET', path)).body.alerts).toMatchObject({ contactIds: [], teamIds })
  await api.ask('DELETE', `/api/v1/alerting/teams/${teamIds[0]}`)
  const changed = await api.ask('PATCH', path, { body: { alerts: { scoreDrop: 9 } } })
  expect(changed.body.alerts).toMatchObject({ contactIds: [], teamIds: [], scoreDrop: 9 })
})

test('what a plan no longer allows is not in the way of other changes', async () => {
  api.passMinutes(2)
  const made = await api.ask('POST', '/api/v1/crawl/schedules', {
    body: { ...BODY, maxPages: 5_000 },
  })
  const path = `/api/v1/crawl/schedules/${made.body.id}`
  const putOn = (plan: string) => api.db.query({ text: `update workspaces set plan = $1` }, [plan])
  onTestFinished(async () => void (await putOn('unlimited')))
  await putOn('free')
  expect((await api.ask('PATCH', path, { body: { maxPages: 4_000 } })).status).toBe(400)
  expect((await api.ask('PATCH', path, { body: { active: false } })).body.active).toBe(false)
})
