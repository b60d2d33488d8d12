import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  createKeyFor,
  createRoleKey,
  listKeys,
  revokeKey,
} from '../../controller/src/accounts/keys.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi()
})
afterAll(() => api.close())
beforeEach(() => api.passMinutes(2))

/** One route of each area. */
const ROUTES = [
  '/api/v1/monitors',
  '/api/v1/usage',
  '/api/v1/meta-tags?url=https://example.com',
  '/api/v1/nothing',
] as const

const statuses = (key: string) =>
  Promise.all(ROUTES.map(async (path) => (await api.ask('GET', path, { key })).status))
const keyRow = async (id: string) =>
  (await listKeys(api.db, null, api.clock.now)).find((key) => key.id === id)

it('takes no key that was revoked a moment ago, anywhere, and says why', async () => {
  const { id, key } = await createRoleKey(api.db, {
    role: 'editor',
    name: 'CI',
    now: api.clock.now,
  })
  expect((await api.ask('GET', '/api/v1/monitors', { key })).status).toBe(200)
  // Elsewhere, as the command line or another controller does it.
  expect(await revokeKey(api.db, null, id, api.clock.now)).toBe(true)
  expect(await statuses(key)).toEqual([401, 401, 401, 401])
  const { body } = await api.ask('GET', '/api/v1/monitors', { key })
  expect(body.error).toContain('was revoked')
  expect(await revokeKey(api.db, null, id, api.clock.now)).toBe(false)
})

it('takes a key up to the moment it expires', async () => {
  const expiresAt = new Date(api.clock.now.getTime() + 60_000)
  const { id, key } = await createRoleKey(api.db, {
    role: 'viewer',
    name: 'For a minute',
    now: api.clock.now,
    expiresAt,
  })
  expect(await keyRow(id)).toMatchObject({ expiresAt, state: 'inForce' })
  api.clock.now = new Date(expiresAt.getTime() - 1)
  expect((await api.ask('GET', '/api/v1/monitors', { key })).status).toBe(200)
  api.clock.now = expiresAt
  expect(await statuses(key)).toEqual([401, 401, 401, 401])
  expect((await api.ask('GET', '/api/v1/usage', { key })).body.error).toContain('expired')
  expect(await keyRow(id)).toMatchObject({ state: 'expired' })
})

it('follows the role of the person with the next call', async () => {
  const { id, key } = await createRoleKey(api.db, {
    role: 'editor',
    name: 'Role',
    now: api.clock.now,
  })
  const create = () => api.ask('POST', '/api/v1/monitors', { key, body: {} })
  expect((await create()).status).toBe(400)
  const setRole = (role: string) =>
    api.db.query(
      {
        text: `update memberships set role = $2
          where person_id = (select person_id from api_keys where public_id = $1)`,
      },
      [id, role],
    )
  await setRole('viewer')
  expect((await create()).status).toBe(403)
  expect(await keyRow(id)).toMatchObject({ role: 'viewer' })
  await setRole('editor')
  expect((await create()).status).toBe(400)
})

it('refuses the key of someone who left the workspace everywhere, without counting it', async () => {
  const { id, key } = await createRoleKey(api.db, {
    role: 'admin',
    name: 'Gone',
    now: api.clock.now,
  })
  expect((await api.ask('GET', '/api/v1/usage', { key })).status).toBe(200)
  const before = (await api.ask('GET', '/api/v1/usage')).body.used as number
  await api.db.query(
    {
      text: `delete from memberships
        where person_id = (select person_id from api_keys where public_id = $1)`,
    },
    [id],
  )
  expect(await statuses(key)).toEqual([403, 403, 403, 403])
  const { body } = await api.ask('GET', '/api/v1/usage', { key })
  expect(body.error).toContain('left the workspace')
  expect((await api.ask('GET', '/api/v1/usage')).body.used).toBe(before + 1)
  expect(await keyRow(id)).toMatchObject({ role: null, state: 'personLeft' })
})

it('notes the last use once a minute, however many calls come at once', async () => {
  const { id, key } = await createRoleKey(api.db, {
    role: 'viewer',
    name: 'Busy',
    now: api.clock.now,
  })
  const writes = async () => {
    const { rows } = await api.db.query<{ xmin: string }>(
      { text: 'select xmin::text from api_keys where public_id = $1' },
      [id],
    )
    return rows[0]?.xmin
  }
  const calls = () =>
    Promise.all(Array.from({ length: 12 }, () => api.ask('GET', '/api/v1/usage', { key })))
  await calls()
  const first = await writes()
  const usedAt = api.clock.now
  expect(await keyRow(id)).toMatchObject({ lastUsedAt: usedAt })
  api.clock.now = new Date(usedAt.getTime() + 20_000)
  await calls()
  expect(await writes()).toBe(first)
  expect(await keyRow(id)).toMatchObject({ lastUsedAt: usedAt })
})

it('shows a person their own keys only, newest first, and never the key', async () => {
  const owner = await keyOwner()
  const first = await createKeyFor(api.db, owner, { name: 'One', now: api.clock.now })
  api.passMinutes(1)
  const second = await createKeyFor(api.db, owner, { name: 'Two', now: api.clock.now })
  const other = await createRoleKey(api.db, { role: 'viewer', name: 'Other', now: api.clock.now })
  const own = await listKeys(api.db, owner, api.clock.now)
  expect(own.slice(0, 2).map(({ id }) => id)).toEqual([second.id, first.id])
  expect(own.map(({ id }) => id)).not.toContain(other.id)
  expect(own[0]).toEqual({
    id: second.id,
    name: 'Two',
    role: 'owner',
    person: 'Owner',
    workspaceId: expect.stringMatching(/^wsp_/),
    lastFour: second.key.slice(-4),
    createdAt: api.clock.now,
    lastUsedAt: null,
    expiresAt: null,
    revokedAt: null,
    state: 'inForce',
  })
  expect(JSON.stringify(own)).not.toContain(second.key)
  // Nor may they end those of others.
  expect(await revokeKey(api.db, owner, other.id, api.clock.now)).toBe(false)
  expect((await api.ask('GET', '/api/v1/usage', { key: other.key })).status).toBe(200)
})

async function keyOwner() {
  const { rows } = await api.db.query<{ workspaceId: number; personId: number }>({
    text: `select owner_workspace_id as "workspaceId", owner_person_id as "personId" from installation`,
  })
  const [owner] = rows
  if (owner === undefined) throw new Error('there is no owner')
  return owner
}
