import { expect, it, onTestFinished } from 'vitest'
import type { IdentityProvider } from '../../helpers/identity-provider.ts'
import { startIdentityProvider } from '../../helpers/identity-provider.ts'
import type { Browser } from '../../helpers/signed-in.ts'
import { openBrowser, PASSWORD, signIn, signUpOwner } from '../../helpers/signed-in.ts'
import type { TestApi } from '../../helpers/test-api.ts'
import { openTestApi } from '../../helpers/test-api.ts'

async function start(
  options: Parameters<typeof startIdentityProvider>[1] = {},
): Promise<{ api: TestApi; provider: IdentityProvider; owner: Browser }> {
  const provider = await startIdentityProvider('http://localhost/api/auth/callback/oidc', options)
  const api = await openTestApi({ oidc: provider.settings })
  onTestFinished(() => api.close())
  return { api, provider, owner: await signUpOwner(api) }
}

/** Signs in as a person does, by way of the provider.
 *  @returns where they end */
async function signInBy(provider: IdentityProvider, browser: Browser, login: string) {
  const begun = await browser.ask('POST', '/api/auth/sign-in/oidc', {
    body: { to: '/monitors', onError: '/sign-in' },
  })
  expect(begun.status).toBe(200)
  const back = await provider.signIn(begun.body.url, login)
  const answer = await browser.ask('GET', `${back.pathname}${back.search}`)
  expect(answer.status).toBe(302)
  return answer.headers['location']
}

const me = async (browser: Browser) => (await browser.ask('GET', '/api/v1/me')).body

it('lets people of the company in with the role that is set, once and again', async () => {
  const { api, provider } = await start({ domains: ['example.com'], role: 'editor' })
  expect((await openBrowser(api).ask('GET', '/api/auth/ways')).body.oidc).toEqual({
    name: 'Example Corp',
  })
  provider.people.set('grace', { email: 'Grace@Example.com', name: 'Grace' })
  const browser = openBrowser(api)
  expect(await signInBy(provider, browser, 'grace')).toBe('/monitors')
  const account = await me(browser)
  expect(account).toMatchObject({
    person: { id: expect.stringMatching(/^psn_/), name: 'Grace', email: 'grace@example.com' },
    role: 'editor',
  })
  const again = openBrowser(api)
  expect(await signInBy(provider, again, 'grace')).toBe('/monitors')
  expect((await me(again)).person.id).toBe(account.person.id)
  const { rows } = await api.db.query({
    text: `select access_token, refresh_token, id_token from person_accounts where provider = 'oidc'`,
  })
  expect(rows).toEqual([{ access_token: null, refresh_token: null, id_token: null }])
})

it('lets in nobody else but those who are invited, with the role of the invitation', async () => {
  const { api, provider, owner } = await start({ domains: ['example.com'] })
  const profile = { email: 'guest@partner.example', email_verified: true, name: 'Guest' }
  provider.people.set('guest', profile)
  const browser = openBrowser(api)
  expect(await signInBy(provider, browser, 'guest')).toContain('/sign-in?error=not_invited')
  expect((await browser.ask('GET', '/api/v1/me')).status).toBe(401)
  const invite = () =>
    owner.ask('POST', '/api/v1/invitations', {
      body: { email: 'guest@partner.example', role: 'analyst' },
    })
  await invite()
  await api.db.query({ text: 'update invitations set invited_by = null' })
  expect(await signInBy(provider, browser, 'guest')).toContain('/sign-in?error=not_invited')
  await invite()
  expect(await signInBy(provider, browser, 'guest')).toBe('/monitors')
  expect(await me(browser)).toMatchObject({ role: 'analyst', person: { name: 'Guest' } })
  expect((await owner.ask('GET', '/api/v1/invitations')).body.invitations).toEqual([])
})

it('links an account of the address that the provider vouches for, and no other', async () => {
  const { api, provider, owner } = await start()
  const { id } = (await me(owner)).person
  for (const [login, email_verified] of [
    ['thief', false],
    ['silent', undefined],
  ] as const) {
    provider.people.set(login, {
      email: 'owner@example.com',
      ...(email_verified === undefined ? {} : { email_verified }),
    })
    const browser = openBrowser(api)
    expect(await signInBy(provider, browser, login)).toContain('/sign-in?error=')
    expect((await browser.ask('GET', '/api/v1/me')).status).toBe(401)
  }
  provider.people.set('ada', { email: 'owner@example.com', email_verified: true })
  const browser = openBrowser(api)
  expect(await signInBy(provider, browser, 'ada')).toBe('/monitors')
  expect(await me(browser)).toMatchObject({ person: { id, name: 'Ada' }, role: 'owner' })
  // The operator's own link made that account: its password and its sessions stay.
  expect((await signIn(openBrowser(api), 'owner@example.com')).status).toBe(200)
  expect((await me(owner)).person.id).toBe(id)
})

it('ends what somebody else may have made under an address that nobody had proven', async () => {
  const { api, provider, owner } = await start()
  const { body } = await owner.ask('POST', '/api/v1/invitations', {
    body: { email: 'victim@example.com', role: 'editor' },
  })
  const thief = openBrowser(api)
  await thief.ask('POST', '/api/auth/invitation/accept', {
    body: {
      token: new URL(body.link).searchParams.get('token'),
      name: 'Thief',
      password: PASSWORD,
    },
  })
  const { value: key } = (await thief.ask('POST', '/api/v1/keys', { body: { name: 'x' } })).body
  provider.people.set('victim', { email: 'victim@example.com', email_verified: true })
  const victim = openBrowser(api)
  expect(await signInBy(provider, victim, 'victim')).toBe('/monitors')
  expect((await me(victim)).role).toBe('editor')
  expect((await thief.ask('GET', '/api/v1/me')).status).toBe(401)
  expect((await signIn(openBrowser(api), 'victim@example.com')).status).toBe(401)
  expect((await api.ask('GET', '/api/v1/monitors', { key })).status).toBe(401)
  // Once it is proven nothing ends any more.
  expect(await signInBy(provider, openBrowser(api), 'victim')).toBe('/monitors')
  expect((await me(victim)).role).toBe('editor')
})

it('does not take back in who was removed', async () => {
  const { api, provider, owner } = await start({ domains: ['example.com'] })
  provider.people.set('gone', { email: 'gone@example.com' })
  const browser = openBrowser(api)
  await signInBy(provider, browser, 'gone')
  const { id } = (await me(browser)).person
  expect((await owner.ask('DELETE', `/api/v1/people/${id}`)).status).toBe(200)
  await signInBy(provider, browser, 'gone')
  expect((await me(browser)).workspace).toBeNull()
})

it('refuses an answer that it did not ask for, and leads to no other site', async () => {
  const { api, provider } = await start({ domains: ['example.com'] })
  provider.people.set('grace', { email: 'grace@example.com' })
  const begun = await openBrowser(api).ask('POST', '/api/auth/sign-in/oidc', { body: {} })
  const back = await provider.signIn(begun.body.url, 'grace')
  // The answer to another browser's question: signing somebody in as the attacker.
  const victim = openBrowser(api)
  const answer = await victim.ask('GET', `${back.pathname}${back.search}`)
  expect(answer.headers['location']).toContain('error=')
  expect((await victim.ask('GET', '/api/v1/me')).status).toBe(401)
  for (const to of ['https://evil.example', '//evil.example', '/\\evil.example', 'monitors']) {
    const { status } = await victim.ask('POST', '/api/auth/sign-in/oidc', { body: { to } })
    expect(status).toBe(400)
  }
})

it('signs in with a password while the provider is away, and says so of the provider', async () => {
  const api = await openTestApi({
    oidc: {
      issuer: 'http://127.0.0.1:9',
      clientId: 'x',
      clientSecret: 'y',
      name: 'Away',
      domains: [],
      role: 'viewer',
    },
  })
  onTestFinished(() => api.close())
  expect((await (await signUpOwner(api)).ask('GET', '/api/v1/me')).status).toBe(200)
  const { status, body } = await openBrowser(api).ask('POST', '/api/auth/sign-in/oidc')
  expect([status, body.error]).toEqual([404, expect.stringContaining('cannot be reached')])
})
