import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ContactList, ContactObject } from '../../controller/src/api/schemas/contact.ts'
import { catchMail } from '../helpers/mail-catcher.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'
import { receiveWebhooks } from '../helpers/webhook-receiver.ts'

const PATH = '/api/v1/alerting/contacts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ allow: '127.0.0.1/32' })
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.query({ text: 'delete from contacts' })
  await api.db.query({ text: 'delete from teams' })
  await api.db.query({ text: 'delete from request_bursts' })
})

let made = 0
const create = (body: object, key?: string) => {
  made += 1
  return api.ask('POST', PATH, {
    body: { name: `Contact ${made}`, ...body },
    ...(key === undefined ? {} : { key }),
  })
}
const change = (id: string, body: object) => api.ask('PATCH', `${PATH}/${id}`, { body })
const read = async (id: string) => (await api.ask('GET', `${PATH}/${id}`)).body.contact

const EVERYTHING = {
  name: 'On call',
  email: 'on@example.com',
  webhookUrl: 'https://hooks.example/a?b=c',
  webhookSecret: 'a-secret-of-the-webhook',
  slackUrl: 'https://hooks.slack.example/services/T/B/x',
  discordUrl: 'https://discord.example/api/webhooks/1/x',
  teamsUrl: 'https://teams.example/workflows/x',
  telegram: { botToken: `123456:${'A'.repeat(35)}`, chatId: '-1001234567890' },
  ntfyUrl: 'https://ntfy.example/alerts',
  ntfyToken: 'tk_secret',
  pagerdutyKey: 'R'.repeat(32),
  pagerdutyRegion: 'eu',
}

describe('creating a contact', () => {
  it('keeps every field, shows no secret, and lists its channels', async () => {
    const { status, body } = await create(EVERYTHING)
    expect(status).toBe(201)
    expect(body.contact).toEqual({
      id: expect.stringMatching(/^ctc_[A-Za-z0-9]{20}$/),
      name: 'On call',
      email: 'on@example.com',
      webhookUrl: 'https://hooks.example/a?b=c',
      webhookSecret: '***',
      slackUrl: '***',
      discordUrl: '***',
      teamsUrl: '***',
      telegram: { botToken: '***', chatId: '-1001234567890' },
      ntfyUrl: 'https://ntfy.example/alerts',
      ntfyToken: '***',
      pagerdutyKey: '***',
      pagerdutyRegion: 'eu',
      browsers: null,
      channels: ['email', 'webhook', 'slack', 'discord', 'teams', 'telegram', 'ntfy', 'pagerduty'],
      verified: false,
      failing: [],
      emailConfirmed: null,
      confirmationSentAt: null,
      createdAt: '2026-03-10T12:00:00.000Z',
    })
    expect(body.usage).toMatchObject({ tier: 'unlimited' })
    expect(ContactObject.strict().safeParse(body.contact).success).toBe(true)
    expect(await read(body.contact.id)).toEqual(body.contact)
    const { rows } = await api.db.query<{ text: string }>({
      text: 'select addresses::text as text from contacts',
    })
    for (const secret of ['a-secret-of', 'slack.example', '123456:', 'tk_secret', 'RRRR']) {
      expect(rows[0]?.text).not.toContain(secret)
    }
  })

  it('shows a webhook secret that it made, once', async () => {
    const { body } = await create({ webhookUrl: 'https://hooks.example/' })
    expect(body.contact.webhookSecret).toMatch(/^whsec_/)
    expect((await read(body.contact.id)).webhookSecret).toBe('***')
    const renewed = await change(body.contact.id, { webhookSecret: null })
    expect(renewed.body.contact.webhookSecret).toMatch(/^whsec_/)
    expect(renewed.body.contact.webhookSecret).not.toBe(body.contact.webhookSecret)
  })

  it.each([
    [{}, 'no way to be reached'],
    [{ email: null }, 'no way to be reached'],
    [{ name: '', email: 'a@b.example' }, 'The field "name" is ""'],
    [{ name: 'x'.repeat(101), email: 'a@b.example' }, 'at most 100 characters'],
    [{ name: 'a\nb', email: 'a@b.example' }, 'must not hold control characters'],
    [{ name: null, email: 'a@b.example' }, 'The field "name" is null'],
    [{ email: 'nobody' }, 'The field "email" is "nobody": it must be an e-mail address'],
    [{ email: 'a@b.example\r\nBcc: c@d.example' }, 'The field "email"'],
    [{ webhookUrl: 'ftp://hooks.example/' }, 'must be an http or https URL'],
    [{ webhookUrl: 'https://user:pw@hooks.example/' }, 'without a user name and password'],
    [
      { webhookUrl: 'http://127.0.0.2/' },
      'The field "webhookUrl" cannot be used: "127.0.0.2" is a loopback address',
    ],
    [
      { slackUrl: 'http://10.0.0.1/' },
      'The field "slackUrl" cannot be used: "10.0.0.1" is a private address',
    ],
    [{ teamsUrl: 'http://[::1]/' }, 'The field "teamsUrl" cannot be used'],
    [{ discordUrl: 'https://inside.example/' }, '"inside.example" resolves to a private address'],
    [{ webhookUrl: 'https://gone.example/' }, 'the name "gone.example" does not exist'],
    [
      { webhookUrl: 'https://hooks.example/', webhookSecret: 'short' },
      'The field "webhookSecret" is not valid: it must be 16 to 200',
    ],
    [{ email: 'a@b.example', webhookSecret: 'x'.repeat(20) }, 'belongs to "webhookUrl"'],
    [{ slackUrl: '***' }, 'stands for the value that is stored, and there is none'],
    [
      { telegram: { botToken: 'x', chatId: '1' } },
      'The field "telegram.botToken" is not valid: it must be a bot token',
    ],
    [
      { telegram: { botToken: EVERYTHING.telegram.botToken, chatId: 'me' } },
      'The field "telegram.chatId" is "me"',
    ],
    [{ telegram: { chatId: '1' } }, 'The field "telegram.botToken" is missing'],
    [{ ntfyUrl: 'https://ntfy.example/' }, 'must be the http or https URL of a topic'],
    [{ email: 'a@b.example', ntfyToken: 'tk' }, 'belongs to "ntfyUrl"'],
    [{ pagerdutyKey: 'short' }, 'must be an integration key'],
    [{ email: 'a@b.example', pagerdutyRegion: 'eu' }, 'belongs to "pagerdutyKey"'],
    [{ pagerdutyKey: 'R'.repeat(32), pagerdutyRegion: 'asia' }, '"pagerdutyRegion"'],
    [{ email: 'a@b.example', phone: '1' }, 'Unknown field "phone"'],
    [{ email: 5 }, 'The field "email" is 5'],
  ])('refuses %j', async (body, why) => {
    api.names.set('inside.example', { ok: true, addresses: ['192.168.0.1'], ms: 1 })
    api.names.set('gone.example', {
      ok: false,
      reason: 'nxdomain',
      message: 'The name gone.example does not exist.',
      ms: 1,
    })
    const answer = await create(body)
    expect(answer.status).toBe(400)
    expect(answer.body.error).toContain(why)
  })

  it('repeats no secret in an error', async () => {
    const { body } = await create({ slackUrl: 'nothing-but-a-secret', pagerdutyKey: 'hush hush' })
    expect(body.error).not.toContain('hush')
  })

  it('takes a name once, in any case', async () => {
    await create({ name: 'On call', email: 'a@b.example' })
    const again = await create({ name: 'ON CALL', email: 'a@b.example' })
    expect(again.status).toBe(409)
    expect(again.body.error).toContain('named "ON CALL" already')
  })

  it('ends at 500, exactly, also with many requests at once', async () => {
    await api.db.query({
      text: `insert into contacts (public_id, workspace_id, name, addresses, created_at)
        select 'ctc_x' || n, (select owner_workspace_id from installation), 'x' || n, '{}', now()
        from generate_series(1, 498) n`,
    })
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => create({ email: 'a@b.example' })),
    )
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      201, 201, 409, 409, 409,
    ])
    expect(answers.find((answer) => answer.status === 409)?.body.error).toContain('500')
  })
})

describe('reading contacts', () => {
  it('pages through them, newest first', async () => {
    for (const name of ['a', 'b', 'c']) {
      await create({ name, email: 'a@b.example' })
      api.clock.now = new Date(api.clock.now.getTime() + 1_000)
    }
    const { body } = await api.ask('GET', `${PATH}?page=2&per=2`)
    expect(ContactList.strict().safeParse(body).success).toBe(true)
    expect(body).toMatchObject({ total: 3, page: 2, per: 2 })
    expect(body.contacts.map((contact: { name: string }) => contact.name)).toEqual(['a'])
    expect((await api.ask('GET', `${PATH}?per=1000`)).body.per).toBe(200)
    expect((await api.ask('GET', `${PATH}?page=x`)).status).toBe(400)
  })

  it.each(['ctc_unknown', 'nonsense', 'mon_4fTq1Zb7Kx0Pq2Lr9sWd', '%00'])(
    'knows no contact %s',
    async (id) => {
      for (const method of ['GET', 'DELETE'])
        expect((await api.ask(method, `${PATH}/${id}`)).status).toBe(404)
      expect((await change(id, { name: 'x' })).status).toBe(404)
      expect((await api.ask('POST', `${PATH}/${id}/test`)).status).toBe(404)
    },
  )

  it('is for those who see monitoring, changing for those who manage it', async () => {
    const viewer = await api.keyOf('viewer')
    expect((await api.ask('GET', PATH, { key: viewer })).status).toBe(200)
    expect((await create({ email: 'a@b.example' }, viewer)).status).toBe(403)
    expect((await api.ask('GET', PATH, { key: await api.keyOf('analyst') })).status).toBe(403)
    expect((await api.ask('GET', PATH, { key: null })).status).toBe(401)
    expect((await api.ask('PUT', PATH)).status).toBe(405)
  })
})

describe('changing a contact', () => {
  it('changes what is sent, and what was tested has to be tested again', async () => {
    const { body } = await create(EVERYTHING)
    const { id } = body.contact
    await api.db.query({ text: 'update contacts set verified = true' })
    const renamed = await change(id, { name: 'Nights', slackUrl: '***', webhookSecret: '***' })
    expect(renamed.body.contact).toEqual({ ...body.contact, name: 'Nights', verified: true })
    const moved = await change(id, { slackUrl: null, email: 'new@example.com' })
    expect(moved.body.contact).toMatchObject({
      slackUrl: null,
      email: 'new@example.com',
      verified: false,
    })
    expect(moved.body.contact.channels).not.toContain('slack')
    expect(await read(id)).toEqual(moved.body.contact)
  })

  it('remembers where alerts do not arrive, but for the channels that lead elsewhere now', async () => {
    const { id } = (await create(EVERYTHING)).body.contact
    await api.db.query(
      {
        text: `insert into failing_destinations (workspace_id, recipient_id, channel, failing_since, attempts,
            last_error, next_attempt_at)
          select workspace_id, public_id, channel, now(), 3, 'No.', now()
          from contacts, unnest(array['webhook', 'slack', 'telegram']) channel where public_id = $1`,
      },
      [id],
    )
    const failing = async () =>
      ((await read(id)).failing as { channel: string }[]).map(({ channel }) => channel)
    await change(id, { name: 'Renamed' })
    await change(id, { telegram: EVERYTHING.telegram, slackUrl: '***' })
    await change(id, { email: 'other@example.com' })
    expect(await failing()).toEqual(['slack', 'telegram', 'webhook'])
    const { body } = await change(id, { webhookUrl: 'https://hooks.example/elsewhere' })
    expect(body.contact.failing).toMatchObject([{ channel: 'slack' }, { channel: 'telegram' }])
    await change(id, { telegram: null })
    expect(await failing()).toEqual(['slack'])
    await api.ask('DELETE', `${PATH}/${id}`)
    const { rows } = await api.db.query({ text: 'select from failing_destinations' })
    expect(rows).toEqual([])
  })

  it('refuses to leave no channel, a blocked address, a name that is taken', async () => {
    const { body } = await create({ email: 'a@b.example' })
    await create({ name: 'Taken', email: 'a@b.example' })
    const { id } = body.contact
    expect((await change(id, { email: null })).status).toBe(400)
    expect((await change(id, { webhookUrl: 'http://10.0.0.1/' })).status).toBe(400)
    expect((await change(id, { name: 'taken' })).status).toBe(409)
    expect((await change(id, {})).body.contact).toEqual(body.contact)
  })

  it('does both of two changes at once', async () => {
    const { body } = await create({ email: 'a@b.example' })
    const { id } = body.contact
    await Promise.all([
      change(id, { name: 'Both' }),
      change(id, { slackUrl: 'https://slack.example/x' }),
    ])
    expect(await read(id)).toMatchObject({ name: 'Both', channels: ['email', 'slack'] })
  })
})

describe('deleting a contact', () => {
  it('takes it out of monitors and teams', async () => {
    const { body } = await create({ email: 'a@b.example' })
    const other = (await create({ email: 'a@b.example' })).body.contact.id
    const { id } = body.contact
    const step = (afterMinutes: number, contactIds: string[]) => ({ afterMinutes, contactIds })
    const team = await api.ask('POST', '/api/v1/alerting/teams', {
      body: {
        name: 'Team',
        contactIds: [id, other],
        escalation: [step(5, [id]), step(10, [id, other])],
      },
    })
    const monitor = await api.ask('POST', '/api/v1/monitors', {
      body: { url: `https://deleting-${made}.example`, alerts: { contactIds: [id, other] } },
    })
    expect(monitor.body.monitor?.alerts.contactIds).toEqual([id, other])
    const answer = await api.ask('DELETE', `${PATH}/${id}`)
    expect(answer.body).toMatchObject({ deleted: true, id })
    expect((await api.ask('GET', `${PATH}/${id}`)).status).toBe(404)
    const after = await api.ask('GET', `/api/v1/monitors/${monitor.body.monitor.id}`)
    expect(after.body.monitor.alerts.contactIds).toEqual([other])
    const left = await api.ask('GET', `/api/v1/alerting/teams/${team.body.team.id}`)
    expect(left.body.team.contactIds).toEqual([other])
    expect(left.body.team.escalation).toEqual([
      { afterMinutes: 10, memberIds: [], contactIds: [other] },
    ])
  })

  it('is known to monitors: one that is gone cannot be named', async () => {
    const { body } = await create({ email: 'a@b.example' })
    await api.ask('DELETE', `${PATH}/${body.contact.id}`)
    const answer = await api.ask('POST', '/api/v1/monitors', {
      body: { url: 'https://naming.example', alerts: { contactIds: [body.contact.id] } },
    })
    expect(answer.status).toBe(400)
    expect(answer.body.error).toContain('"alerts.contactIds" names')
  })
})

describe('testing a contact', () => {
  it('says what each channel answered, and verifies it when all took the message', async () => {
    let status = 500
    const receiver = await receiveWebhooks((response) => response.writeHead(status).end())
    const { body } = await create({ webhookUrl: receiver.url, slackUrl: receiver.url })
    const { id } = body.contact
    const test = () => api.ask('POST', `${PATH}/${id}/test`)
    const failed = await test()
    expect(failed.status).toBe(200)
    expect(failed.body.results).toEqual([
      { channel: 'webhook', ok: false, error: 'The webhook answered 500.' },
      { channel: 'slack', ok: false, error: 'Slack answered 500.' },
    ])
    expect(failed.body.usage).toBeDefined()
    expect((await read(id)).verified).toBe(false)
    const odd = await api.ask('POST', `${PATH}/${id}/test`, { body: { channel: 'webhook' } })
    expect([odd.status, odd.body.error]).toEqual([400, 'Unknown field "channel".'])
    status = 200
    const passed = await test()
    expect(passed.body.results).toEqual([
      { channel: 'webhook', ok: true, error: null },
      { channel: 'slack', ok: true, error: null },
    ])
    expect((await read(id)).verified).toBe(true)
    status = 404
    await test()
    expect((await read(id)).verified).toBe(false)
    expect(JSON.parse(receiver.requests[0]?.body ?? '{}')).toMatchObject({
      kind: expect.stringMatching('test'),
      title: 'Test alert',
    })
  })

  it('sends mail where there is a mail server, and says what to do where there is none', async () => {
    const { body } = await create({ email: 'on@example.com' })
    const without = await api.ask('POST', `${PATH}/${body.contact.id}/test`)
    expect(without.body.results[0].error).toContain('has to set SMTP_URL')
    const mail = await catchMail()
    const other = await openTestApi({ smtpUrl: mail.url })
    const created = await other.ask('POST', PATH, { body: { name: 'x', email: 'on@example.com' } })
    const answer = await other.ask('POST', `${PATH}/${created.body.contact.id}/test`)
    await other.close()
    expect(answer.body.results).toEqual([{ channel: 'email', ok: true, error: null }])
    expect(mail.mails[0]?.headers.get('subject')).toBe('[Sightline] Test alert')
  })
})

it('a channel that only a newer version knows is passed over, and kept by a change', async () => {
  const { id } = (await create({ email: 'tomorrow@example.com' })).body.contact
  const pigeon = { loft: 'sealed:2:00000000:abc' }
  await api.db.query(
    {
      text: `update contacts set addresses = addresses || jsonb_build_object('pigeon', $2::jsonb)
        where public_id = $1`,
    },
    [id, JSON.stringify(pigeon)],
  )
  const list = await api.ask('GET', PATH)
  expect(list.status).toBe(200)
  const shown = list.body.contacts.find((contact: { id: string }) => contact.id === id)
  expect(shown.channels).toEqual(['email'])
  expect(JSON.stringify(shown)).not.toContain('sealed')
  expect((await change(id, { name: 'Renamed' })).status).toBe(200)
  const { rows } = await api.db.query<{ pigeon: unknown }>(
    { text: `select addresses -> 'pigeon' as pigeon from contacts where public_id = $1` },
    [id],
  )
  expect(rows).toEqual([{ pigeon }])
})
