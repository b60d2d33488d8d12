import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIVE_EVENTS } from '@sightline/shared/live-events'
import { freePort } from '../helpers/free-port.ts'
import type { ControllerReady } from '../../controller/src/supervisor/ready-message.ts'
import { readEventStream } from '../helpers/event-reader.ts'
import type { Program } from '../helpers/program.ts'
import { startProgram } from '../helpers/program.ts'
import type { SmallInstallation } from '../helpers/small-installation.ts'
import { startSmallInstallation } from '../helpers/small-installation.ts'

// Agents are connected to the first controller, and who follows to the second.
let installation: SmallInstallation
let second: Program<ControllerReady>
let key = ''
beforeAll(async () => {
  installation = await startSmallInstallation()
  key = installation.controller().ready.firstRun?.apiKey ?? ''
  second = await startProgram<ControllerReady>('controller/src/main.ts', [], {
    DATABASE_URL: installation.db.url,
    PORT: String(await freePort()),
    SIGHTLINE_GRPC_PORT: String(await freePort()),
    SIGHTLINE_SECRET_KEY: 'a'.repeat(64),
    SIGHTLINE_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
  })
})
afterAll(async () => {
  await second.stop()
  await installation.close()
})

const follow = (at: Program<ControllerReady>, headers: Record<string, string> = {}) =>
  readEventStream(`${at.ready.url}/api/v1/events`, { 'x-api-key': key, ...headers })

test('who follows at one controller is told what happens at another, and goes on where it was', async () => {
  const reader = await follow(second)
  expect((await reader.next())?.event).toBe('hello')
  await installation.startAgent('one', 'eu-west')
  const came = await reader.find(
    ({ event, data }) => event === 'agents' && data.regions[0]?.live === 1,
  )
  expect(came.data).toEqual({
    regions: [{ region: 'eu-west', name: 'Western Europe', live: 1, total: 1 }],
  })
  const made = await installation.call('POST', '/api/v1/monitors', {
    url: installation.pageUrl(1),
    intervalMinutes: 1,
  })
  const { id } = ((await made.json()) as { monitor: { id: string } }).monitor
  const up = await reader.find(
    ({ event, data }) => event === 'monitor' && data.id === id && data.status === 'up',
  )
  expect(up.data).toEqual(LIVE_EVENTS.monitor.parse(up.data))
  expect(up.data).toMatchObject({ lastStatus: 'up', lastRegion: 'eu-west', statusCode: 200 })
  // A result of a monitor that is well changes nothing but that it came.
  const { lastCheckedAt } = up.data
  const next = await reader.find(
    ({ event, data }) => event === 'monitor' && data.lastCheckedAt > lastCheckedAt,
  )
  expect(next.data).toMatchObject({ id, status: 'up', lastStatus: 'up' })

  const witness = reader.next()
  await expect.poll(reader.lastId).not.toBeNull()
  const place = reader.lastId() ?? ''
  reader.leave()
  await witness.catch(() => undefined)
  await installation.call('PATCH', `/api/v1/monitors/${id}`, { url: installation.pageUrl(5) })
  const back = await follow(installation.controller(), { 'last-event-id': place })
  expect((await back.next())?.event).toBe('hello')
  const opened = await back.find(({ event }) => event === 'outage' || event === 'reset')
  expect(opened.data).toMatchObject({ change: 'opened', monitorId: id, cause: 'serverError' })
})

test('a monitor is tested by agents of another controller', async () => {
  const answer = await fetch(`${second.ready.url}/api/v1/monitors/test`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({
      url: installation.pageUrl(5),
      settings: { expectedStatus: ['500'] },
    }),
  })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({
    type: 'web',
    status: 'up',
    statusCode: 500,
    regions: [{ region: 'eu-west', status: 'up', error: null }],
  })
})
