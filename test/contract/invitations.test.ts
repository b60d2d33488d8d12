import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { catchMail } from '../helpers/mail-catcher.ts'
import { mailedLink } from '../helpers/mailed-link.ts'
import type { Browser } from '../helpers/signed-in.ts'
import { openBrowser, PASSWORD, signIn, signUpOwner } from '../helpers/signed-in.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

let api: TestApi
let owner: Browser
beforeAll(async () => {
  api = await openTestApi()
  owner = await signUpOwner(api)
})
afterAll(() => api.close())
beforeEach(() => api.passMinutes(2))

const invite = (by: Browser, email: string, role: string) =>
  by.ask('POST', '/api/v1/invitations', { body: { email, role } })
const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? ''
const accept = (browser: Browser, token: string, name = 'Grace') =>
  browser.ask('POST', '/api/auth/invitation/accept', { body: { token, name, password: PASSWORD } })

async function signInOwner(of: TestApi): Promise<Browser> {
  const browser = openBrowser(of)
  await signIn(browser, 'owner@example.com')
  return browser
}

/** Somebody new of the owner's workspace, signed in. */
async function join(email: string, role: string): Promise<Browser> {
  const { body } = await invite(owner, email, role)
  const browser = openBrowser(api)
  const { status } = await accept(browser, tokenOf(body.link), email)
  if (status !== 200) throw new Error(`${email} did not join: ${status}`)
  return browser
}

const idOf = async (browser: Browser) =>
  (await browser.ask('GET', '/api/v1/me')).body.person.id as string

describe('an invitation', () => {
  it('is shown once, and lets somebody new in with its role', async () => {
    const { status, body } = await invite(owner, 'Grace@Example.com', 'editor')
    expect([status, body]).toEqual([
      201,
      {
        invitation: {
          id: expect.stringMatching(/^inv_/),
          email: 'grace@example.com',
          role: 'editor',
          invitedBy: 'Ada',
          createdAt: api.clock.now.toISOString(),
          expiresAt: new Date(api.clock.now.getTime() + 7 * 86_400_000).toISOString(),
          state: 'usable',
        },
        link: expect.stringMatching(/^http:\/\/localhost\/invitation\?token=\w{32}$/),
        mailed: false,
      },
    ])
    const list = (await owner.ask('GET', '/api/v1/invitations')).body
    expect(list.invitations).toEqual([body.invitation])
    expect(JSON.stringify(list)).not.toContain(tokenOf(body.link))

    const grace = openBrowser(api)
    const token = tokenOf(body.link)
    expect((await grace.ask('POST', '/api/auth/invitation', { body: { token } })).body).toEqual({
      state: 'usable',
      workspace: 'Main workspace',
      email: 'grace@example.com',
      role: 'editor',
      invitedBy: 'Ada',
      expiresAt: body.invitation.expiresAt,
      hasAccount: false,
    })
    expect((await accept(grace, token)).body).toEqual({ signedIn: true })
    const me = (await grace.ask('GET', '/api/v1/me')).body
    expect(me).toMatchObject({ role: 'editor', workspace: { name: 'Main workspace' } })
    expect((await accept(openBrowser(api), token)).status).toBe(404)
    expect((await owner.ask('GET', '/api/v1/invitations')).body.invitations).toEqual([])
    expect((await invite(owner, 'grace@example.com', 'viewer')).status).toBe(409)
  })

  it('is mailed where there is mail, without anything that somebody typed', async () => {
    const mail = await catchMail()
    const mailing = await openTestApi({ smtpUrl: mail.url })
    try {
      const inviting = await signUpOwner(mailing)
      await mailing.db.query({ text: `update people set time_zone = 'Asia/Tokyo'` })
      const { body } = await invite(inviting, 'grace@example.com', 'editor')
      expect(body.mailed).toBe(true)
      expect(mail.mails[0]?.text).toMatch(/works until: \S+ \S+ Asia\/Tokyo, .* UTC/)
      expect(mail.mails[0]?.to).toEqual(['grace@example.com'])
      expect(mailedLink(mail, 'invitation').href).toBe(body.link)
      expect(mail.mails[0]?.source).not.toMatch(/Ada|Main workspace/)
      mail.reaction = { rcpt: 550 }
      const refused = await invite(await signInOwner(mailing), 'other@example.com', 'viewer')
      expect([refused.status, refused.body.mailed]).toEqual([201, false])
    } finally {
      await mailing.close()
    }
  })

  it('is used once, by one of several who do so at once', async () => {
    const { body } = await invite(owner, 'race@example.com', 'viewer')
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => accept(openBrowser(api), tokenOf(body.link))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('ends when it is taken back, replaced or too old', async () => {
    const first = (await invite(owner, 'late@example.com', 'viewer')).body
    const second = (await invite(owner, 'late@example.com', 'analyst')).body
    expect((await accept(openBrowser(api), tokenOf(first.link))).status).toBe(404)
    const path = `/api/v1/invitations/${second.invitation.id}`
    expect((await owner.ask('DELETE', path)).body).toMatchObject({ deleted: true })
    expect((await owner.ask('DELETE', path)).status).toBe(404)
    expect((await accept(openBrowser(api), tokenOf(second.link))).status).toBe(404)
    const third = (await invite(owner, 'late@example.com', 'analyst')).body
    api.passMinutes(7 * 24 * 60)
    const { status, body } = await accept(openBrowser(api), tokenOf(third.link))
    expect([status, body.error]).toEqual([404, expect.stringContaining('expired')])
    const seen = await openBrowser(api).ask('POST', '/api/auth/invitation', {
      body: { token: tokenOf(third.link) },
    })
    expect(seen.body.state).toBe('expired')
  })

  it('works for as long as who made it may give its role, and says why it does not', async () => {
    const admin = await join('asks@example.com', 'admin')
    const adminId = await idOf(admin)
    const { body } = await invite(admin, 'asked@example.com', 'admin')
    const token = tokenOf(body.link)
    const stateNow = async () => {
      const seen = await openBrowser(api).ask('POST', '/api/auth/invitation', { body: { token } })
      const { invitations } = (await owner.ask('GET', '/api/v1/invitations')).body as {
        invitations: { id: string; state: string }[]
      }
      const listed = invitations.find(({ id }) => id === body.invitation.id)
      return [seen.body.state, listed?.state]
    }
    const path = `/api/v1/people/${adminId}`
    await owner.ask('PATCH', path, { body: { role: 'editor' } })
    expect(await stateNow()).toEqual(['lapsed', 'lapsed'])
    const lowered = await accept(openBrowser(api), token)
    expect([lowered.status, lowered.body.error]).toEqual([
      404,
      expect.stringMatching(/who made it/),
    ])
    await owner.ask('PATCH', path, { body: { role: 'admin' } })
    expect(await stateNow()).toEqual(['usable', 'usable'])
    await owner.ask('DELETE', path)
    expect(await stateNow()).toEqual(['lapsed', 'lapsed'])
    expect((await accept(openBrowser(api), token)).status).toBe(404)
    const page = await openBrowser(api).ask('GET', `/invitation?token=${token}`)
    expect([page.status, page.body]).toEqual([410, expect.stringContaining('Who made it may not')])
  })

  it('to be an owner ends with the ownership of who made it', async () => {
    const second = await join('second@example.com', 'owner')
    const toOwn = tokenOf((await invite(second, 'third@example.com', 'owner')).body.link)
    const toView = tokenOf((await invite(second, 'fourth@example.com', 'viewer')).body.link)
    await owner.ask('PATCH', `/api/v1/people/${await idOf(second)}`, { body: { role: 'admin' } })
    expect((await accept(openBrowser(api), toOwn)).status).toBe(404)
    expect((await accept(openBrowser(api), toView)).status).toBe(200)
  })

  it('lets somebody in who has an account, once they are signed in with its address', async () => {
    await join('known@example.com', 'viewer')
    await api.db.query({
      text: `delete from memberships using people p
        where p.id = person_id and p.email = 'known@example.com'`,
    })
    const token = tokenOf((await invite(owner, 'known@example.com', 'admin')).body.link)
    const joinAs = (browser: Browser) =>
      browser.ask('POST', '/api/v1/me/invitations', { body: { token } })
    const anew = await accept(openBrowser(api), token)
    expect([anew.status, anew.body.error]).toEqual([409, expect.stringContaining('already')])
    const others = await joinAs(owner)
    expect([others.status, others.body.error]).toEqual([
      409,
      expect.stringContaining('known@example.com'),
    ])
    const known = openBrowser(api)
    await signIn(known, 'known@example.com')
    expect((await known.ask('GET', '/api/v1/me')).body.workspace).toBeNull()
    expect((await joinAs(known)).body).toEqual({ joined: true })
    expect((await known.ask('GET', '/api/v1/me')).body).toMatchObject({ role: 'admin' })
  })

  it('is made by owners and admins, and owners are made by owners', async () => {
    const editor = await join('ed@example.com', 'editor')
    const admin = await join('adm@example.com', 'admin')
    for (const [by, role, status] of [
      [editor, 'viewer', 403],
      [admin, 'owner', 403],
      [admin, 'admin', 201],
      [owner, 'owner', 201],
    ] as const) {
      expect((await invite(by, `${role}-of@example.com`, role)).status).toBe(status)
    }
    const open = (await owner.ask('GET', '/api/v1/invitations')).body.invitations as {
      id: string
      role: string
    }[]
    const owners = open.find(({ role }) => role === 'owner')
    expect((await admin.ask('DELETE', `/api/v1/invitations/${owners?.id}`)).status).toBe(404)
    expect((await editor.ask('GET', '/api/v1/invitations')).status).toBe(403)
    for (const [method, path] of [
      ['POST', 'invitations'],
      ['PATCH', 'people/psn_x'],
      ['PATCH', 'workspace'],
    ] as const) {
      const { status } = await editor.ask(method, `/api/v1/${path}`, { body: { nothing: 1 } })
      expect(status).toBe(403)
    }
    expect((await api.ask('GET', '/api/v1/invitations')).status).toBe(403)
  })

  it.each([
    [{ email: 'nobody', role: 'viewer' }, '"email"'],
    [{ email: 'a@example.com', role: 'king' }, '"role"'],
    [{ email: 'a@example.com' }, '"role"'],
  ])('names what is wrong with %j', async (body, message) => {
    const answer = await owner.ask('POST', '/api/v1/invitations', { body })
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(message)])
  })

  it('has a page that works without scripts, and shows what people typed as text', async () => {
    await api.db.query({ text: `update workspaces set name = 'Shop <b>'` })
    const { link } = (await invite(owner, 'page@example.com', 'viewer')).body
    const { pathname, search } = new URL(link)
    const page = openBrowser(api)
    const shown = await page.ask('GET', `${pathname}${search}`)
    expect([shown.status, shown.headers['content-security-policy']]).toEqual([
      200,
      expect.stringContaining("default-src 'none'"),
    ])
    expect(shown.body).toContain('Shop &lt;b&gt;')
    expect(shown.body).not.toMatch(/<script|<b>/)
    const send = (browser: Browser, fields: Record<string, string>) =>
      browser.ask('POST', '/invitation', {
        payload: new URLSearchParams({ token: tokenOf(link), ...fields }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    const wrong = await send(page, { name: '<i>', password: 'short' })
    expect([wrong.status, wrong.body]).toEqual([400, expect.stringContaining('at least 10')])
    expect(wrong.body).not.toContain('<i>')
    expect((await send(page, { name: 'Page', password: PASSWORD })).status).toBe(200)
    expect((await page.ask('GET', '/api/v1/me')).body.person.name).toBe('Page')
    expect((await send(openBrowser(api), {})).status).toBe(410)
    expect((await openBrowser(api).ask('GET', '/invitation?token=x')).status).toBe(404)
  })
})

describe('people of a workspace', () => {
  const setRole = (by: Browser, id: string, role: string) =>
    by.ask('PATCH', `/api/v1/people/${id}`, { body: { role } })
  const remove = (by: Browser, id: string) => by.ask('DELETE', `/api/v1/people/${id}`)

  it('get another role, which holds from the next request on', async () => {
    const viewer = await join('role@example.com', 'viewer')
    const create = () => viewer.ask('POST', '/api/v1/monitors', { body: {} })
    expect((await create()).status).toBe(403)
    const id = await idOf(viewer)
    expect((await setRole(owner, id, 'editor')).body).toEqual({ id, role: 'editor' })
    expect((await create()).status).toBe(400)
    expect((await setRole(viewer, id, 'owner')).status).toBe(403)
    expect((await setRole(owner, 'psn_nobody', 'editor')).status).toBe(404)
    expect((await setRole(owner, id, 'king')).status).toBe(400)
  })

  it('are removed, and neither their session nor their key works there any more', async () => {
    const gone = await join('gone@example.com', 'editor')
    const { value: key } = (await gone.ask('POST', '/api/v1/keys', { body: { name: 'x' } })).body
    expect((await api.ask('GET', '/api/v1/monitors', { key })).status).toBe(200)
    const id = await idOf(gone)
    expect((await remove(owner, id)).body).toEqual({ deleted: true, id })
    expect((await api.ask('GET', '/api/v1/monitors', { key })).status).toBe(403)
    expect((await gone.ask('GET', '/api/v1/monitors')).status).toBe(403)
    expect((await remove(owner, id)).status).toBe(404)
  })

  it('may leave, but for the last owner, and admins touch no owner', async () => {
    const ownerId = await idOf(owner)
    const admin = await join('admin2@example.com', 'admin')
    expect((await setRole(admin, ownerId, 'viewer')).status).toBe(403)
    expect((await remove(admin, ownerId)).status).toBe(403)
    for (const answer of [await remove(owner, ownerId), await setRole(owner, ownerId, 'admin')]) {
      expect([answer.status, answer.body.error]).toEqual([409, expect.stringContaining('last')])
    }
    expect((await remove(admin, await idOf(admin))).status).toBe(200)
  })

  it('hand the installation over with its last owner but one', async () => {
    const heir = await join('heir@example.com', 'owner')
    const [ownerId, heirId] = [await idOf(owner), await idOf(heir)]
    expect((await setRole(heir, ownerId, 'viewer')).status).toBe(200)
    const { rows } = await api.db.query({
      text: 'select p.public_id as id from installation i join people p on p.id = i.owner_person_id',
    })
    expect(rows).toEqual([{ id: heirId }])
    // Two owners who take each other out at once: one remains.
    expect((await setRole(heir, ownerId, 'owner')).status).toBe(200)
    const both = await Promise.all([remove(heir, ownerId), remove(owner, heirId)])
    expect(both.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
  })
})
