import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makePasswordLink } from '../../controller/src/accounts/password-link.ts'
import { removeSecondFactor } from '../../controller/src/db/second-factors.ts'
import { eventually } from '../helpers/eventually.ts'
import { catchMail } from '../helpers/mail-catcher.ts'
import { mailedLink } from '../helpers/mailed-link.ts'
import type { Browser } from '../helpers/signed-in.ts'
import { openBrowser, PASSWORD, signIn, signUpOwner } from '../helpers/signed-in.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'
import { codeOf } from '../helpers/totp.ts'

const OWNER = 'owner@example.com'

let api: TestApi
let owner: Browser
beforeAll(async () => {
  api = await openTestApi()
  owner = await signUpOwner(api)
})
afterAll(() => api.close())
beforeEach(() => api.passMinutes(31))

/** The instant of so many codes ahead of the one that an authenticator shows now. */
const stepsAhead = (steps: number) => performance.timeOrigin + performance.now() + steps * 30_000

const post = (browser: Browser, path: string, body: unknown) =>
  browser.ask('POST', `/api/auth${path}`, { body })

describe('a forgotten password', () => {
  it('is replaced by a mailed link, once, and every session and other link ends; nobody else gets a mail', async () => {
    const mail = await catchMail()
    const mailing = await openTestApi({ smtpUrl: mail.url })
    try {
      const browser = await signUpOwner(mailing)
      await mailing.db.query({ text: `update people set time_zone = 'Asia/Tokyo'` })
      const ask = (email: string) =>
        post(openBrowser(mailing), '/request-password-reset', { email })
      for (const email of ['nobody@example.com', 'OWNER@example.com']) {
        const { status, body, headers } = await ask(email)
        expect([status, body, headers['set-cookie']]).toEqual([200, { asked: true }, undefined])
      }
      await eventually(() => mail.mails.length > 0)
      expect(mail.mails.map(({ to }) => to)).toEqual([[OWNER]])
      expect(mail.mails[0]?.text).toMatch(/works until: \S+ \S+ Asia\/Tokyo, .* UTC/)
      const token = mailedLink(mail, 'reset-password').searchParams.get('token') ?? ''
      const { rows } = await mailing.db.query({ text: 'select * from person_verifications' })
      expect(rows).toHaveLength(1)
      expect(JSON.stringify(rows)).not.toContain(token)
      const reset = (newPassword: string) =>
        post(openBrowser(mailing), '/reset-password', { token, newPassword })
      const other = await makePasswordLink(mailing.db, OWNER, new Date())
      expect((await reset('short')).status).toBe(400)
      expect((await reset('a new password')).body).toEqual({ changed: true })
      const dead = await openBrowser(mailing).ask('GET', `/reset-password?token=${token}`)
      expect([dead.status, dead.body]).toEqual([
        410,
        expect.stringContaining('/sign-in?forgot=yes'),
      ])
      const again = await reset('yet another one')
      expect([again.status, again.body.error]).toEqual([400, expect.stringContaining('expired')])
      const late = { token: other?.token, newPassword: 'somebody found the other link' }
      expect((await post(openBrowser(mailing), '/reset-password', late)).status).toBe(400)
      expect((await browser.ask('GET', '/api/v1/me')).status).toBe(401)
      expect((await signIn(browser, OWNER)).status).toBe(401)
      expect((await signIn(browser, OWNER, 'a new password')).status).toBe(200)
    } finally {
      await mailing.close()
    }
  })

  it('is replaced by a link of the operator, on a page without scripts', async () => {
    const link = await makePasswordLink(api.db, OWNER, new Date())
    const page = openBrowser(api)
    const shown = await page.ask('GET', `/reset-password?token=${link?.token}`)
    expect([shown.status, shown.body]).toEqual([200, expect.stringContaining('type="password"')])
    const send = (password: string) =>
      page.ask('POST', '/reset-password', {
        payload: new URLSearchParams({ token: link?.token ?? '', password }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    expect((await send('short')).status).toBe(400)
    expect((await send(PASSWORD)).status).toBe(200)
    expect((await send(PASSWORD)).status).toBe(410)
    expect((await signIn(owner, OWNER)).status).toBe(200)
    expect(await makePasswordLink(api.db, 'nobody@example.com', new Date())).toBeNull()
  })

  it('shows no form behind a link that was used, is over or never was, but how to get another', async () => {
    const page = openBrowser(api)
    const tokenAt = async (at: Date) => (await makePasswordLink(api.db, OWNER, at))?.token ?? ''
    const used = await tokenAt(new Date())
    await post(page, '/reset-password', { token: used, newPassword: PASSWORD })
    const over = await tokenAt(new Date(api.clock.now.getTime() - 3_600_001))
    for (const token of [used, over, 'never-was', 'a%00b', '']) {
      const { status, body } = await page.ask('GET', `/reset-password?token=${token}`)
      expect([status, body]).toEqual([
        410,
        expect.stringContaining('npm run cli -- reset-password'),
      ])
      expect(body).not.toContain('<form')
      const sent = await page.ask('POST', '/reset-password', {
        payload: new URLSearchParams({ token, password: 'short' }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      expect([sent.status, sent.body]).toEqual([410, expect.not.stringContaining('<form')])
    }
    expect((await signIn(owner, OWNER)).status).toBe(200)
  })

  it('is not replaced by a link that the database cannot hold', async () => {
    const browser = openBrowser(api)
    const asked = await post(browser, '/reset-password', { token: 'a\0b', newPassword: PASSWORD })
    expect([asked.status, asked.body.error]).toEqual([400, expect.stringContaining('NUL')])
    const sent = await browser.ask('POST', '/reset-password', {
      payload: new URLSearchParams({ token: 'a\0b', password: PASSWORD }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(sent.status).toBe(410)
  })

  it('is a matter of the operator where there is no mail', async () => {
    const { status, body } = await post(openBrowser(api), '/request-password-reset', {
      email: OWNER,
    })
    expect([status, body.error]).toEqual([409, expect.stringContaining('reset-password')])
  })
})

describe('another address', () => {
  const ASKED = { email: 'Ada.Lovelace@example.com', password: PASSWORD }

  it('is confirmed by a mailed link, by whoever is signed in; the one before is told, and its links end', async () => {
    const mail = await catchMail()
    const mailing = await openTestApi({ smtpUrl: mail.url })
    try {
      const browser = await signUpOwner(mailing)
      const ask = (body: unknown) => browser.ask('POST', '/api/v1/me/email', { body })
      expect((await ask({ ...ASKED, password: 'not the password' })).status).toBe(400)
      expect((await ask({ ...ASKED, email: OWNER })).status).toBe(409)
      expect(mail.mails).toEqual([])
      const reset = await makePasswordLink(mailing.db, OWNER, new Date())
      const asked = await ask(ASKED)
      expect([asked.status, asked.body]).toEqual([
        200,
        {
          asked: true,
          email: 'ada.lovelace@example.com',
          expiresAt: expect.any(String) as string,
        },
      ])
      expect(mail.mails.map(({ to }) => to)).toEqual([['ada.lovelace@example.com']])
      expect((await browser.ask('GET', '/api/v1/me')).body.person.email).toBe(OWNER)
      const { pathname, search, searchParams } = mailedLink(mail, 'confirm-email')
      const token = searchParams.get('token') ?? ''
      const stranger = await openBrowser(mailing).ask('GET', pathname + search)
      expect([stranger.status, stranger.body]).toEqual([200, expect.stringContaining('sign in')])
      expect(stranger.body).not.toContain('<form')
      const shown = await browser.ask('GET', pathname + search)
      expect([shown.status, shown.body]).toEqual([200, expect.stringContaining('<form')])
      const send = (who: Browser) =>
        who.ask('POST', '/confirm-email', {
          payload: new URLSearchParams({ token }).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
      expect((await send(openBrowser(mailing))).body).toContain('sign in')
      expect((await send(browser)).body).toContain('ada.lovelace@example.com')
      expect(mail.mails.at(-1)?.to).toEqual([OWNER])
      expect((await browser.ask('GET', '/api/v1/me')).body.person.email).toBe(
        'ada.lovelace@example.com',
      )
      expect((await send(browser)).status).toBe(410)
      const confirm = await browser.ask('POST', '/api/v1/me/email/confirm', { body: { token } })
      expect(confirm.status).toBe(400)
      const late = await post(openBrowser(mailing), '/reset-password', {
        token: reset?.token,
        newPassword: 'a new password',
      })
      expect(late.status).toBe(400)
      expect((await signIn(openBrowser(mailing), OWNER)).status).toBe(401)
      expect((await signIn(openBrowser(mailing), ASKED.email)).status).toBe(200)
    } finally {
      await mailing.close()
    }
  })

  it('says nothing of other accounts but to who reads their mail', async () => {
    const mail = await catchMail()
    const mailing = await openTestApi({ smtpUrl: mail.url })
    try {
      const browser = await signUpOwner(mailing)
      await mailing.db.query({
        text: `insert into people (public_id, name, email) values ('psn_other', 'Grace', 'grace@example.com')`,
      })
      const { status } = await browser.ask('POST', '/api/v1/me/email', {
        body: { ...ASKED, email: 'grace@example.com' },
      })
      expect(status).toBe(200)
      expect(mail.mails.map(({ to, source }) => [to, source.includes('confirm-email')])).toEqual([
        [['grace@example.com'], false],
      ])
    } finally {
      await mailing.close()
    }
  })

  it('is a matter of the operator where there is no mail', async () => {
    const { status, body } = await owner.ask('POST', '/api/v1/me/email', { body: ASKED })
    expect([status, body.error]).toEqual([409, expect.stringContaining('change-email')])
  })
})

describe('a second factor', () => {
  let uri: string
  let backupCodes: string[]

  /** Each test may use every code that is shown now. */
  beforeEach(() => api.db.query({ text: 'update person_second_factors set last_step = null' }))

  it('is set up by a code, and then asked for with the password', async () => {
    const wrong = await post(owner, '/two-factor/enable', { password: 'not the password' })
    expect(wrong.status).toBe(400)
    const { status, body } = await post(owner, '/two-factor/enable', { password: PASSWORD })
    expect([status, body]).toEqual([
      200,
      {
        uri: expect.stringMatching(/^otpauth:\/\/totp\/Sightline/),
        backupCodes: expect.any(Array),
      },
    ])
    uri = body.uri
    backupCodes = body.backupCodes
    expect((await owner.ask('GET', '/api/v1/me')).body.secondFactor).toBe(false)
    expect((await post(owner, '/two-factor/verify', { code: '000000' })).status).toBe(401)
    expect((await post(owner, '/two-factor/verify', { code: codeOf(uri) })).body).toEqual({
      signedIn: true,
    })
    expect((await owner.ask('GET', '/api/v1/me')).body.secondFactor).toBe(true)

    const browser = openBrowser(api)
    const first = await signIn(browser, OWNER)
    expect([first.status, first.body]).toEqual([200, { signedIn: false, needs: 'secondFactor' }])
    expect((await browser.ask('GET', '/api/v1/me')).status).toBe(401)
    const refused = await post(browser, '/two-factor/verify', { code: '000000' })
    expect([refused.status, refused.body.error]).toEqual([
      401,
      expect.stringContaining('not right'),
    ])
    const code = codeOf(uri, stepsAhead(1))
    expect((await post(browser, '/two-factor/verify', { code })).status).toBe(200)
    expect((await browser.ask('GET', '/api/v1/me')).status).toBe(200)
  })

  it('takes each code once, and none from before it, also of two who send it at the same time', async () => {
    const enter = async (code: string) => {
      const browser = openBrowser(api)
      await signIn(browser, OWNER)
      const { status, body } = await post(browser, '/two-factor/verify', { code })
      return { browser, status, error: body.error }
    }
    const [before, present, next] = [-1, 0, 1].map((steps) => codeOf(uri, stepsAhead(steps)))
    const both = await Promise.all([enter(present ?? ''), enter(present ?? '')])
    expect(both.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    expect(both.map(({ status }) => status)).toContain(401)
    expect((await enter(before ?? '')).status).toBe(401)
    const { browser, status, error } = await enter(present ?? '')
    expect([status, error]).toEqual([401, expect.stringContaining('was used')])
    expect((await browser.ask('GET', '/api/v1/me')).status).toBe(401)
    // Whoever is told so goes on with the next one, without the password.
    expect((await post(browser, '/two-factor/verify', { code: next })).status).toBe(200)
  })

  it('takes codes again once a clock that was an hour ahead is set back', async () => {
    await api.db.query({ text: 'update person_second_factors set last_step = last_step + 120' })
    const browser = openBrowser(api)
    await signIn(browser, OWNER)
    const { status } = await post(browser, '/two-factor/verify', { code: codeOf(uri) })
    expect(status).toBe(200)
  })

  it('is stored so that the database alone is of no use', async () => {
    const { rows } = await api.db.query<{ secret: string; codes: string }>({
      text: 'select secret, backup_codes as codes from person_second_factors',
    })
    const shown = new URL(uri).searchParams.get('secret') ?? ''
    for (const text of [rows[0]?.secret, rows[0]?.codes]) {
      expect(text).toMatch(/^\$ba\$\d+\$/)
      for (const open of [shown, ...backupCodes]) expect(text).not.toContain(open)
    }
  })

  it('gives way to each backup code once', async () => {
    const [code = ''] = backupCodes
    const browser = openBrowser(api)
    await signIn(browser, OWNER)
    expect((await post(browser, '/two-factor/verify-backup-code', { code })).status).toBe(200)
    const again = openBrowser(api)
    await signIn(again, OWNER)
    expect((await post(again, '/two-factor/verify-backup-code', { code })).status).toBe(401)
    const made = await post(browser, '/two-factor/backup-codes', { password: PASSWORD })
    expect(made.body.backupCodes).toHaveLength(10)
    expect(
      (await post(again, '/two-factor/verify-backup-code', { code: backupCodes[1] })).status,
    ).toBe(401)
  })

  it('is not asked for on a browser that is trusted', async () => {
    const browser = openBrowser(api)
    await signIn(browser, OWNER)
    await post(browser, '/two-factor/verify', { code: codeOf(uri), trustDevice: true })
    await post(browser, '/sign-out', {})
    expect((await signIn(browser, OWNER)).body).toEqual({ signedIn: true, needs: null })
  })

  it('ends guessing after five codes', async () => {
    const browser = openBrowser(api)
    await signIn(browser, OWNER)
    const guess = () => post(browser, '/two-factor/verify', { code: '000000' })
    for (let n = 0; n < 5; n += 1) expect((await guess()).status).toBe(401)
    expect((await guess()).body.error).toContain('sign in with your password')
    const right = await post(browser, '/two-factor/verify', { code: codeOf(uri) })
    expect(right.status).toBe(401)
  })

  it('is removed with the password', async () => {
    expect((await post(owner, '/two-factor/disable', { password: 'wrong one' })).status).toBe(400)
    expect((await post(owner, '/two-factor/disable', { password: PASSWORD })).status).toBe(200)
    expect((await owner.ask('GET', '/api/v1/me')).body.secondFactor).toBe(false)
    expect((await signIn(openBrowser(api), OWNER)).body.signedIn).toBe(true)
  })

  it('that was lost is removed by the operator', async () => {
    const { body } = await post(owner, '/two-factor/enable', { password: PASSWORD })
    await post(owner, '/two-factor/verify', { code: codeOf(body.uri) })
    expect((await signIn(openBrowser(api), OWNER)).body.signedIn).toBe(false)
    expect(await removeSecondFactor(api.db, OWNER)).toBe(true)
    expect(await removeSecondFactor(api.db, OWNER)).toBe(false)
    expect((await signIn(openBrowser(api), OWNER)).body.signedIn).toBe(true)
  })
})
