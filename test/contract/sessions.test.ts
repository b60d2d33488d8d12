import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hashPassword } from '../../controller/src/accounts/passwords.ts'
import { insertMembership } from '../../controller/src/db/people.ts'
import { insertWorkspace } from '../../controller/src/db/workspaces.ts'
import { addPerson } from '../helpers/add-person.ts'
import type { Browser } from '../helpers/signed-in.ts'
import { openBrowser, PASSWORD, signIn, signUpOwner } from '../helpers/signed-in.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

const OWNER = 'owner@example.com'
const COOKIE = 'sightline.session_token'

let api: TestApi
let owner: Browser
beforeAll(async () => {
  api = await openTestApi({ plan: 'free' })
  owner = await signUpOwner(api, 'Owner@Example.com')
})
afterAll(() => api.close())
beforeEach(() => api.passMinutes(31))

describe('signing in', () => {
  it('is done by signing up, with a cookie that scripts cannot read', async () => {
    const { status, body } = await owner.ask('GET', '/api/v1/me')
    expect([status, body]).toEqual([
      200,
      {
        person: { id: expect.stringMatching(/^psn_/), name: 'Ada', email: OWNER, zone: null },
        workspace: { id: expect.stringMatching(/^wsp_/), name: 'Main workspace', tier: 'free' },
        role: 'owner',
        permissions: {
          viewMonitoring: true,
          manageMonitoring: true,
          analyse: true,
          managePeople: true,
          makeWorkspaces: true,
        },
        workspaces: [{ id: body.workspace.id, name: 'Main workspace', role: 'owner' }],
        secondFactor: false,
      },
    ])
  })

  it('takes the address in any case, and sets HttpOnly, SameSite and, over https, Secure', async () => {
    const { status, body, headers } = await signIn(openBrowser(api), ' OWNER@example.COM ')
    expect([status, body]).toEqual([200, { signedIn: true, needs: null }])
    const [cookie] = [headers['set-cookie']].flat()
    expect(cookie).toMatch(/^sightline\.session_token=[^;]+; Max-Age=2592000; Path=\//)
    expect(cookie).toContain('; HttpOnly')
    expect(cookie).toContain('; SameSite=Lax')
    expect(cookie).not.toContain('Secure')
    expect(headers['access-control-allow-credentials']).toBeUndefined()
    const secure = await openBrowser(api).ask('POST', '/api/auth/sign-in/email', {
      body: { email: OWNER, password: PASSWORD },
      headers: { origin: 'https://sightline.example', host: 'sightline.example' },
    })
    expect([secure.headers['set-cookie']].flat()[0]).toMatch(
      /^__Secure-sightline\.session_token=.*; Secure/,
    )
  })

  it('says the same of an address that has no account and of a wrong password', async () => {
    const answers = [
      await signIn(openBrowser(api), OWNER, 'another password'),
      await signIn(openBrowser(api), 'nobody@example.com', 'another password'),
    ]
    for (const { status, body, headers } of answers) {
      expect([status, body]).toEqual([
        401,
        { error: 'The e-mail address or the password is not right.' },
      ])
      expect(headers['set-cookie']).toEqual(answers[0]?.headers['set-cookie'])
    }
  })

  it.each([
    [{ email: 'nothing', password: 'x' }, 'e-mail address such as'],
    [{ password: 'x' }, '"email" is missing'],
    [{ email: OWNER, password: PASSWORD, role: 'owner' }, '"role"'],
  ])('names what is wrong with %j', async (body, message) => {
    const answer = await openBrowser(api).ask('POST', '/api/auth/sign-in/email', { body })
    expect(answer.status).toBe(400)
    expect(answer.body.error).toContain(message)
  })

  it('ends guessing, for accounts that exist and for those that do not, and shuts out nobody else', async () => {
    for (const email of [OWNER, 'nobody@example.com']) {
      const guess = () =>
        openBrowser(api).ask('POST', '/api/auth/sign-in/email', {
          body: { email, password: 'wrong password' },
          ip: '203.0.113.7',
        })
      const statuses: number[] = []
      for (let n = 0; n < 11; n += 1) statuses.push((await guess()).status)
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
      expect((await guess()).headers['retry-after']).toBe('900')
      api.passMinutes(1)
    }
    expect((await signIn(openBrowser(api), OWNER)).status).toBe(200)
    api.passMinutes(15)
    const again = await openBrowser(api).ask('POST', '/api/auth/sign-in/email', {
      body: { email: OWNER, password: PASSWORD },
      ip: '203.0.113.7',
    })
    expect(again.status).toBe(200)
  })

  it('is open to others while one address goes on that was refused', async () => {
    const guess = { body: { email: OWNER, password: 'wrong password' }, ip: '203.0.113.8' }
    const statuses: number[] = []
    for (let n = 0; n < 130; n += 1) {
      if (n % 19 === 18) api.passMinutes(1)
      const { status } = await openBrowser(api).ask('POST', '/api/auth/sign-in/email', guess)
      statuses.push(status)
    }
    expect(statuses.at(-1)).toBe(429)
    expect((await signIn(openBrowser(api), OWNER)).status).toBe(200)
  })

  it('is all that the library is reached for: what else it knows is not there', async () => {
    for (const path of ['sign-up/email', 'update-user', 'delete-user', 'list-sessions', 'ok']) {
      for (const method of ['GET', 'POST']) {
        const { status } = await owner.ask(method, `/api/auth/${path}`, { body: {} })
        expect([path, status]).toEqual([path, 404])
      }
    }
  })

  it('takes no cookie that was not signed here', async () => {
    const { rows } = await api.db.query<{ token: string }>({
      text: 'select token from person_sessions limit 1',
    })
    const token = rows[0]?.token ?? ''
    for (const value of [token, `${token}.`, `${token}.${'A'.repeat(43)}=`, '%', 'x.y']) {
      const browser = openBrowser(api)
      browser.cookies.set(COOKIE, encodeURIComponent(value))
      const { status, body } = await browser.ask('GET', '/api/v1/me')
      expect([status, body.error]).toEqual([401, expect.stringContaining('Sign in first')])
    }
  })
})

describe('a session', () => {
  it('does in the place of a key, and does not count against the quota', async () => {
    const before = (await api.ask('GET', '/api/v1/usage')).body.used as number
    const { status, body } = await owner.ask('GET', '/api/v1/monitors')
    expect([status, body.usage.used]).toEqual([200, before])
    const created = await owner.ask('POST', '/api/v1/monitors', {
      body: { url: 'https://example.com' },
    })
    expect(created.status).toBe(201)
    const { people } = (await owner.ask('GET', '/api/v1/people')).body
    const known = { id: created.body.monitor.createdBy, name: 'Ada', role: 'owner' }
    expect(people).toEqual([
      { ...known, email: OWNER, secondFactor: false, joinedAt: expect.any(String) },
    ])
    expect((await api.ask('GET', '/api/v1/people')).body.people).toEqual([
      { ...known, email: null, secondFactor: null, joinedAt: null },
    ])
    expect((await api.ask('GET', '/api/v1/usage')).body.used).toBe(before + 2)
  })

  it('works as the role that the person has at this moment', async () => {
    await addPerson(api, 'vera@example.com', 'viewer')
    const vera = openBrowser(api)
    await signIn(vera, 'vera@example.com')
    const create = () => vera.ask('POST', '/api/v1/monitors', { body: {} })
    expect((await vera.ask('GET', '/api/v1/monitors')).status).toBe(200)
    const refused = await create()
    expect([refused.status, refused.body.error]).toEqual([
      403,
      expect.stringContaining('You may not'),
    ])
    await api.db.query({ text: `update memberships set role = 'editor' where role = 'viewer'` })
    expect((await create()).status).toBe(400)
    await api.db.query({ text: `delete from memberships where role = 'editor'` })
    const gone = await vera.ask('GET', '/api/v1/monitors')
    expect([gone.status, gone.body.error]).toEqual([403, expect.stringContaining('no workspace')])
    expect((await vera.ask('GET', '/api/v1/me')).body).toMatchObject({
      workspace: null,
      role: null,
    })
    expect((await vera.ask('GET', '/api/v1/keys')).status).toBe(403)
  })

  it('does nothing for a page that was loaded in another workspace, or by somebody else', async () => {
    const browser = openBrowser(api)
    await signIn(browser, OWNER)
    const { person, workspace } = (await browser.ask('GET', '/api/v1/me')).body
    let last = 0
    const begin = (as: string) =>
      browser.ask('POST', '/api/v1/monitors', {
        body: { url: `https://begun-${++last}.example` },
        headers: { 'x-sightline-as': as },
      })
    const here = `${person.id} ${workspace.id}`
    expect((await begin(here)).status).toBe(201)
    const made = await browser.ask('POST', '/api/v1/workspaces', { body: { name: 'Another' } })
    const { id } = made.body.workspace
    await browser.ask('POST', '/api/v1/me/workspace', { body: { workspaceId: id } })
    const { status, body } = await begin(here)
    expect(status).toBe(409)
    expect(body.error).toContain('nothing was done')
    expect((await begin(`${person.id} ${id}`)).status).toBe(201)
    expect((await begin(`psn_other ${id}`)).status).toBe(409)
    expect((await begin('')).status).toBe(409)
  })

  it('has limits of the person, more generous than those of keys and addresses', async () => {
    const ip = '203.0.113.9'
    const statuses = async (method: string, count: number) => {
      const answers = await Promise.all(
        Array.from({ length: count }, () =>
          owner.ask(method, '/api/v1/monitors', { body: {}, ip }),
        ),
      )
      return answers.map((answer) => answer.status)
    }
    const reads = await statuses('GET', 125)
    expect(reads.filter((status) => status === 200)).toHaveLength(120)
    expect(reads.filter((status) => status === 429)).toHaveLength(5)
    // Those of the address are not touched by it.
    expect((await api.ask('GET', '/api/v1/usage', { ip })).status).toBe(200)
    api.passMinutes(1)
    const writes = await statuses('POST', 62)
    expect(writes.filter((status) => status === 400)).toHaveLength(60)
    expect(writes.filter((status) => status === 429)).toHaveLength(2)
  })

  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': undefined as unknown as string, origin: 'https://evil.example' },
    { 'sec-fetch-site': undefined as unknown as string, origin: 'null' },
    { 'sec-fetch-site': undefined as unknown as string },
  ])('refuses changes that another site has the browser send (%j)', async (from) => {
    const headers = Object.fromEntries(Object.entries(from).filter(([, value]) => value))
    const asked = { ...headers, ...(from['sec-fetch-site'] ? {} : { 'sec-fetch-site': '' }) }
    const cookie = `${COOKIE}=${owner.cookies.get(COOKIE)}`
    const ask = (method: string, path: string, body?: unknown) => {
      const { 'sec-fetch-site': site, ...rest } = asked as Record<string, string>
      const sent = { ...rest, ...(site === '' ? {} : { 'sec-fetch-site': site ?? '' }), cookie }
      return api.ask(method, path, { key: null, headers: sent, body })
    }
    for (const [method, path, body] of [
      ['POST', '/api/v1/monitors', { url: 'https://example.org' }],
      ['PATCH', '/api/v1/me', { name: 'Eve' }],
      ['DELETE', '/api/v1/me/sessions'],
      ['POST', '/api/auth/sign-out'],
      ['POST', '/api/auth/sign-in/email', { email: OWNER, password: PASSWORD }],
    ] as const) {
      const { status, body: answer } = await ask(method, path, body)
      expect([path, status, answer.error]).toEqual([
        path,
        403,
        expect.stringContaining('another site'),
      ])
    }
    expect((await owner.ask('GET', '/api/v1/me')).body.person.name).toBe('Ada')
  })

  it('takes changes of a browser that says its origin alone, and a key wherever it is sent from', async () => {
    const cookie = `${COOKIE}=${owner.cookies.get(COOKIE)}`
    const { status } = await api.ask('PATCH', '/api/v1/me', {
      key: null,
      headers: { cookie, origin: 'http://sightline.example:8080', host: 'sightline.example:8080' },
      body: { zone: 'Europe/Berlin' },
    })
    expect(status).toBe(200)
    expect((await owner.ask('GET', '/api/v1/me')).body.person.zone).toBe('Europe/Berlin')
    const byKey = await api.ask('POST', '/api/v1/monitors', {
      headers: { cookie, 'sec-fetch-site': 'cross-site' },
      body: {},
    })
    expect(byKey.status).toBe(400)
  })

  it('is listed without what it could be used with, and ended one by one or all at once', async () => {
    await addPerson(api, 'sam@example.com', 'viewer')
    const browsers = [openBrowser(api), openBrowser(api), openBrowser(api)] as const
    for (const browser of browsers) await signIn(browser, 'sam@example.com')
    const { sessions } = (await browsers[0].ask('GET', '/api/v1/me/sessions')).body
    expect(sessions).toHaveLength(3)
    expect(sessions[0]).toMatchObject({ id: expect.stringMatching(/^ses_/), isCurrent: true })
    const tokens = browsers.map((browser) => browser.cookies.get(COOKIE)?.split('.')[0] ?? 'none')
    for (const token of tokens) expect(JSON.stringify(sessions)).not.toContain(token)
    const other = sessions[1].id as string
    expect((await owner.ask('DELETE', `/api/v1/me/sessions/${other}`)).status).toBe(404)
    const ended = await browsers[0].ask('DELETE', `/api/v1/me/sessions/${other}`)
    expect(ended.body).toEqual({ deleted: true, id: other })
    expect((await browsers[0].ask('DELETE', '/api/v1/me/sessions')).body).toEqual({ deleted: 1 })
    for (const browser of browsers.slice(1)) {
      const { status, body } = await browser.ask('GET', '/api/v1/me')
      expect([status, body.error]).toEqual([401, expect.stringContaining('Sign in first')])
    }
    expect((await browsers[0].ask('GET', '/api/v1/me')).status).toBe(200)
    expect((await browsers[0].ask('POST', '/api/auth/sign-out')).body).toEqual({ signedIn: false })
    expect(browsers[0].cookies.get(COOKIE)).toBeUndefined()
  })

  it('is over once it has expired, and goes on while it is used', async () => {
    const browser = openBrowser(api)
    await signIn(browser, OWNER)
    const cookie = browser.cookies.get(COOKIE)
    const id = (await browser.ask('GET', '/api/v1/me/sessions')).body.sessions[0].id as string
    const set = (column: string, at: Date) =>
      api.db.query(
        {
          text: `update person_sessions set ${column} = $2
            where 'ses_' || left(encode(sha256(convert_to(token, 'UTF8')), 'hex'), 24) = $1`,
        },
        [id, at],
      )
    await set('updated_at', new Date(api.clock.now.getTime() - 86_400_001))
    const used = await browser.ask('GET', '/api/v1/me')
    expect([used.headers['set-cookie']].flat()[0]).toContain('Max-Age=2592000')
    expect(browser.cookies.get(COOKIE)).toBe(cookie)
    expect((await browser.ask('GET', '/api/v1/me')).headers['set-cookie']).toBeUndefined()
    await set('expires_at', api.clock.now)
    expect((await browser.ask('GET', '/api/v1/monitors')).status).toBe(401)
  })

  it('works in the workspace that was chosen, as whoever the person is there', async () => {
    const workspaceId = await insertWorkspace(api.db, {
      publicId: 'wsp_second',
      name: 'Second',
      plan: 'starter',
      createdAt: api.clock.now,
    })
    const personId = await addPerson(api, 'two@example.com', 'owner')
    const createdAt = new Date(api.clock.now.getTime() + 1)
    await insertMembership(api.db, { workspaceId, personId, role: 'analyst', createdAt })
    const browser = openBrowser(api)
    await signIn(browser, 'two@example.com')
    const choose = (id: string) =>
      browser.ask('POST', '/api/v1/me/workspace', { body: { workspaceId: id } })
    expect((await choose('wsp_second')).body).toEqual({ workspaceId: 'wsp_second' })
    const { body } = await browser.ask('GET', '/api/v1/me')
    expect(body).toMatchObject({
      workspace: { id: 'wsp_second', tier: 'starter' },
      role: 'analyst',
      permissions: { viewMonitoring: false, analyse: true },
      workspaces: [{ role: 'owner' }, { id: 'wsp_second', name: 'Second', role: 'analyst' }],
    })
    expect((await browser.ask('GET', '/api/v1/monitors')).status).toBe(403)
    expect(
      (await owner.ask('POST', '/api/v1/me/workspace', { body: { workspaceId: 'wsp_second' } }))
        .status,
    ).toBe(404)
    expect((await choose(body.workspaces[0].id)).status).toBe(200)
    expect((await browser.ask('GET', '/api/v1/monitors')).status).toBe(200)
  })
})

describe('a password', () => {
  it('is changed by whoever knows it, and the other sessions end', async () => {
    await addPerson(api, 'pat@example.com', 'viewer')
    const [here, there] = [openBrowser(api), openBrowser(api)]
    for (const browser of [here, there]) await signIn(browser, 'pat@example.com')
    const change = (currentPassword: string, newPassword: string) =>
      here.ask('POST', '/api/auth/change-password', { body: { currentPassword, newPassword } })
    const wrong = await change('not the password', 'another good one')
    expect([wrong.status, wrong.body.error]).toEqual([400, 'The password is not right.'])
    expect((await change(PASSWORD, 'short')).status).toBe(400)
    expect((await change(PASSWORD, 'another good one')).body).toEqual({ signedIn: true })
    expect((await here.ask('GET', '/api/v1/me')).status).toBe(200)
    expect((await there.ask('GET', '/api/v1/me')).status).toBe(401)
    expect((await signIn(openBrowser(api), 'pat@example.com')).status).toBe(401)
    expect((await signIn(openBrowser(api), 'pat@example.com', 'another good one')).status).toBe(200)
  })

  it('that the version before stored with the person works, and moves', async () => {
    const personId = await addPerson(api, 'old@example.com', 'viewer')
    await api.db.query({ text: 'delete from person_accounts where person_id = $1' }, [personId])
    const hash = await hashPassword('an older password')
    await api.db.query(
      { text: `update people set email = 'OLD@example.com', password_hash = $2 where id = $1` },
      [personId, hash],
    )
    const { rows } = await api.db.query(
      { text: 'select email, password_hash as hash from people where id = $1' },
      [personId],
    )
    expect(rows).toEqual([{ email: 'old@example.com', hash: null }])
    expect((await signIn(openBrowser(api), 'old@example.com', 'an older password')).status).toBe(
      200,
    )
  })
})
