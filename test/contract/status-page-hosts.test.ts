import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Listening } from '../../controller/src/api/listen.ts'
import { listenAt } from '../../controller/src/api/listen.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

let api: TestApi
let port: number
let listening: Listening
beforeAll(async () => {
  api = await openTestApi()
  listening = await listenAt(api.app, { host: 'localhost', port: 0 }, async () => [
    '127.0.0.1',
    '127.0.0.2',
  ])
  port = (api.app.server.address() as AddressInfo).port
  await api.ask('POST', '/api/v1/status-pages', {
    body: { slug: 'own', title: 'Own Ltd', host: 'status.own.example', published: true },
  })
  // The list of pages is read once.
  await send('/status')
})
afterAll(async () => {
  await listening.stop()
  await api.close()
})

function send(
  path: string,
  { host = 'sightline.example', address = '127.0.0.1', accept = '*/*' } = {},
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const asked = { host: address, port, path, headers: { host, accept }, agent: false }
    const call = request(asked, (response) => {
      let body = ''
      response.on('data', (chunk: Buffer) => (body += chunk.toString()))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
    call.on('error', reject)
    call.end()
  })
}

it.each(['127.0.0.1', '127.0.0.2'])(
  'a page is at the root of its own host, at %s',
  async (address) => {
    const page = await send('/', { host: 'Status.Own.example:443', address })
    expect(page.status).toBe(200)
    expect(page.body).toContain('<title>Own Ltd')
    expect(page.body).toContain('href="/feed.xml"')
    const feed = await send('/feed.xml?x=1', { host: 'status.own.example', address })
    expect(feed.body).toContain('//status.own.example')
  },
)

it.each(['/api/v1/monitors', '/sign-in', '/docs', '/status', '/healthz', '//x', '/..%2f..%2fdocs'])(
  'neither app nor API are there: %s',
  async (path) => {
    expect((await send(path, { host: 'status.own.example' })).status).toBe(404)
  },
)

it('people at a wrong address there are led back to the status, and programs get JSON', async () => {
  const host = 'status.own.example'
  const page = await send('/sign-in', { host, accept: 'text/html' })
  expect(page.status).toBe(404)
  expect(page.body).toContain('<a href="/">See the status</a>')
  expect(page.body).not.toContain('href="/status"')
  expect(JSON.parse((await send('/sign-in', { host })).body)).toEqual({
    error: 'There is no such page. The API is described at /docs.',
  })
})

it('other hosts have all but that', async () => {
  expect((await send('/healthz')).status).toBe(200)
  const page = await send('/status/own')
  expect(page.body).toContain('href="/status/own/feed.xml"')
})
