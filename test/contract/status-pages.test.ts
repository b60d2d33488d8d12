import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi()
})
afterAll(async () => api.close())

const PNG = `data:image/png;base64,${Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]).toString('base64')}`

async function monitor(name: string): Promise<string> {
  const { status, body } = await api.ask('POST', '/api/v1/monitors', {
    body: {
      name,
      url: `https://${name.replace(' ', '-')}.intern.example.com/secret-path`,
      type: 'web',
    },
  })
  expect(status).toBe(201)
  return body.monitor.id
}

async function create(fields: object) {
  return api.ask('POST', '/api/v1/status-pages', { body: { title: 'Example', ...fields } })
}

describe('status pages', () => {
  it('are made, read, listed, changed and deleted', async () => {
    const [one, two] = [await monitor('shop prod'), await monitor('search prod')]
    const created = await create({
      slug: 'whole',
      components: [{ monitorId: one, name: 'Shop', group: 'Website' }, { monitorId: two }],
    })
    expect(created.status).toBe(201)
    const { statusPage } = created.body
    expect(statusPage).toMatchObject({
      slug: 'whole',
      published: false,
      timezone: 'UTC',
      logoUrl: null,
      components: [
        { monitorId: one, monitorName: 'shop prod', name: 'Shop', group: 'Website' },
        { monitorId: two, name: 'search prod', group: null },
      ],
    })
    const where = `/api/v1/status-pages/${statusPage.id}`
    expect((await api.ask('GET', where)).body.statusPage).toEqual(statusPage)
    const changed = await api.ask('PATCH', where, {
      body: { logo: PNG, components: [{ monitorId: two, name: 'Search' }] },
    })
    expect(changed.body.statusPage).toMatchObject({
      logoUrl: expect.stringMatching(/\/status\/whole\/logo$/),
      components: [{ id: statusPage.components[1].id, name: 'Search' }],
    })
    const listed = await api.ask('GET', '/api/v1/status-pages')
    expect(listed.body).toMatchObject({ total: 1, statusPages: [{ id: statusPage.id }] })
    expect((await api.ask('DELETE', where)).body).toMatchObject({ deleted: true })
    expect((await api.ask('GET', where)).status).toBe(404)
  })

  it.each([
    [{ slug: 'Not Good' }, 'it must be 1 to 63 small letters'],
    [{ slug: 'a', timezone: 'Mars/Base' }, 'it must be a time zone'],
    [{ slug: 'a', color: 'red' }, 'it must be a colour'],
    [{ slug: 'a', homeUrl: 'javascript:alert(1)' }, 'it must be an http or https URL'],
    [{ slug: 'a', host: 'not a host' }, 'it must be a host name'],
    [{ slug: 'a', logo: 'data:text/html;base64,PGI+' }, 'it must be a data: URL of a PNG'],
    [{ slug: 'a', logo: 'data:image/png;base64,PGI+' }, 'it must be a data: URL of a PNG'],
    [{ slug: 'a', components: [{ monitorId: 'mon_none' }] }, 'The field "components[0].monitorId"'],
  ])('%j is refused at its field', async (fields, sentence) => {
    const { status, body } = await create(fields)
    expect(status).toBe(400)
    expect(body.error).toContain(sentence)
  })

  it('has at most 200 services, and says where more go', async () => {
    // What was made before counts for a minute.
    api.passMinutes(2)
    const components = Array.from({ length: 201 }, (_, index) => ({ monitorId: `mon_${index}` }))
    const { status, body } = await create({ slug: 'many', components })
    expect(status).toBe(400)
    expect(body.error).toContain('at most 200 entries long: what more there is to show goes onto')
  })

  it('has each slug and host once', async () => {
    const fields = { slug: 'once', host: 'status.once.example' }
    expect((await create(fields)).status).toBe(201)
    expect((await create({ slug: 'once' })).body.error).toContain('/status/once already')
    const other = await create({ slug: 'other', host: 'Status.Once.example' })
    expect(other).toMatchObject({ status: 409, body: { error: expect.stringContaining('host') } })
  })

  it('is exported as one file once it is published', async () => {
    const { body } = await create({ slug: 'exported', title: '<b>Exported</b>' })
    const where = `/api/v1/status-pages/${body.statusPage.id}`
    expect((await api.ask('GET', `${where}/export`)).body.error).toContain('publish it first')
    await api.ask('PATCH', where, { body: { published: true } })
    const file = await api.ask('GET', `${where}/export`)
    expect(file.status).toBe(200)
    expect(file.headers['content-disposition']).toBe('attachment; filename="exported.html"')
    expect(file.body).toContain('&lt;b&gt;Exported&lt;/b&gt;')
    expect(file.body).not.toMatch(/<script|<form/)
    expect(file.body).toContain(`href="${body.statusPage.url}/feed.xml"`)
    expect((await api.ask('GET', '/api/v1/status-pages/stp_none/export')).status).toBe(404)
  })

  it('is nobody else to change', async () => {
    const viewer = await api.keyOf('viewer')
    const answer = await api.ask('POST', '/api/v1/status-pages', {
      key: viewer,
      body: { slug: 'viewers', title: 'No' },
    })
    expect(answer.status).toBe(403)
  })
})

describe('what the public reads', () => {
  const read = (url: string, headers: Record<string, string> = {}) =>
    api.ask('GET', url, { key: null, headers })

  it('is nothing before it is published, and nothing that is not told', async () => {
    const monitorId = await monitor('intern-db-7')
    const { body } = await create({
      slug: 'public',
      title: 'Public Ltd',
      components: [{ monitorId, name: 'Shop' }],
    })
    expect((await read('/status/public')).status).toBe(404)
    await api.ask('PATCH', `/api/v1/status-pages/${body.statusPage.id}`, {
      body: { published: true },
    })
    const page = await read('/status/public')
    expect(page.status).toBe(200)
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-/,
    )
    expect(page.body).toContain('Public Ltd')
    expect(page.body).toContain('Shop')
    for (const url of ['/status/public', '/status/public/status.json', '/status/public/feed.xml']) {
      const text = JSON.stringify((await read(url)).body)
      expect(text).not.toMatch(/intern|secret-path|mon_/)
    }
    expect((await read('/status')).body).toContain('href="/status/public"')
  })

  it('is found with a slash behind it too, as people type it', async () => {
    const { status, headers } = await read('/status/public/')
    expect([status, headers['location']]).toEqual([301, '/status/public'])
  })

  it('is sent once to whoever has it, and small', async () => {
    const page = await read('/status/public')
    const { etag = '' } = page.headers
    expect((await read('/status/public', { 'if-none-match': etag })).status).toBe(304)
    const zipped = await read('/status/public', { 'accept-encoding': 'gzip, br' })
    expect(zipped.headers['content-encoding']).toBe('br')
    const plain = await read('/status/public', { 'accept-encoding': 'br;q=0' })
    expect(plain.headers['content-encoding']).toBeUndefined()
  })

  it('comes as JSON, RSS and badges', async () => {
    expect((await read('/status/public/status.json')).body).toMatchObject({
      title: 'Public Ltd',
      state: 'unknown',
      components: [{ name: 'Shop', state: 'unknown' }],
    })
    const feed = await read('/status/public/feed.xml')
    expect(feed.headers['content-type']).toMatch(/^application\/rss\+xml/)
    for (const kind of ['status', 'uptime', 'response-time']) {
      const badge = await read(`/status/public/badge/${kind}.svg`)
      expect(badge.headers['content-type']).toMatch(/^image\/svg\+xml/)
    }
    expect((await read('/status/public/badge/none.svg')).status).toBe(404)
    expect((await read('/status/public/badge/status.svg?component=cmp_no')).status).toBe(404)
  })

  it('tells of every night of the coming two weeks on which there is maintenance', async () => {
    api.passMinutes(2)
    const monitorId = await monitor('nightly')
    await create({ slug: 'nightly', published: true, components: [{ monitorId, name: 'Shop' }] })
    const tonight = new Date(api.clock.now.getTime() + 3_600_000)
    const until = new Date(tonight.getTime() + 1_800_000)
    const body = { description: 'Nightly', from: tonight, to: until, recurrence: 'day' }
    await api.ask('POST', '/api/v1/maintenance', { body: { ...body, monitorIds: [monitorId] } })
    const { maintenance } = (await read('/status/nightly/status.json')).body
    const nights = Array.from({ length: 14 }, (_, night) =>
      new Date(tonight.getTime() + night * 86_400_000).toISOString(),
    )
    expect(maintenance.map(({ from }: { from: string }) => from)).toEqual(nights)
    expect((await read('/status/nightly')).body).toContain('and 13 more')
  })

  it('lets pages of others frame its services, and nothing else', async () => {
    const { components } = (await read('/status/public/status.json')).body
    const where = `/status/public/embed/${components[0].id}`
    const { status, headers } = await read(where)
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(/^text\/html/)
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'.*frame-ancestors \*$/)
    expect(headers['set-cookie']).toBeUndefined()
    expect(headers['x-frame-options']).toBeUndefined()
    expect(headers['cache-control']).toContain('public')
    expect((await read(where, { 'if-none-match': headers.etag ?? '' })).status).toBe(304)
    for (const other of ['/status/public', '/status', '/status/public/embed/cmp_no']) {
      const policy = (await read(other)).headers['content-security-policy']
      expect(policy).toContain("frame-ancestors 'none'")
    }
    const { body } = await create({
      slug: 'unpublished',
      title: 'Not yet',
      components: [{ monitorId: await monitor('not public') }],
    })
    const [hidden] = body.statusPage.components
    for (const slug of ['unpublished', 'public']) {
      expect((await read(`/status/${slug}/embed/${hidden.id}`)).status).toBe(404)
    }
  })

  it('has a logo that is an image and nothing else', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')
    await create({
      slug: 'logo',
      published: true,
      logo: `data:image/svg+xml;base64,${svg.toString('base64')}`,
    })
    const logo = await read('/status/logo/logo')
    expect(logo.headers['content-type']).toBe('image/svg+xml')
    expect(logo.headers['content-security-policy']).toContain('sandbox')
    expect(logo.headers['x-content-type-options']).toBe('nosniff')
    // Nobody who asks for it is counted, so not each may cost the database a question.
    await api.db.query({ text: `update status_pages set logo = 'other' where slug = 'logo'` })
    expect((await read('/status/logo/logo')).body).toEqual(logo.body)
  })
})
