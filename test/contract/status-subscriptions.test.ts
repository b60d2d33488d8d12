import { beforeAll, afterAll, describe, expect, it } from 'vitest'
import { askSubscriber } from '../../controller/src/db/status-page-subscribers.ts'
import { hashSecret } from '../../controller/src/secrets/secret-tokens.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

let api: TestApi
let page: { id: string; url: string }

beforeAll(async () => {
  // Nothing is sent here: mails leave by jobs.
  api = await openTestApi({ smtpUrl: 'smtp://127.0.0.1:1' })
  const created = await api.ask('POST', '/api/v1/status-pages', {
    body: { slug: 'example', title: 'Example', published: true },
  })
  page = created.body.statusPage
})
afterAll(async () => api.close())

const post = (url: string, fields: Record<string, string>, more: object = {}) =>
  api.ask('POST', url, {
    key: null,
    payload: new URLSearchParams(fields).toString(),
    headers: FORM,
    ...more,
  })
const look = (url: string) => api.ask('GET', url, { key: null })
const subscribe = (email: string, more: object = {}) =>
  post('/status/example/subscribe', { email }, more)

/** As the job does, whose mail has both tokens. */
async function asked(email: string): Promise<{ token: string; unsubscribeToken: string }> {
  const { rows } = await api.db.query<{ id: number }>(
    { text: 'select id from status_pages where public_id = $1' },
    [page.id],
  )
  const token = `confirm-${email}`
  const unsubscribeToken = `leave-${email}`
  await askSubscriber(
    api.db,
    {
      publicId: `sub_${email}`,
      pageId: rows[0]?.id ?? 0,
      email,
      tokenHash: hashSecret(token),
      tokenExpiresAt: new Date(api.clock.now.getTime() + 60_000),
      unsubscribeToken,
      createdAt: api.clock.now,
    },
    5_000,
  )
  return { token, unsubscribeToken }
}

describe('subscribing to a status page', () => {
  it('is offered on the page, and is answered alike whoever asks', async () => {
    expect((await look('/status/example')).body).toContain('action="/status/example/subscribe"')
    const { token } = await asked('known@example.com')
    await post('/status/example/confirm', { token })
    const known = await subscribe('known@example.com')
    expect(known.status).toBe(200)
    expect(known.body).toContain('Look into your mail')
    expect((await subscribe('new@example.com')).body).toBe(known.body)
  })

  it('is refused for what is no address, from other sites, and on no page', async () => {
    expect(await subscribe('<b>no</b>')).toMatchObject({ status: 400 })
    const elsewhere = { headers: { ...FORM, 'sec-fetch-site': 'cross-site' } }
    expect((await subscribe('new@example.com', elsewhere)).status).toBe(403)
    expect((await post('/status/none/subscribe', { email: 'a@example.com' })).status).toBe(404)
  })

  it('is refused in the frame of the page when it is asked for too often', async () => {
    for (let count = 0; count < 3; count += 1) await subscribe('often@example.com')
    const refused = await subscribe('Often@Example.com')
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe('3600')
    expect(refused.body).toContain('too often')
    for (let count = 0; count < 20; count += 1) {
      await subscribe(`n${count}@example.com`, { ip: '192.0.2.7' })
    }
    expect((await subscribe('other@example.com', { ip: '192.0.2.7' })).status).toBe(429)
  })

  it('needs the button behind the mailed link', async () => {
    const { token } = await asked('button@example.com')
    const shown = await look(`/status/example/confirm?token=${encodeURIComponent(token)}`)
    expect(shown.body).toContain('button@example.com')
    expect(shown.headers['content-security-policy']).toContain("form-action 'self'")
    expect(await emails()).not.toContain('button@example.com')
    expect((await post('/status/example/confirm', { token })).body).toContain('You are subscribed')
    expect(await emails()).toContain('button@example.com')
    expect((await look('/status/example/confirm?token=none')).status).toBe(404)
  })

  it('ends with one click of a mail program, and with the button behind the link', async () => {
    const tokens = await Promise.all(['one@example.com', 'two@example.com'].map(asked))
    for (const { token } of tokens) await post('/status/example/confirm', { token })
    const [one, two] = tokens.map(({ unsubscribeToken: token }) => token)
    const shown = await look(`/status/example/unsubscribe?token=${one}`)
    expect(shown.body).toContain('one@example.com')
    expect(await emails()).toContain('one@example.com')
    const click = { 'List-Unsubscribe': 'One-Click' }
    expect((await post(`/status/example/unsubscribe?token=${one}`, click)).status).toBe(200)
    await post('/status/example/unsubscribe', { token: two ?? '' })
    const left = await emails()
    expect(left).not.toContain('one@example.com')
    expect(left).not.toContain('two@example.com')
  })

  it('is ended by no token that the database cannot hold', async () => {
    const shown = await look('/status/example/unsubscribe?token=a%00b')
    expect(shown).toMatchObject({ status: 200, body: expect.stringContaining('unsubscribed') })
    expect((await post('/status/example/unsubscribe', { token: 'a\0b' })).status).toBe(200)
  })

  it('works, and ends, also when the page is not published any more', async () => {
    const { token, unsubscribeToken } = await asked('hidden@example.com')
    await post('/status/example/confirm', { token })
    await publish(false)
    const left = await post(`/status/example/unsubscribe?token=${unsubscribeToken}`, {})
    expect(left).toMatchObject({ status: 200, body: expect.stringContaining('unsubscribed') })
    await publish(true)
  })
})

describe('subscribers', () => {
  it('are read and removed by those who decide over the page', async () => {
    const { token } = await asked('reader@example.com')
    await post('/status/example/confirm', { token })
    const path = `/api/v1/status-pages/${page.id}/subscribers`
    const viewer = await api.keyOf('viewer')
    expect((await api.ask('GET', path, { key: viewer })).status).toBe(403)
    expect((await api.ask('DELETE', `${path}/sub_reader@example.com`)).status).toBe(200)
    expect(await emails()).not.toContain('reader@example.com')
    expect((await api.ask('DELETE', `${path}/sub_reader@example.com`)).status).toBe(404)
    expect((await api.ask('GET', '/api/v1/status-pages/stp_none/subscribers')).status).toBe(404)
  })
})

async function emails(): Promise<string[]> {
  const { body } = await api.ask('GET', `/api/v1/status-pages/${page.id}/subscribers`)
  return body.subscribers.map(({ email }: { email: string }) => email)
}

const publish = (published: boolean) =>
  api.ask('PATCH', `/api/v1/status-pages/${page.id}`, { body: { published } })
