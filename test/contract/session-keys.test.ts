import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Browser } from '../helpers/signed-in.ts'
import { signUpOwner } from '../helpers/signed-in.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

let api: TestApi
let owner: Browser
beforeAll(async () => {
  api = await openTestApi({ plan: 'free' })
  owner = await signUpOwner(api)
})
afterAll(() => api.close())
beforeEach(() => api.passMinutes(31))

describe('keys of a person', () => {
  it('are made, used, listed and revoked by whoever is signed in', async () => {
    const { status, body } = await owner.ask('POST', '/api/v1/keys', { body: { name: 'Script' } })
    expect([status, body.value]).toEqual([201, expect.stringMatching(/^sl_live_\w{32}$/)])
    expect(body.key).toMatchObject({ name: 'Script', role: 'owner', state: 'inForce' })
    const key = body.value as string
    expect((await api.ask('GET', '/api/v1/monitors', { key })).status).toBe(200)
    const list = async () => (await owner.ask('GET', '/api/v1/keys')).body
    expect((await list()).keys[0]).toMatchObject({ id: body.key.id, lastFour: key.slice(-4) })
    expect(JSON.stringify(await list())).not.toContain(key)
    const revoke = () => owner.ask('DELETE', `/api/v1/keys/${body.key.id}`)
    expect((await revoke()).body).toEqual({ deleted: true, id: body.key.id })
    expect((await revoke()).status).toBe(404)
    expect((await api.ask('GET', '/api/v1/monitors', { key })).status).toBe(401)
    expect((await list()).keys[0]).toMatchObject({ id: body.key.id, state: 'revoked' })
  })

  it('cannot be made with a key', async () => {
    for (const [method, path] of [
      ['GET', '/api/v1/keys'],
      ['POST', '/api/v1/keys'],
      ['DELETE', '/api/v1/keys/key_x'],
      ['GET', '/api/v1/me'],
      ['POST', '/api/auth/change-password'],
    ] as const) {
      const { status, body } = await api.ask(method, path)
      expect([path, status, body.error]).toEqual([path, 403, expect.stringContaining('signed in')])
      expect((await api.ask(method, path, { key: null })).status).toBe(401)
    }
  })

  it.each([
    [{}, '"name" is missing'],
    [{ name: '' }, '"name"'],
    [
      { name: 'x', expiresAt: '2020-01-01' },
      '"expiresAt" is 2020-01-01T00:00:00.000Z: it must be later',
    ],
    [{ name: 'x', role: 'owner' }, '"role"'],
  ])('are not made of %j', async (body, message) => {
    const answer = await owner.ask('POST', '/api/v1/keys', { body })
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(message)])
  })
})
