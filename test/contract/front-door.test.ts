import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Listening } from '../../controller/src/api/listen.ts'
import { listenAt } from '../../controller/src/api/listen.ts'
import { createFrontLimits } from '../../controller/src/limits/front-limits.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

const frontLimits = createFrontLimits()
let counted = 0
let api: TestApi
let port: number
let listening: Listening
beforeAll(async () => {
  const { addresses } = frontLimits
  api = await openTestApi({
    // Behind a proxy, so that each test has a client of its own.
    trustProxy: true,
    frontLimits: {
      ...frontLimits,
      addresses: {
        ...addresses,
        count(address, nowMs) {
          counted += 1
          return addresses.count(address, nowMs)
        },
      },
    },
  })
  // As localhost has two addresses.
  listening = await listenAt(api.app, { host: 'localhost', port: 0 }, async () => [
    '127.0.0.1',
    '127.0.0.2',
  ])
  port = (api.app.server.address() as AddressInfo).port
})
afterAll(async () => {
  await listening.stop()
  await api.close()
})
beforeEach(() => api.passMinutes(2))

interface RawAnswer {
  readonly status: number
  /** Names and values as they came, without those of the connection and the time, and with any id for the same. */
  readonly headers: readonly string[]
  readonly body: string
}

const OF_THE_CONNECTION = new Set(['connection', 'keep-alive', 'date'])

/** Asks over a socket, as clients do. */
function send(ip: string, method: string, path: string, host = '127.0.0.1'): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-forwarded-for': ip }
    const call = request({ host, port, method, path, headers, agent: false }, (response) => {
      let body = ''
      response.on('data', (chunk: Buffer) => (body += chunk.toString()))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: kept(response.rawHeaders), body }),
      )
    })
    call.on('error', reject)
    call.end(method === 'POST' ? '{"url":"x"}' : undefined)
  })
}

/** Asks the framework, past the door. */
async function inject(ip: string, method: 'GET' | 'HEAD' | 'POST', url: string) {
  const { statusCode, raw, body } = await api.app.inject({
    method,
    url,
    headers: { 'x-forwarded-for': ip },
  })
  const headers = Object.entries(raw.res.getHeaders()).flatMap(([name, value]) => [
    name,
    String(value),
  ])
  return { status: statusCode, headers: kept(headers), body }
}

function kept(raw: readonly string[]): string[] {
  return raw
    .filter((_, at) => !OF_THE_CONNECTION.has(raw[at - (at % 2)]?.toLowerCase() ?? ''))
    .map((word) => word.replace(/^req_[\w-]{16}$/, 'an id'))
}

async function fill(ip: string, path: string, times: number): Promise<void> {
  for (let n = 0; n < times; n += 50) {
    const some = Array.from({ length: Math.min(50, times - n) }, () => inject(ip, 'GET', path))
    await Promise.all(some)
  }
}

describe('an address whose window is full', () => {
  it.each([
    ['GET', '/api/v1/monitors'],
    ['HEAD', '/api/v1/monitors'],
    ['POST', '/api/v1/monitors'],
    ['GET', '/api/v1/nothing?url=%'],
    ['GET', '/api/v1/keyword-analysis?url=x'],
  ] as const)(
    'is answered %s %s with the same bytes, and without being counted',
    async (method, path) => {
      const ip = '198.51.100.1'
      await fill(ip, '/api/v1/monitors', 60)
      const usual = await inject(ip, method, path)
      expect(usual.status).toBe(429)
      const before = counted
      expect(await send(ip, method, path)).toEqual(usual)
      expect(counted).toBe(before)
    },
  )

  it('is served again when it has passed, and others meanwhile', async () => {
    const ip = '198.51.100.2'
    await fill(ip, '/api/v1/monitors', 60)
    expect((await send(ip, 'GET', '/api/v1/monitors')).status).toBe(429)
    expect((await send('198.51.100.3', 'GET', '/api/v1/monitors')).status).toBe(401)
    api.clock.now = new Date(api.clock.now.getTime() + 10_000)
    expect((await send(ip, 'GET', '/api/v1/monitors')).status).toBe(401)
  })

  it('is answered alike at every address that the API listens at', async () => {
    const ip = '198.51.100.7'
    await fill(ip, '/api/v1/monitors', 60)
    const before = counted
    const first = await send(ip, 'GET', '/api/v1/monitors')
    expect(await send(ip, 'GET', '/api/v1/monitors', '127.0.0.2')).toEqual(first)
    expect(counted).toBe(before)
  })

  it('still has its preflights and its open pages', async () => {
    const ip = '198.51.100.4'
    await fill(ip, '/api/v1/monitors', 60)
    expect((await send(ip, 'OPTIONS', '/api/v1/monitors')).status).not.toBe(429)
    expect((await send(ip, 'GET', '/api/v1/plans')).status).toBe(200)
    expect((await send(ip, 'GET', '/healthz')).status).toBe(200)
    expect((await send(ip, 'GET', '/api/v1/pl%61ns')).status).toBe(200)
  })
})

describe('an address that asked for open pages without end', () => {
  it.each(['/healthz', '/no-such-page', '/openapi.json', '/sign-up?token=x', '/api/v1/plans'])(
    'is answered at %s with the same bytes',
    async (path) => {
      const ip = '198.51.100.5'
      await fill(ip, '/healthz', 1_201)
      const usual = await inject(ip, 'GET', path)
      expect(usual.status).toBe(429)
      expect(await send(ip, 'GET', path)).toEqual(usual)
    },
  )
})

it('takes the client from the last entry that the proxy wrote, and from the socket where that is none', async () => {
  const ip = '198.51.100.6'
  await fill(ip, '/api/v1/monitors', 60)
  const via = (entries: string) => send(entries, 'GET', '/api/v1/monitors')
  expect((await via(`9.9.9.9, ${ip}`)).status).toBe(429)
  expect((await via(`::ffff:${ip}`)).status).toBe(429)
  expect((await via(`${ip}, 9.9.9.9`)).status).toBe(401)
  expect((await via(`${ip},${'x'.repeat(5_000)}`)).status).toBe(401)
})
