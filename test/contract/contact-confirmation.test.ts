import { describe, expect, it, onTestFinished } from 'vitest'
import { createKeyFor } from '../../controller/src/accounts/keys.ts'
import { insertMembership, insertPerson } from '../../controller/src/db/people.ts'
import type { MailCatcher } from '../helpers/mail-catcher.ts'
import { catchMail } from '../helpers/mail-catcher.ts'
import { mailedLink } from '../helpers/mailed-link.ts'
import { insertWorkspace } from '../helpers/rows.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

const PATH = '/api/v1/alerting/contacts'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

let api: TestApi
let mail: MailCatcher
/** Key of a workspace beside the operator's. */
let key: string
async function open(): Promise<void> {
  mail = await catchMail()
  api = await openTestApi({ smtpUrl: mail.url })
  onTestFinished(() => api.close())
  key = await keyElsewhere('mia@tenant.example')
}

async function keyElsewhere(email: string): Promise<string> {
  const workspaceId = await insertWorkspace(api.db)
  const person = { publicId: `psn_${email}`, name: 'Mia', createdAt: api.clock.now }
  const personId = await insertPerson(api.db, person)
  await api.db.query({ text: 'update people set email = $2 where id = $1' }, [personId, email])
  const createdAt = api.clock.now
  await insertMembership(api.db, { workspaceId, personId, role: 'owner', createdAt })
  const made = await createKeyFor(api.db, { workspaceId, personId }, { name: 'x', now: createdAt })
  return made.key
}

interface Contact {
  readonly id: string
  readonly name: string
}

let count = 0
async function create(email: string, askKey = key): Promise<Contact> {
  count += 1
  const body = { name: `Contact ${count}`, email }
  const answer = await api.ask('POST', PATH, { key: askKey, body })
  expect(answer.status).toBe(201)
  return answer.body.contact as Contact
}
const read = async (id: string) => (await api.ask('GET', `${PATH}/${id}`, { key })).body.contact
const test = (id: string, headers = {}) => api.ask('POST', `${PATH}/${id}/test`, { key, headers })
const look = (token: string) =>
  api.ask('GET', `/confirm-contact?token=${encodeURIComponent(token)}`, { key: null })
const press = (token: string) =>
  api.ask('POST', '/confirm-contact', {
    key: null,
    payload: new URLSearchParams({ token }).toString(),
    headers: FORM,
  })
const tokenOf = (link: URL) => link.searchParams.get('token') ?? ''

describe('an address beside the operator’s workspace', () => {
  it('is confirmed by the button behind a mailed link, not by following it', async () => {
    await open()
    const contact = await create('on@example.com')
    expect(contact).toMatchObject({ emailConfirmed: false, verified: false })
    const tested = await test(contact.id, { host: 'evil.example', 'x-forwarded-host': 'evil' })
    expect(tested.body.results).toEqual([
      { channel: 'email', ok: false, error: expect.stringContaining('not confirmed yet') },
    ])
    const link = mailedLink(mail)
    expect(link.origin).toBe('http://localhost')
    expect(mail.mails.at(-1)?.to).toEqual(['on@example.com'])
    expect(mail.mails.at(-1)?.headers.get('subject')).toBe(
      '[Sightline] Confirm your address for alerts',
    )
    // What the workspace calls things is no business of whoever reads this.
    expect(mail.mails.at(-1)?.source).not.toContain(contact.name)

    const token = tokenOf(link)
    const pages = [await look(token), await look(token)]
    for (const page of pages) {
      expect(page.status).toBe(200)
      expect(page.body).toContain('on@example.com')
      expect(page.headers['referrer-policy']).toBe('no-referrer')
      expect(page.headers).not.toHaveProperty('access-control-allow-origin')
    }
    expect(await read(contact.id)).toMatchObject({
      emailConfirmed: false,
      confirmationSentAt: api.clock.now.toISOString(),
    })

    expect((await press(token)).body).toContain('is confirmed')
    expect(await read(contact.id)).toMatchObject({ emailConfirmed: true, verified: true })
    expect((await press(token)).status).toBe(200)
    const { body } = await test(contact.id)
    expect(body.results).toEqual([{ channel: 'email', ok: true, error: null }])
    expect(mail.mails.at(-1)?.headers.get('subject')).toBe('[Sightline] Test alert')

    const { rows } = await api.db.query<{ kept: string }>({
      text: 'select row_to_json(c)::text as kept from contact_confirmations c',
    })
    expect(rows).toHaveLength(1)
    expect(rows[0]?.kept).not.toContain(token)
  })

  it('is asked for anew when it changes, and a link for the old one confirms nothing', async () => {
    await open()
    const contact = await create('old@example.com')
    await test(contact.id)
    const token = tokenOf(mailedLink(mail))
    const path = `${PATH}/${contact.id}`
    await api.ask('PATCH', path, { key, body: { name: `Renamed ${count}` } })
    expect((await press(token)).status).toBe(200)
    expect(await read(contact.id)).toMatchObject({ emailConfirmed: true })
    const changed = await api.ask('PATCH', path, { key, body: { email: 'new@example.com' } })
    expect(changed.body.contact).toMatchObject({
      emailConfirmed: false,
      verified: false,
      confirmationSentAt: null,
    })
    expect((await look(token)).status).toBe(410)
    expect((await press(token)).status).toBe(410)
    expect(await read(contact.id)).toMatchObject({ emailConfirmed: false })
    await api.ask('PATCH', path, { key, body: { email: 'old@example.com' } })
    expect((await look(token)).status).toBe(410)
    await api.ask('DELETE', path, { key })
    expect((await press(token)).status).toBe(404)
  })

  it('cannot be confirmed by a link that is over, or that nobody made', async () => {
    await open()
    const contact = await create('late@example.com')
    await test(contact.id)
    const token = tokenOf(mailedLink(mail))
    api.passMinutes(7 * 24 * 60)
    for (const answer of [await look(token), await press(token)]) {
      expect(answer.status).toBe(410)
      expect(answer.body).toContain('has expired')
    }
    for (const odd of ['', 'x', '\0', '"><script>']) {
      const page = await look(odd)
      expect(page.status).toBe(404)
      expect(page.body).not.toContain('<script>')
      expect((await press(odd)).status).toBe(404)
    }
    expect(await read(contact.id)).toMatchObject({ emailConfirmed: false })
  })

  it('counts as confirmed when somebody of the workspace signs in with it', async () => {
    await open()
    expect(await create('MIA@tenant.example')).toMatchObject({ emailConfirmed: true })
    const stranger = await keyElsewhere('sam@tenant.example')
    expect(await create('mia@tenant.example', stranger)).toMatchObject({ emailConfirmed: false })
  })

  it('gets few links in an hour from a workspace, and the next when it may', async () => {
    await open()
    const contacts = [await create('once@example.com'), await create('ONCE@example.com')]
    const before = mail.mails.length
    const errors: string[] = []
    for (const { id } of [...contacts, ...contacts]) {
      // oxlint-disable-next-line no-await-in-loop
      errors.push((await test(id)).body.results[0].error)
    }
    expect(mail.mails.length - before).toBe(3)
    expect(errors[3]).toContain('the next is mailed in 60 minutes')
    const { rows } = await api.db.query<{ inMinutes: number }>(
      {
        text: `select extract(epoch from j.run_at - $1)::float8 / 60 as "inMinutes"
        from graphile_worker.jobs j where j.key = $2`,
      },
      [api.clock.now, `confirm ${contacts[1]?.id}`],
    )
    expect(rows).toEqual([{ inMinutes: 60 }])
  })
})

it('asks the operator’s own contacts only where the operator wants it', async () => {
  await open()
  expect(await create('own@example.com', api.key)).toMatchObject({ emailConfirmed: null })
  const strict = await openTestApi({ smtpUrl: mail.url, confirmContacts: true })
  const body = { name: 'Own', email: 'own@example.com' }
  const made = await strict.ask('POST', PATH, { body })
  const list = await strict.ask('GET', PATH)
  await strict.close()
  expect(made.body.contact).toMatchObject({ emailConfirmed: false })
  expect(list.body.contacts).toMatchObject([{ emailConfirmed: false }])
})

it('tests a contact few times in ten minutes, and a workspace few times in an hour', async () => {
  await open()
  const contact = await create('mia@tenant.example')
  const statuses: number[] = []
  for (let n = 0; n < 6; n += 1) {
    // oxlint-disable-next-line no-await-in-loop
    statuses.push((await test(contact.id)).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  const refused = await test(contact.id)
  expect(refused.headers['retry-after']).toBe('600')
  expect(refused.body.error).toContain('Try again in 600 seconds')
  api.passMinutes(10)
  expect((await test(contact.id)).status).toBe(200)
  await api.db.query({
    text: `insert into contact_sendings (workspace_id, kind, subject, at)
      select workspace_id, 'test', 'other', at from contact_sendings, generate_series(1, 30)
      where kind = 'test' order by at desc limit 30`,
  })
  expect((await test(contact.id)).status).toBe(429)
})
