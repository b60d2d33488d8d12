import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callHeartbeat } from '../../../controller/src/operation/call-heartbeat.ts'
import type { TroubleLog } from '../../../controller/src/process/trouble-log.ts'
import type { TestApi } from '../../helpers/test-api.ts'
import { openTestApi } from '../../helpers/test-api.ts'

let api: TestApi
let server: Server
let url: string
let calls: string[]
let warnings: string
let status: number
/** What is told, as one text. */
const heartbeatTrouble: TroubleLog = {
  met: (_, facts) => (warnings += `${JSON.stringify(facts)}\n`),
  over: () => (warnings += 'over\n'),
}
beforeAll(async () => {
  api = await openTestApi()
  server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`)
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('thanks')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ping/secret`
})
beforeEach(async () => {
  ;[calls, warnings, status] = [[], '', 200]
  await api.hearAgents()
})
afterAll(async () => {
  server.close()
  await api.close()
})

const call = (heartbeatUrl: string | null = url) =>
  callHeartbeat({ db: api.db, heartbeatUrl, heartbeatTrouble })
const run = (text: string) => api.db.query({ text })

describe("the dead man's switch", () => {
  it('calls while everything works', async () => {
    await api.ask('POST', '/api/v1/monitors', { body: { url: 'https://well.example' } })
    await run(`update agents set covered_through = now(), counters = '{"assignments":1}'`)
    await call()
    expect([calls, warnings]).toEqual([['GET /ping/secret'], 'over\n'])
  })

  it('calls nowhere where nobody set it', async () => {
    await call(null)
    expect([calls, warnings]).toEqual([[], ''])
  })

  it('does not call while nothing is stored, though agents live', async () => {
    await run(`update agents set covered_through = now() - interval '8 minutes'`)
    await call()
    expect(calls).toEqual([])
    expect(warnings).toContain('No result was stored for 8 minutes.')
    await run(`update agents set covered_through = now()`)
    await call()
    expect(calls).toHaveLength(1)
    expect(warnings).toMatch(/over\n$/)
  })

  it('does not call while a region with monitors has no live agent', async () => {
    await run(`update agents set last_seen_at = now() - interval '1 minute'`)
    await call()
    expect(calls).toEqual([])
    expect(warnings).toContain('No live agent checks the monitors of eu-west.')
    await run(`update monitors set active = false`)
    await call()
    expect(calls).toHaveLength(1)
  })

  it('says that the other service failed, and nothing of its address', async () => {
    status = 503
    await call()
    await call('http://127.0.0.1:2/ping/secret')
    expect(warnings).toContain('it answered 503')
    expect(warnings).toContain('ECONNREFUSED')
    expect(warnings).not.toContain('ping')
    expect(warnings).not.toContain('over')
  })

  it('goes nowhere else than to the address that was set', async () => {
    status = 302
    await call()
    expect(calls).toEqual(['GET /ping/secret'])
    expect(warnings).toContain('it answered 302, which is not followed')
  })
})
