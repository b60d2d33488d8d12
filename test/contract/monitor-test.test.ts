import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { UP } from '../helpers/check-outputs.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'
import type { WorkAnswer } from '../helpers/worker-session.ts'

let api: TestApi
let asked: { region: string; kind: string; input: unknown }[] = []
const answers = new Map<string, () => WorkAnswer>()
beforeAll(async () => {
  api = await openTestApi({ regions: false })
  for (const region of ['eu-west', 'us-east']) {
    await api.addRegion(region, true, ['web', 'tcp', 'dns'])
    api.answerWork(region, ['web', 'tcp', 'dns'], (kind, input) => {
      asked.push({ region, kind, input })
      return (answers.get(region) ?? (() => ({ output: UP })))()
    })
  }
  await api.addRegion('gone', false)
})
beforeEach(async () => {
  await api.hearAgents()
  asked = []
  answers.clear()
  api.passMinutes(2)
})
afterAll(() => api.close())

const test = (body: unknown, options: object = {}) =>
  api.ask('POST', '/api/v1/monitors/test', { body, ...options })

const REGIONS = ['eu-west', 'us-east']

describe('POST /monitors/test', () => {
  it('checks once from each region with all settings, and stores nothing', async () => {
    const settings = { method: 'HEAD', auth: { kind: 'basic', username: 'me', password: 'pass' } }
    const { status, body } = await test({
      url: 'https://Example.com',
      regions: REGIONS,
      timeoutMs: 4_000,
      settings,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      url: 'https://example.com/',
      type: 'web',
      status: 'up',
      responseMs: 12,
      checkedAt: api.clock.now.toISOString(),
      explanation: 'It is up from 2 of 2 regions, answering in 12.4 ms.',
    })
    expect(body.regions.map(({ region }: { region: string }) => region)).toEqual(REGIONS)
    expect(JSON.stringify(body)).not.toContain('pass"')
    expect(asked).toEqual(
      REGIONS.map((region) => ({
        region,
        kind: 'monitorTest',
        input: { type: 'web', url: 'https://example.com/', timeoutMs: 4_000, settings },
      })),
    )
    expect((await api.ask('GET', '/api/v1/monitors')).body.total).toBe(0)
    const { rows } = await api.db.query<{ n: number }>({
      text: 'select count(*) as n from work_items',
    })
    expect(rows[0]?.n).toBe(0)
  })

  it('judges the body as a creation does', async () => {
    for (const [body, sentence] of [
      [{}, /"url" is missing/],
      [{ url: 'https://example.com', colour: 'red' }, /Unknown field "colour"/],
      [{ url: 'https://example.com', regions: ['moon'] }, /"regions" names "moon"/],
      [{ url: 'http://127.0.0.1/' }, /"127\.0\.0\.1" is .*operator of this installation/],
      [{ url: 'https://example.com', settings: { maxResponseMs: -1 } }, /settings\.maxResponseMs/],
    ] as const) {
      api.passMinutes(1)
      const refused = await test(body)
      expect([refused.status, refused.body.error]).toEqual([400, expect.stringMatching(sentence)])
    }
    expect(asked).toEqual([])
  })

  it('may test what the workspace monitors already', async () => {
    const body = { url: 'https://twice.example.com', regions: ['eu-west'] }
    const made = await api.ask('POST', '/api/v1/monitors', { body })
    expect(made.status).toBe(201)
    expect((await test(body)).status).toBe(200)
    await api.ask('DELETE', `/api/v1/monitors/${made.body.monitor.id}`)
  })

  it('tells why a region has no answer', async () => {
    answers.set('us-east', () => ({
      error: {
        code: 'badRequest',
        message: 'This agent cannot do "monitorTest": it may need an update.',
      },
    }))
    const { status, body } = await test({
      url: 'https://example.com',
      regions: ['eu-west', 'us-east', 'gone'],
    })
    expect(status).toBe(200)
    expect(body.status).toBe('up')
    expect(body.regions).toMatchObject([
      { region: 'eu-west', status: 'up', error: null },
      { region: 'us-east', status: 'unknown', error: expect.stringContaining('need an update') },
      { region: 'gone', status: 'unknown', error: 'No agent in gone is connected now.' },
    ])
  })

  it('tells each answer as it comes to who asks for events', async () => {
    await api.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = api.app.server.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/monitors/test`, {
      method: 'POST',
      headers: {
        'x-api-key': api.key,
        accept: 'text/event-stream',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ url: 'https://example.com', regions: REGIONS }),
    })
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const events = [...(await answer.text()).matchAll(/event: (\w+)\ndata: (.*)\n\n/g)].map(
      ([, event, data = '']) => ({ event, data: JSON.parse(data) }),
    )
    expect(events.map(({ event }) => event)).toEqual(['started', 'region', 'region', 'done'])
    expect(events[0]?.data).toEqual({ url: 'https://example.com/', regions: REGIONS })
    expect(events[1]?.data).toMatchObject({ region: 'eu-west', status: 'up', responseMs: 12 })
    expect(events[3]?.data).toMatchObject({ status: 'up', regions: [{}, {}] })
  })

  it('is for those who may make monitors, and no other method', async () => {
    const viewer = await test({ url: 'https://example.com' }, { key: await api.keyOf('viewer') })
    expect(viewer.status).toBe(403)
    const got = await api.ask('GET', '/api/v1/monitors/test')
    expect([got.status, got.headers['allow']]).toEqual([405, 'POST'])
  })
})
