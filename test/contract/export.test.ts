import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WorkspaceExport } from '../../controller/src/api/schemas/export.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

let api: TestApi
let other: TestApi
beforeAll(async () => {
  api = await openTestApi()
  other = await openTestApi()
  await api.addRegion('us-east', true)
})
afterAll(async () => {
  await api.close()
  await other.close()
})

// oxlint-disable-next-line typescript/no-explicit-any
type Exported = any

/** A picture of nothing. */
const LOGO = `data:image/png;base64,${Buffer.from('89504e470d0a1a0a', 'hex').toString('base64')}`

async function exported(from: TestApi): Promise<Exported> {
  from.passMinutes(2)
  const { status, headers, body } = await from.ask('GET', '/api/v1/export')
  expect(status).toBe(200)
  expect(headers['content-disposition']).toMatch(/^attachment; filename="sightline-[\d-]+\.json"$/)
  expect(WorkspaceExport.parse(body)).toEqual(body)
  return body
}

async function make(path: string, body: object): Promise<string> {
  api.passMinutes(2)
  const answer = await api.ask('POST', `/api/v1/${path}`, { body })
  expect([answer.body.error, answer.status]).toEqual([undefined, 201])
  const made =
    answer.body.monitor ??
    answer.body.contact ??
    answer.body.team ??
    answer.body.maintenance ??
    answer.body.statusPage ??
    answer.body
  return made.id
}

/** Ids as the number of the place at which they stand, and without what is of the moment. */
function comparable(body: Exported): unknown {
  const { exportedAt: _, ...rest } = body
  const ids = [
    'contacts',
    'teams',
    'monitors',
    'maintenance',
    'crawlSchedules',
    'statusPages',
  ].flatMap((list) => rest[list].map(({ id }: { id: string }) => id))
  let text = JSON.stringify(rest)
  for (const [index, id] of ids.entries()) text = text.replaceAll(id, `id ${index}`)
  return JSON.parse(text.replaceAll(/psn_\w+/g, 'person'))
}

async function applied(where: TestApi, document: object, query = ''): Promise<Exported> {
  where.passMinutes(2)
  const { status, body } = await where.ask('POST', `/api/v1/apply${query}`, { body: document })
  expect([body.error, status]).toEqual([undefined, 200])
  return body
}

describe('the export of a workspace', () => {
  it('is whole JSON where there is nothing', async () => {
    const empty = await openTestApi()
    expect(await exported(empty)).toMatchObject({
      format: 'sightline',
      version: 2,
      contacts: [],
      teams: [],
      monitors: [],
      maintenance: [],
      crawlSchedules: [],
      statusPages: [],
    })
    await empty.close()
  })

  it('comes back the same in another installation', async () => {
    const mail = await make('alerting/contacts', { name: 'Mail', email: 'a@x.example' })
    const hook = await make('alerting/contacts', {
      name: 'Hook',
      webhookUrl: 'https://h.example/x',
    })
    const team = await make('alerting/teams', {
      name: 'Shop',
      contactIds: [mail],
      escalation: [{ afterMinutes: 10, contactIds: [hook] }],
    })
    const base = await make('monitors', {
      url: 'https://base.example/',
      name: 'Base',
      intervalMinutes: 10,
      regions: ['eu-west'],
      checkMode: 'rotate',
      confirmation: { retries: 3, quorum: 'all', regions: 'own' },
      recovery: { checks: 4 },
      alerts: { contactIds: [hook], teamIds: [team], onDegraded: true, repeatMinutes: 30 },
      tags: ['a', 'b'],
      settings: { keyword: { value: 'x' }, tls: { verify: false } },
    })
    await make('monitors', { url: 'tcp://tcp.example', settings: { port: 5 }, dependsOn: [base] })
    await make('monitors', { url: 'dns://dns.example', settings: { recordType: 'MX' } })
    await make('monitors', {
      url: 'smtp://mail.example:587',
      regions: ['eu-west'],
      timeoutMs: 9_000,
    })
    const paused = await make('monitors', {
      url: 'ping://ping.example',
      alerts: { contactIds: [mail] },
    })
    await api.ask('POST', `/api/v1/monitors/${paused}/pause`)
    await make('maintenance', {
      description: 'Weekly',
      from: '2027-01-01T00:00:00Z',
      to: '2027-01-01T01:00:00Z',
      recurrence: 'week',
      timezone: 'Europe/Berlin',
      monitorIds: [base, paused],
    })
    await make('maintenance', {
      description: 'All',
      from: '2027-02-01T00:00:00Z',
      to: '2027-02-01T01:00:00Z',
      allMonitors: true,
    })
    await make('crawl/schedules', {
      url: 'https://base.example/',
      from: '2027-01-01T00:00:00Z',
      recurrence: 'week',
      alerts: { contactIds: [mail] },
      maxPages: 50,
    })
    await make('status-pages', {
      slug: 'shop',
      title: 'Shop Ltd',
      description: 'How we are doing.',
      homeUrl: 'https://shop.example/',
      timezone: 'Europe/Berlin',
      color: '#1d4ed8',
      logo: LOGO,
      host: 'status.shop.example',
      published: true,
      listed: false,
      showResponseTimes: true,
      components: [
        { monitorId: paused, name: 'Way', description: 'To us', group: 'Network' },
        { monitorId: base },
      ],
    })
    await make('status-pages', { slug: 'empty', title: 'Nothing yet' })

    const before = await exported(api)
    const answer = await other.ask('POST', '/api/v1/imports', { payload: JSON.stringify(before) })
    expect(answer.body.format).toBe('sightline')
    const { outcomes } = answer.body.summary
    expect([outcomes.made, outcomes.refused, outcomes.notCarried]).toEqual([13, 0, 0])
    const after = await exported(other)
    // The secret of the webhook is another's, and both are hidden; a region that is not there is left out.
    expect(comparable({ ...after, monitors: withoutRegions(after) })).toEqual(
      comparable({ ...before, monitors: withoutRegions(before) }),
    )

    const again = await other.ask('POST', '/api/v1/imports', { payload: JSON.stringify(before) })
    expect(again.body.summary.outcomes).toMatchObject({ made: 0, duplicate: 13, refused: 0 })
    const back = await api.ask('POST', '/api/v1/imports', { payload: JSON.stringify(after) })
    expect(back.body.summary.outcomes).toMatchObject({ made: 0, duplicate: 13, refused: 0 })

    // The same file declares what is there: here nothing has to be done for it, elsewhere everything is made.
    const nothing = await applied(api, before)
    expect(nothing).toMatchObject({ steps: [], counts: { unchanged: 13 } })
    const third = await openTestApi()
    const withoutSecret = {
      ...before,
      contacts: before.contacts.map((each: Exported) => ({ ...each, webhookSecret: undefined })),
    }
    expect(await applied(third, withoutSecret, '?set=moved')).toMatchObject({
      counts: { create: 13 },
    })
    const moved = await exported(third)
    expect(comparable({ ...moved, monitors: withoutRegions(moved) })).toEqual(
      comparable({ ...before, monitors: withoutRegions(before) }),
    )
    expect(await applied(third, withoutSecret, '?set=moved')).toMatchObject({ steps: [] })
    expect(await applied(third, moved)).toMatchObject({ steps: [] })
    await third.close()
  })

  it('tells of status pages beforehand, and of addresses that are taken', async () => {
    const [from, to] = [await openTestApi(), await openTestApi()]
    const create = (where: TestApi, body: object) =>
      where.ask('POST', '/api/v1/status-pages', { body })
    for (const slug of ['first', 'second', 'third']) {
      await create(from, { slug, title: slug, host: `${slug}.example.com` })
    }
    await create(to, { slug: 'first', title: 'Mine' })
    await create(to, { slug: 'other', title: 'Other', host: 'second.example.com' })
    const body = await exported(from)
    body.statusPages[2].components = [{ monitorId: 'mon_gone', name: 'Gone' }]
    const send = async (query: string) => {
      const payload = JSON.stringify(body)
      const { rows } = (await to.ask('POST', `/api/v1/imports${query}`, { payload })).body
      return rows.map(({ what, outcome, reason, warnings }: Exported) => ({
        what,
        outcome,
        said: reason ?? warnings[0],
      }))
    }
    const rowsWith = (outcome: string) => [
      {
        what: 'statusPage',
        outcome: 'duplicate',
        said: 'The workspace has a status page at /status/first already: it stays as it is.',
      },
      {
        what: 'statusPage',
        outcome: 'refused',
        said: 'Another status page has the host second.example.com already.',
      },
      {
        what: 'statusPage',
        outcome,
        said: 'The monitor it shows "mon_gone" was not made, and is left out.',
      },
    ]
    expect(await send('?dryRun=true')).toEqual(rowsWith('toMake'))
    expect((await to.ask('GET', '/api/v1/status-pages')).body.total).toBe(2)
    expect(await send('')).toEqual(rowsWith('made'))
    await from.close()
    await to.close()
  })

  it('holds no secret, says so, and makes paused monitors of what lacks them', async () => {
    const [from, to] = [await openTestApi(), await openTestApi()]
    const auth = { kind: 'basic', username: 'u', password: 'correct horse' }
    await from.ask('POST', '/api/v1/monitors', {
      body: {
        url: 'https://secret.example',
        settings: { auth, headers: { 'X-Api-Key': 'battery' } },
      },
    })
    await from.ask('POST', '/api/v1/monitors', {
      body: { url: 'udp://snmp.example', settings: { preset: 'snmp' } },
    })
    await from.ask('POST', '/api/v1/alerting/contacts', {
      body: { name: 'Chat', slackUrl: 'https://hooks.example/staple' },
    })
    const body = await exported(from)
    const text = JSON.stringify(body)
    for (const secret of ['correct horse', 'battery', 'staple', 'sealed:']) {
      expect(text).not.toContain(secret)
    }
    expect(body.monitors.map((each: Exported) => each.secretsLeftOut)).toEqual([
      ['settings.auth.password', 'settings.headers.X-Api-Key'],
      [],
    ])
    const made = (await to.ask('POST', '/api/v1/imports', { payload: text })).body
    expect(made.summary.outcomes).toMatchObject({ made: 2, refused: 0, notCarried: 1 })
    const { monitors } = (await to.ask('GET', '/api/v1/monitors?sort=name')).body
    expect(monitors.map(({ active }: Exported) => active)).toEqual([false, true])
    expect(made.rows[0].warnings[0]).toContain('settings.auth.password')
    await from.close()
    await to.close()
  })

  it('takes what is kept and not used along: a sign-in, TLS and SNMP that are switched off', async () => {
    const [from, to] = [await openTestApi(), await openTestApi()]
    const kept = [
      { url: 'https://off.example', settings: { auth: { kind: 'none', username: 'u' } } },
      {
        url: 'tcp://off.example:443',
        settings: { tls: { enabled: false, minDaysLeft: 14 } },
      },
      {
        url: 'udp://off.example:161',
        settings: { preset: null, snmp: { oid: '1.3.6.1.2.1.1.5.0' } },
      },
      {
        url: 'smtp://off.example',
        settings: { security: 'none', tls: { minDaysLeft: 14 } },
      },
    ]
    for (const body of kept) {
      expect((await from.ask('POST', '/api/v1/monitors', { body })).status).toBe(201)
    }
    const first = await exported(from)
    const made = await to.ask('POST', '/api/v1/imports', { payload: JSON.stringify(first) })
    expect(made.body.summary.outcomes).toMatchObject({ made: 4, refused: 0 })
    expect(comparable(await exported(to))).toEqual(comparable(first))
    await from.close()
    await to.close()
  })

  it('of whatever was made comes back the same', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyMonitor(), { minLength: 30, maxLength: 60 }), async (some) => {
        const [one, two] = [await openTestApi(), await openTestApi()]
        const monitors = some.map((monitor, index) => ({
          ...monitor,
          id: `mon_${index}`,
          url: monitor.url.replace('NAME', `n${index}`),
          dependsOn: monitor.dependsOn.map((each) => `mon_${each}`),
        }))
        const payload = JSON.stringify({ format: 'sightline', version: 1, monitors })
        const made = await one.ask('POST', '/api/v1/imports', { payload })
        expect(made.body.summary.outcomes.made).toBeGreaterThan(0)
        const first = await exported(one)
        await two.ask('POST', '/api/v1/imports', { payload: JSON.stringify(first) })
        expect(comparable(await exported(two))).toEqual(comparable(first))
        const three = await openTestApi()
        expect(await applied(one, first)).toMatchObject({ steps: [] })
        const { counts } = await applied(three, first)
        expect(counts.create).toBe(made.body.summary.outcomes.made)
        expect(comparable(await exported(three))).toEqual(comparable(first))
        expect(await applied(three, first)).toMatchObject({ steps: [] })
        await Promise.all([one.close(), two.close(), three.close()])
      }),
      { numRuns: 3 },
    )
  })

  it('is for everybody who sees the monitors', async () => {
    const viewer = await api.ask('GET', '/api/v1/export', { key: await api.keyOf('viewer') })
    expect(viewer.status).toBe(200)
    expect(
      (await api.ask('GET', '/api/v1/export', { key: await api.keyOf('analyst') })).status,
    ).toBe(403)
  })

  it('goes on over many pages', async () => {
    const many = await openTestApi()
    const lines = Array.from({ length: 1_100 }, (_, index) => `https://m${index}.example`)
    await many.ask('POST', '/api/v1/imports', { payload: lines.join('\n') })
    const { monitors } = await exported(many)
    expect(monitors.map(({ name }: Exported) => name)).toEqual(
      lines.map((line) => line.replace('https://', '')),
    )
    await many.close()
  })
})

function withoutRegions(body: Exported): object[] {
  return body.monitors.map((each: Exported) => ({ ...each, regions: null }))
}

/** Monitors of any kind, some of which the rules refuse. */
function anyMonitor() {
  const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
  const kinds = fc.oneof(
    fc.record({
      url: fc.constant('https://NAME.example/a?b=1'),
      settings: fc.record(
        {
          method: fc.constantFrom('GET', 'HEAD', 'POST'),
          expectedStatus: fc.constantFrom(['200'], ['200-299', '404']),
          keyword: fc.record({ value: fc.string({ minLength: 1, maxLength: 20 }) }),
          tls: fc.record({ verify: fc.boolean(), minDaysLeft: fc.integer({ min: 0, max: 400 }) }),
          redirects: fc.record({ follow: fc.boolean() }),
          jsonChecks: fc.constant([{ path: '$.a', operator: 'gt', value: 1 }]),
        },
        { requiredKeys: [] },
      ),
    }),
    fc.record({
      url: fc.constant('tcp://NAME.example:80'),
      settings: fc.constant({ tls: { enabled: true } }),
    }),
    fc.record({ url: fc.constant('udp://NAME.example'), settings: fc.constant({ preset: 'ntp' }) }),
    fc.record({
      url: fc.constant('ping://NAME.example'),
      settings: fc.record({ packets: fc.integer({ min: 1, max: 16 }) }),
    }),
    fc.record({
      url: fc.constant('dns://NAME.example'),
      settings: fc.record({ recordType: fc.constantFrom('A', 'MX', 'CAA') }),
    }),
    fc.record({ url: fc.constant('imaps://NAME.example'), settings: fc.constant({}) }),
  )
  const rest = fc.record({
    name: some(fc.string({ maxLength: 30 })),
    active: fc.boolean(),
    intervalMinutes: some(fc.constantFrom(1, 5, 7, 60)),
    timeoutMs: some(fc.integer({ min: 100, max: 200_000 })),
    checkMode: some(fc.constantFrom('all', 'rotate')),
    confirmation: some(
      fc.record({ retries: fc.integer({ min: 0, max: 5 }), quorum: fc.constantFrom('all', 1) }),
    ),
    alerts: some(
      fc.record({
        onDegraded: fc.boolean(),
        tlsExpiryDays: fc.uniqueArray(fc.integer({ min: 0, max: 60 })),
      }),
    ),
    dependsOn: fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { maxLength: 3 }),
    tags: fc.array(fc.string({ maxLength: 60 }), { maxLength: 4 }),
  })
  return fc.tuple(kinds, rest).map(([kind, more]) => ({ ...kind, ...more }))
}
