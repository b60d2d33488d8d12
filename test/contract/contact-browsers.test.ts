import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

const PATH = '/api/v1/alerting/contacts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ allow: '127.0.0.1/32' })
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.query({ text: 'delete from contacts' })
  await api.db.query({ text: 'delete from request_bursts' })
})

let made = 0
const create = (body: object) => {
  made += 1
  return api.ask('POST', PATH, { body: { name: `Contact ${made}`, ...body } })
}
const change = (id: string, body: object) => api.ask('PATCH', `${PATH}/${id}`, { body })

describe('browsers of a contact', () => {
  const keys = {
    p256dh:
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const browser = (name: string) => ({ name, endpoint: `https://push.example/${name}`, keys })
  const idOf = (name: string) => {
    const hash = createHash('sha256').update(`https://push.example/${name}`).digest('base64url')
    return `brw_${hash.slice(0, 20)}`
  }
  const remove = (id: string, name: string, key?: string) =>
    api.ask('DELETE', `${PATH}/${id}/browsers/${idOf(name)}`, key === undefined ? {} : { key })
  const namesOf = (contact: { browsers: { name: string }[] | null }) =>
    contact.browsers?.map(({ name }) => name)

  it('subscribe with one key, at whichever controller', async () => {
    const beside = await openTestApi({ beside: api })
    const ask = (at: TestApi, key = at.key) => at.ask('GET', '/api/v1/alerting/push-key', { key })
    const answers = await Promise.all([ask(api), ask(beside), ask(api, await api.keyOf('viewer'))])
    const found = answers.map(({ body }) => body.publicKey)
    expect(new Set(found).size).toBe(1)
    expect(Buffer.from(found[0], 'base64url')).toHaveLength(65)
    const { rows } = await api.db.query<{ text: string }>({
      text: `select keys ->> 'privateKey' as text from push_keys`,
    })
    expect(rows.map(({ text }) => text)).toEqual([expect.stringMatching(/^sealed:2:/)])
    expect((await ask(api, await api.keyOf('analyst'))).status).toBe(403)
    await beside.close()
  })

  it('are added and removed one by one, and nothing of a subscription is told or lies open', async () => {
    const created = await create({ browsers: [browser('phone')] })
    expect(created.status).toBe(201)
    const { id } = created.body.contact
    expect(created.body.contact).toMatchObject({
      channels: ['push'],
      browsers: [{ id: idOf('phone'), name: 'phone', endedAt: null }],
    })
    const more = await change(id, { browsers: [browser('laptop')] })
    expect(namesOf(more.body.contact)).toEqual(['phone', 'laptop'])
    const renamed = await change(id, { browsers: [{ ...browser('phone'), name: 'Phone' }] })
    expect(namesOf(renamed.body.contact)).toEqual(['Phone', 'laptop'])
    expect(JSON.stringify(renamed.body)).not.toContain('push.example')
    const { rows } = await api.db.query<{ text: string }>({
      text: 'select addresses::text as text from contacts',
    })
    expect(rows[0]?.text).not.toMatch(/push\.example|BTBZMqHH/)

    expect(namesOf((await remove(id, 'laptop')).body.contact)).toEqual(['Phone'])
    expect((await remove(id, 'laptop')).status).toBe(404)
    const last = await remove(id, 'phone')
    expect([last.status, last.body.error]).toEqual([409, expect.stringContaining('the only way')])
    await change(id, { email: 'a@b.example' })
    expect((await remove(id, 'phone')).body.contact).toMatchObject({
      browsers: null,
      channels: ['email'],
    })
  })

  it('are changed by those who manage monitoring', async () => {
    const { id } = (await create({ browsers: [browser('one'), browser('two')] })).body.contact
    const viewer = await api.keyOf('viewer')
    const added = { body: { browsers: [browser('mine')] }, key: viewer }
    expect((await api.ask('PATCH', `${PATH}/${id}`, added)).status).toBe(403)
    expect((await remove(id, 'one', viewer)).status).toBe(403)
    expect((await remove(id, 'one', await api.keyOf('editor'))).status).toBe(200)
    expect((await remove('ctc_unknown', 'one')).status).toBe(404)
  })

  it('are no more than 20', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => browser(`b${n}`))
    const { id } = (await create({ browsers: many(20) })).body.contact
    const more = await change(id, { browsers: [browser('more')] })
    expect([more.status, more.body.error]).toEqual([409, expect.stringContaining('20 browsers')])
    expect((await create({ browsers: many(21) })).status).toBe(400)
  })

  it.each([
    [{ ...browser('a'), endpoint: 'http://push.example/a' }, 'must be an https URL'],
    [{ ...browser('a'), endpoint: 'https://10.0.0.1/a' }, '"10.0.0.1" is a private address'],
    [{ ...browser('a'), keys: { ...keys, p256dh: 'A'.repeat(87) } }, 'a point of the curve P-256'],
    [{ ...browser('a'), keys: { ...keys, auth: 'x' } }, 'must be 16 bytes in base64url'],
    [{ name: 'a' }, 'The field "browsers[0].endpoint" is missing'],
  ])('are refused as %j', async (sent, why) => {
    const answer = await create({ browsers: [sent] })
    expect(answer.status).toBe(400)
    expect(answer.body.error).toContain(why)
  })
})
