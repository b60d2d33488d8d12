import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { makePasswordLink } from '../../controller/src/accounts/password-link.ts'
import type { Browser } from '../helpers/signed-in.ts'
import { openBrowser, PASSWORD, signIn, signUpOwner } from '../helpers/signed-in.ts'
import type { SoftwarePasskey } from '../helpers/software-passkey.ts'
import { makePasskey } from '../helpers/software-passkey.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

const ORIGIN = 'http://sightline.example'

let api: TestApi
let owner: Browser
beforeAll(async () => {
  api = await openTestApi({ publicUrl: ORIGIN })
  owner = await signUpOwner(api)
})
afterAll(() => api.close())
beforeEach(() => api.passMinutes(2))

async function add(browser: Browser, device: SoftwarePasskey, origin = ORIGIN) {
  const { body } = await browser.ask('POST', '/api/auth/passkeys/options')
  return browser.ask('POST', '/api/auth/passkeys', {
    body: { name: 'Laptop', response: device.create(body.options, origin) },
  })
}

async function signInWith(browser: Browser, device: SoftwarePasskey, origin = ORIGIN) {
  const { body } = await browser.ask('POST', '/api/auth/sign-in/passkey/options')
  return browser.ask('POST', '/api/auth/sign-in/passkey', {
    body: { response: device.sign(body.options, origin) },
  })
}

it('a passkey is made by who is signed in, signs them in without more, and is removed', async () => {
  expect((await openBrowser(api).ask('GET', '/api/auth/ways')).body.passkeys).toEqual({
    host: 'sightline.example',
  })
  const device = makePasskey()
  const { status, body } = await add(owner, device)
  expect([status, body]).toEqual([
    201,
    {
      passkey: {
        id: expect.stringMatching(/^pky_/),
        name: 'Laptop',
        createdAt: expect.any(String),
        lastUsedAt: null,
        isSynced: false,
      },
    },
  ])
  const browser = openBrowser(api)
  expect((await signInWith(browser, device)).body).toEqual({ signedIn: true })
  expect((await browser.ask('GET', '/api/v1/me')).body.person.email).toBe('owner@example.com')
  const { passkeys } = (await owner.ask('GET', '/api/auth/passkeys')).body
  expect(passkeys).toEqual([{ ...body.passkey, lastUsedAt: api.clock.now.toISOString() }])
  const remove = () => owner.ask('DELETE', `/api/auth/passkeys/${body.passkey.id}`)
  expect((await remove()).body).toEqual({ deleted: true, id: body.passkey.id })
  expect((await remove()).status).toBe(404)
  const refused = await signInWith(openBrowser(api), device)
  expect([refused.status, refused.body.error]).toEqual([401, expect.stringContaining('not known')])
})

it('an answer for another site, another question or of another device signs nobody in', async () => {
  const device = makePasskey()
  expect((await add(owner, device)).status).toBe(201)
  expect((await signInWith(openBrowser(api), device, 'https://evil.example')).status).toBe(400)
  const browser = openBrowser(api)
  const { body } = await browser.ask('POST', '/api/auth/sign-in/passkey/options')
  const response = device.sign(body.options, ORIGIN)
  const send = (from: Browser) =>
    from.ask('POST', '/api/auth/sign-in/passkey', { body: { response } })
  expect((await send(openBrowser(api))).status).toBe(400)
  expect((await send(browser)).status).toBe(200)
  const again = await send(browser)
  expect([again.status, again.body.error]).toEqual([400, expect.stringContaining('begin again')])
  const stranger = await signInWith(openBrowser(api), makePasskey())
  expect(stranger.status).toBe(401)
})

it('a device must make sure who holds it, as it stands for a second factor too', async () => {
  const careless = await add(owner, makePasskey({ checksHolder: false }))
  expect([careless.status, careless.body.error]).toEqual([
    400,
    expect.stringContaining('who holds it'),
  ])
})

it.each([{}, { clientDataJSON: 'x', attestationObject: 'y' }])(
  'what is none (%j) is refused with a sentence',
  async (response) => {
    for (const [begin, path, more] of [
      ['/api/auth/passkeys/options', '/api/auth/passkeys', { name: 'x' }],
      ['/api/auth/sign-in/passkey/options', '/api/auth/sign-in/passkey', {}],
    ] as const) {
      await owner.ask('POST', begin)
      const answer = await owner.ask('POST', path, {
        body: { response: { id: 'x', response }, ...more },
      })
      expect([400, 401]).toContain(answer.status)
      expect(answer.body.error).toContain('passkey')
    }
  },
)

it('a passkey made before its person had proven their address ends when they choose a password by mail', async () => {
  const { link } = (
    await owner.ask('POST', '/api/v1/invitations', {
      body: { email: 'grace@example.com', role: 'viewer' },
    })
  ).body
  const [thief, device] = [openBrowser(api), makePasskey()]
  await thief.ask('POST', '/api/auth/invitation/accept', {
    body: { token: new URL(link).searchParams.get('token'), name: 'Grace', password: PASSWORD },
  })
  expect((await add(thief, device)).status).toBe(201)
  for (const expected of [401, 200]) {
    const reset = await makePasswordLink(api.db, 'grace@example.com', new Date())
    const grace = openBrowser(api)
    await grace.ask('POST', '/api/auth/reset-password', {
      body: { token: reset?.token, newPassword: 'a password of her own' },
    })
    expect((await signInWith(openBrowser(api), device)).status).toBe(expected)
    await signIn(grace, 'grace@example.com', 'a password of her own')
    if (expected === 401) expect((await add(grace, device)).status).toBe(201)
  }
})

it('takes a session that began within a day to be made', async () => {
  await api.db.query({
    text: `update person_sessions set created_at = now() - interval '25 hours'`,
  })
  const { status, body } = await owner.ask('POST', '/api/auth/passkeys/options')
  expect([status, body.error]).toEqual([403, expect.stringContaining('signed in today')])
})
