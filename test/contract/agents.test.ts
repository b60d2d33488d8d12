import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi({ regions: false })
  await api.addRegion('eu-west', true, ['web', 'browser'])
})
afterAll(() => api.close())

describe('agents', () => {
  it('are listed with their location, state and clock', async () => {
    await api.hearAgents()
    const { status, body } = await api.ask('GET', '/api/v1/agents')
    expect(status).toBe(200)
    expect(body.agents).toEqual([
      expect.objectContaining({
        region: 'eu-west',
        regionName: 'Western Europe',
        country: 'IE',
        state: 'live',
        capabilities: ['web', 'browser'],
      }),
    ])
  })

  it('are seen by viewers, and their tokens by owners and admins alone', async () => {
    const viewer = await api.keyOf('viewer')
    const editor = await api.keyOf('editor')
    const admin = await api.keyOf('admin')
    expect((await api.ask('GET', '/api/v1/agents', { key: viewer })).status).toBe(200)
    expect((await api.ask('GET', '/api/v1/agents/tokens', { key: viewer })).status).toBe(403)
    expect((await api.ask('GET', '/api/v1/agents/tokens', { key: editor })).body.error).toBe(
      'Tokens of agents are for owners and admins of the workspace.',
    )
    expect((await api.ask('GET', '/api/v1/agents/tokens', { key: admin })).status).toBe(200)
  })
})

describe('an agent', () => {
  it('is removed once, by owners and admins', async () => {
    await api.addRegion('ap-south', true, ['web'])
    const { body } = await api.ask('GET', '/api/v1/agents')
    const { id } = body.agents.find(({ region }: { region: string }) => region === 'ap-south')
    const remove = (key?: string) =>
      api.ask('DELETE', `/api/v1/agents/${id}`, key === undefined ? {} : { key })
    const refused = await remove(await api.keyOf('editor'))
    expect(refused.status).toBe(403)
    expect(refused.body.error).toBe('Agents are removed by owners and admins of the workspace.')
    expect(await remove()).toMatchObject({ status: 200, body: { deleted: true, id } })
    expect(await remove()).toMatchObject({ status: 404 })
    const left = (await api.ask('GET', '/api/v1/agents')).body.agents
    expect(left.map((agent: { id: string }) => agent.id)).not.toContain(id)
  })
})

describe('a token', () => {
  it('is made with the line that starts an agent, shown once, and revoked once', async () => {
    const made = await api.ask('POST', '/api/v1/agents/tokens', {
      body: { region: 'us-east', name: 'Rack 4' },
    })
    expect(made.status).toBe(201)
    const { id, value, command } = made.body.token
    expect(command).toBe(
      `npm run agent -- --controller controller.test:8081 --token ${value} --region us-east`,
    )
    const list = await api.ask('GET', '/api/v1/agents/tokens')
    expect(list.body.tokens).toContainEqual(
      expect.objectContaining({ id, name: 'Rack 4', region: 'us-east', revokedAt: null }),
    )
    expect(JSON.stringify(list.body)).not.toContain(value)
    expect((await api.ask('DELETE', `/api/v1/agents/tokens/${id}`)).status).toBe(200)
    expect((await api.ask('DELETE', `/api/v1/agents/tokens/${id}`)).status).toBe(404)
  })

  it('that is none, as an agent that is none, is named in short', async () => {
    for (const path of ['agents', 'agents/tokens']) {
      const { status, body } = await api.ask(
        'DELETE',
        `/api/v1/${path}/${'x%E2%80%AE'.repeat(500)}`,
      )
      expect([status, body.error]).toEqual([
        404,
        expect.stringMatching(/^There is no .* "(?:x\?)+/),
      ])
      expect(body.error.length).toBeLessThan(100)
    }
  })

  it('is refused to who may not make one before it is looked at', async () => {
    const key = await api.keyOf('editor')
    const { status } = await api.ask('POST', '/api/v1/agents/tokens', { key, body: { nothing: 1 } })
    expect(status).toBe(403)
  })

  it('has a name of one line', async () => {
    const { status, body } = await api.ask('POST', '/api/v1/agents/tokens', {
      body: { region: 'us-east', name: 'Rack\u001B[2J 4' },
    })
    expect(status).toBe(400)
    expect(body.error).toContain('must not hold control characters or line breaks')
  })

  it('names a location', async () => {
    const { status, body } = await api.ask('POST', '/api/v1/agents/tokens', {
      body: { region: 'Mars!' },
    })
    expect(status).toBe(400)
    expect(body.error).toContain('The field "region" is "Mars!": it must be a location code')
  })
})
