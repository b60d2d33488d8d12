import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../helpers/signed-in.ts'
import { signUpOwner } from '../helpers/signed-in.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

const DOWN = { name: 'Down: 100 % / "all"', search: { status: 'down' } }

let api: TestApi
let owner: Browser
beforeAll(async () => {
  api = await openTestApi()
  owner = await signUpOwner(api)
})
afterAll(() => api.close())

describe('views that a person saved', () => {
  it('are kept by name, replaced, and removed', async () => {
    expect((await owner.ask('GET', '/api/v1/me/views')).body).toEqual({ views: [] })
    const shops = { name: 'Shops', search: { tag: 'shop', look: 'wall' } }
    await owner.ask('PUT', '/api/v1/me/views', { body: shops })
    const { status, body } = await owner.ask('PUT', '/api/v1/me/views', { body: DOWN })
    expect([status, body]).toEqual([200, { views: [DOWN, shops] }])
    const changed = { ...shops, search: {} }
    const answer = await owner.ask('PUT', '/api/v1/me/views', { body: changed })
    expect(answer.body).toEqual({ views: [DOWN, changed] })
    const path = `/api/v1/me/views/${encodeURIComponent(DOWN.name)}`
    expect((await owner.ask('DELETE', path)).body).toEqual({ views: [changed] })
    expect((await owner.ask('DELETE', path)).status).toBe(404)
  })

  it('are fifty at most, and small', async () => {
    api.passMinutes(10)
    for (let number = 0; number < 50; number += 1) {
      api.passMinutes(1)
      await owner.ask('PUT', '/api/v1/me/views', { body: { name: `View ${number}`, search: {} } })
    }
    const { status, body } = await owner.ask('PUT', '/api/v1/me/views', { body: DOWN })
    expect([status, body.error]).toEqual([409, expect.stringContaining('50 views')])
    api.passMinutes(1)
    const long = { name: 'Long', search: { text: 'x'.repeat(501) } }
    expect((await owner.ask('PUT', '/api/v1/me/views', { body: long })).status).toBe(400)
  })

  it('are for people, and gone when they leave the workspace', async () => {
    expect((await api.ask('GET', '/api/v1/me/views')).status).toBe(403)
    await api.db.query({ text: 'delete from memberships' })
    const { rows } = await api.db.query({ text: 'select name from saved_views' })
    expect(rows).toEqual([])
  })
})
