import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureInstallation, renewSignUpLink } from '../../controller/src/accounts/installation.ts'
import { verifyPassword } from '../../controller/src/accounts/passwords.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'
import { openTestDatabase } from '../helpers/test-database.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi()
})
afterAll(() => api.close())

const open = (token: string) =>
  api.ask('GET', `/sign-up?token=${encodeURIComponent(token)}`, { key: null })
const send = (fields: Record<string, string>) =>
  api.ask('POST', '/sign-up', {
    key: null,
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
const GOOD = { email: 'owner@example.com', name: 'Ada <b>', password: 'correct horse battery' }

it('refuses tokens nobody made', async () => {
  for (const token of ['', 'x', '\'"><script>', '\0', 'x'.repeat(9_000)]) {
    const { status, body } = await open(token)
    expect(status).toBe(404)
    expect(body).not.toContain('<script>')
    expect(body).not.toContain('\0')
    expect((await send({ ...GOOD, token })).status).toBe(404)
  }
})

it('shows a form that loads nothing and can be framed by nobody', async () => {
  const { status, headers, body } = await open(api.signUpToken)
  expect(status).toBe(200)
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(headers['referrer-policy']).toBe('no-referrer')
  expect(headers['cache-control']).toBe('no-store')
  for (const answer of [
    headers,
    (await send({ token: api.signUpToken })).headers,
    (await send({ token: 'x' })).headers,
  ]) {
    expect(answer).not.toHaveProperty('access-control-allow-origin')
  }
  expect(body).not.toMatch(/<script|https?:\/\//)
  for (const field of ['email', 'name', 'password'])
    expect(body).toContain(`<label for="${field}">`)
})

it('ends a link after 24 hours, says until when it works, and then what to do', async () => {
  const api24 = await openTestApi()
  try {
    const path = `/sign-up?token=${api24.signUpToken}`
    const ask = () => api24.ask('GET', path, { key: null })
    expect((await ask()).body).toContain('2026-03-11 12:00 UTC')
    api24.clock.now = new Date('2026-03-11T11:59:59.999Z')
    expect((await ask()).status).toBe(200)
    api24.clock.now = new Date('2026-03-11T12:00:00.000Z')
    const gone = await ask()
    expect(gone.status).toBe(410)
    expect(gone.body).toContain('has expired')
    expect(gone.body).toContain('npm run cli -- sign-up-link')
    const sent = await api24.ask('POST', '/sign-up', {
      key: null,
      payload: new URLSearchParams({ ...GOOD, token: api24.signUpToken }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(sent.status).toBe(410)
    expect(sent.body).toContain('has expired')
    const renewed = await renewSignUpLink(api24.db, { now: api24.clock.now })
    const again = await api24.ask('GET', `/sign-up?token=${renewed?.token}`, { key: null })
    expect(again.status).toBe(200)
  } finally {
    await api24.close()
  }
})

it.each([
  [{ email: 'owner' }, 'E-mail'],
  [{ email: 'a@b.c\nBcc: x' }, 'e-mail'],
  [{ email: 'a\0b@example.com' }, 'must not hold control characters'],
  [{ name: '  ' }, 'Enter your name.'],
  [{ name: 'A\0da' }, 'The name must not hold control characters.'],
  [{ password: 'correct\0horse battery' }, 'must not hold the character NUL'],
  [{ password: 'short' }, 'at least 10 characters'],
  [{ password: 'x'.repeat(501) }, 'at most 500'],
] as [Record<string, string>, string][])(
  'says at its field what is wrong with %j',
  async (wrong, message) => {
    const { status, body } = await send({ ...GOOD, ...wrong, token: api.signUpToken })
    expect(status).toBe(400)
    expect(body).toContain(message)
    expect(body).toContain('aria-invalid="true"')
    expect(body).not.toContain('correct horse battery')
    expect(body).not.toContain('<b>')
    expect(body).not.toContain('\0')
  },
)

it('makes one account from one link, however often it is sent at once', async () => {
  const ways = async () =>
    (
      await api.ask('GET', '/api/auth/ways', {
        key: null,
        headers: { 'sec-fetch-site': 'same-origin' },
      })
    ).body
  expect(await ways()).toMatchObject({ hasOwner: false })
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, n) =>
      send({ ...GOOD, email: `owner${n}@example.com`, token: api.signUpToken }),
    ),
  )
  expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([
    200, 410, 410, 410, 410,
  ])
  expect((await open(api.signUpToken)).status).toBe(410)
  expect(await ways()).toMatchObject({ hasOwner: true })
  const { rows } = await api.db.query<{ name: string; hash: string }>({
    text: `select p.name, a.password_hash as hash from people p join person_accounts a on a.person_id = p.id`,
  })
  expect(rows).toHaveLength(1)
  expect(rows[0]?.name).toBe('Ada <b>')
  expect(await verifyPassword(GOOD.password, rows[0]?.hash ?? '')).toBe(true)
  expect(await verifyPassword('correct horse batteri', rows[0]?.hash ?? '')).toBe(false)
  expect(await renewSignUpLink(api.db, { now: api.clock.now })).toBeNull()
})

it('sets an installation up once, however many controllers start at once', async () => {
  const fresh = await openTestDatabase()
  try {
    const now = new Date()
    const made = await Promise.all(
      Array.from({ length: 6 }, () => ensureInstallation(fresh.db, { plan: 'free', now })),
    )
    expect(made.filter((installation) => installation.created)).toHaveLength(1)
    const renewed = await renewSignUpLink(fresh.db, { now })
    expect(renewed?.token).toMatch(/^[0-9A-Za-z]{32}$/)
    expect(renewed?.expiresAt).toEqual(new Date(now.getTime() + 24 * 3_600_000))
    const { rows } = await fresh.db.query<{ links: number; keys: number }>({
      text: 'select (select count(*) from sign_up_links) as links, (select count(*) from api_keys) as keys',
    })
    expect(rows).toEqual([{ links: 1, keys: 1 }])
  } finally {
    await fresh.close()
  }
})
