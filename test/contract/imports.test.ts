import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ImportAnswer } from '../../controller/src/api/schemas/import.ts'
import { kumaDatabase } from '../helpers/kuma-database.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi()
})
afterAll(() => api.close())
beforeEach(() => api.passMinutes(2))

async function send(file: string | Buffer, query = '', asked: { key?: string } = {}) {
  const answer = await api.ask('POST', `/api/v1/imports${query}`, { payload: file, ...asked })
  // To the letter of its schema: nothing checks it on its way out.
  if (answer.status === 200) expect(ImportAnswer.parse(answer.body)).toEqual(answer.body)
  return answer
}

interface Row {
  what: string
  name: string
  outcome: string
  id: string | null
  reason: string | null
  warnings: string[]
}

const outcomes = (body: { rows: Row[] }): string[] =>
  body.rows.map(({ what, name, outcome }) => `${what} ${name}: ${outcome}`)

const count = async (): Promise<number> => (await api.ask('GET', '/api/v1/monitors')).body.total

function backup(label: string): string {
  return JSON.stringify({
    version: '1.23.16',
    notificationList: [
      { id: 1, name: `Mail ${label}`, config: '{"type":"smtp","smtpTo":"a@x.example"}' },
      { id: 2, name: 'Hook', config: '{"type":"webhook","webhookURL":"https://hooks.example/k"}' },
    ],
    monitorList: [
      {
        id: 1,
        name: 'Shop',
        type: 'http',
        url: `https://${label}.example/`,
        interval: 20,
        headers: '{"Authorization":"Bearer t"}',
        notificationIDList: { 1: true, 2: true },
      },
      { id: 2, name: 'Box', type: 'docker' },
      {
        id: 3,
        name: 'Gate',
        type: 'ping',
        hostname: `gw.${label}.example`,
        interval: 60,
        active: 0,
      },
      { id: 4, name: 'Again', type: 'http', url: `https://${label}.example`, interval: 60 },
      {
        id: 5,
        name: 'Wrong',
        type: 'http',
        url: `https://x.${label}.example`,
        accepted_statuscodes: ['99'],
      },
    ],
  })
}

describe('a file of monitors', () => {
  it('is told first, and then made', async () => {
    const before = await count()
    const dry = await send(backup('one'), '?dryRun=true')
    expect(dry.status).toBe(200)
    expect(dry.body).toMatchObject({ format: 'uptimeKuma', dryRun: true })
    expect(outcomes(dry.body)).toEqual([
      'contact Mail one: toMake',
      'contact Hook: toMake',
      'monitor Shop: toMake',
      'monitor Gate: toMake',
      'monitor Again: duplicate',
      'monitor Wrong: refused',
      'docker monitor Box: notCarried',
    ])
    expect(dry.body.rows[5].reason).toContain('settings.expectedStatus')
    expect(dry.body.summary).toMatchObject({
      total: 7,
      outcomes: { toMake: 4, made: 0, duplicate: 1, refused: 1, notCarried: 1 },
      byKind: { monitor: { toMake: 2 }, contact: { toMake: 2 } },
      placesFree: null,
      withWarnings: 1,
    })
    expect(await count()).toBe(before)

    const { body } = await send(backup('one'))
    expect(outcomes(body)).toEqual(outcomes(dry.body).map((each) => each.replace('toMake', 'made')))
    expect(body.rows[1].shownOnce.webhookSecret).toMatch(/^whsec_/)
    expect(body.rows.map(({ active }: { active: boolean | null }) => active)).toEqual([
      null,
      null,
      true,
      false,
      true,
      null,
      null,
    ])
    expect(body.rows[2].warnings).toEqual(['It is checked every minute, not every 20 s.'])
    expect(await count()).toBe(before + 2)
    const { monitor } = (await api.ask('GET', `/api/v1/monitors/${body.rows[2].id}`)).body
    expect(monitor).toMatchObject({
      name: 'Shop',
      intervalMinutes: 1,
      active: true,
      alerts: { contactIds: [body.rows[0].id, body.rows[1].id], memberIds: [] },
      settings: { headers: { Authorization: '***' } },
    })
    const gate = (await api.ask('GET', `/api/v1/monitors/${body.rows[3].id}`)).body.monitor
    expect(gate).toMatchObject({ active: false, status: 'paused' })
  })

  it('sent twice makes nothing twice, and one that was broken off is gone on with', async () => {
    await api.ask('POST', '/api/v1/monitors', { body: { url: 'https://two.example' } })
    const first = await send(backup('two'))
    expect(outcomes(first.body)).toContain('monitor Shop: duplicate')
    expect(outcomes(first.body)).toContain('monitor Gate: made')
    const before = await count()
    const second = await send(backup('two'))
    expect(second.body.summary.outcomes).toEqual({
      toMake: 0,
      made: 0,
      duplicate: 5,
      refused: 1,
      notCarried: 1,
    })
    expect(second.body.rows[3].id).toBe(first.body.rows[3].id)
    expect(await count()).toBe(before)
    expect((await send(backup('two'), '?dryRun=true')).body.summary.outcomes.toMake).toBe(0)
  })

  it('may be a database, whatever the header says it is', async () => {
    const path = kumaDatabase(`
      insert into monitor (id, name, type, url) values (1, 'Db shop', 'http', 'https://db.example');
      insert into maintenance (id, title, strategy, start_date, end_date)
        values (1, 'Db move', 'single', '2027-01-05 22:00:00', '2027-01-05 23:00:00');
      insert into monitor_maintenance values (1, 1, 1)`)
    const file = readFileSync(path)
    const dry = await send(file, '?dryRun=true')
    expect(outcomes(dry.body)).toEqual(['monitor Db shop: toMake', 'maintenance Db move: toMake'])
    const { body } = await send(file, '?format=uptimeKumaSqlite')
    expect(outcomes(body)).toEqual(['monitor Db shop: made', 'maintenance Db move: made'])
    const { maintenance } = (await api.ask('GET', `/api/v1/maintenance/${body.rows[1].id}`)).body
    expect(maintenance).toMatchObject({
      description: 'Db move',
      from: '2027-01-05T22:00:00.000Z',
      monitorIds: [body.rows[0].id],
    })
    expect(outcomes((await send(file)).body)).toEqual([
      'monitor Db shop: duplicate',
      'maintenance Db move: duplicate',
    ])
  })

  it.each([
    [
      'UptimeRobot',
      'uptimeRobot',
      '{"stat":"ok","monitors":[{"id":1,"friendly_name":"R","type":1,"url":"https://r.example"}]}',
    ],
    ['a CSV', 'csv', 'url,name\nhttps://c.example,C\n'],
    ['a list of addresses', 'csv', 'https://l1.example\nhttps://l2.example\n'],
  ])('may be of %s', async (_, format, file) => {
    const { body } = await send(file)
    expect(body.format).toBe(format)
    expect(new Set(body.rows.map(({ outcome }: Row) => outcome))).toEqual(new Set(['made']))
  })

  it('is judged by the rules of single monitors', async () => {
    api.names.set('gone.example', { ok: false, reason: 'nxdomain', message: 'no', ms: 1 })
    const { body } = await send(
      'url,name,intervalMinutes,settings\n' +
        'https://10.0.0.1,Private,5,\n' +
        'https://gone.example,Gone,5,\n' +
        'https://odd.example,Odd,7,\n' +
        'gopher://a.example,Gopher,5,\n' +
        'https://nul.example,Nul,5,"{""userAgent"":""\\u0000""}"\n' +
        'https://deep.example,Deep,5,{x\n' +
        ',Empty,5,\n',
      '?dryRun=true',
    )
    const reasons: string[] = body.rows.map(({ reason }: Row) => reason)
    expect(reasons[0]).toContain('private')
    expect(reasons[1]).toContain('does not exist')
    expect(reasons[2]).toContain('"intervalMinutes" is 7: it must be one of')
    expect(reasons[3]).toContain('"gopher://" cannot be monitored')
    expect(reasons[4]).toContain('NUL')
    expect(reasons[5]).toContain('"settings"')
    expect(reasons[6]).toContain('"url"')
    const single = await api.ask('POST', '/api/v1/monitors', {
      body: { url: 'https://odd.example', intervalMinutes: 7 },
    })
    expect(single.body.error).toBe(reasons[2])
  })

  it('that has a maintenance window twice is told to, and makes it once', async () => {
    const window = (id: string, from: string) => ({
      id,
      description: 'Twice',
      from,
      to: '2027-02-01T02:00:00Z',
      monitorIds: ['m'],
    })
    const file = JSON.stringify({
      format: 'sightline',
      version: 2,
      monitors: [{ id: 'm', url: 'https://twice.example', name: 'M' }],
      maintenance: [
        window('a', '2027-02-01T00:00:00Z'),
        window('b', '2027-02-01T00:00:00Z'),
        window('c', '2027-02-01T01:00:00Z'),
      ],
    })
    for (const [query, word] of [
      ['?dryRun=true', 'toMake'],
      ['', 'made'],
      ['', 'duplicate'],
    ] as const) {
      const { body } = await send(file, query)
      expect(outcomes(body)).toEqual([
        `monitor M: ${word}`,
        `maintenance Twice: ${word}`,
        'maintenance Twice: duplicate',
        `maintenance Twice: ${word}`,
      ])
      expect(body.rows[2].reason).toBe(
        query === ''
          ? `The workspace has this window already (${body.rows[1].id}): it stays as it is.`
          : 'An earlier window of the file is the same.',
      )
    }
  })

  it('sent to two controllers at once makes nothing twice', async () => {
    const other = await openTestApi({ beside: api })
    const each = <T>(make: (index: number) => T) => Array.from({ length: 12 }, (_, n) => make(n))
    const when = { from: '2027-03-01T00:00:00Z', recurrence: 'week' }
    const payload = JSON.stringify({
      format: 'sightline',
      version: 2,
      maintenance: each((n) => ({
        id: `w${n}`,
        description: `Both ${n}`,
        ...when,
        to: '2027-03-01T01:00:00Z',
        allMonitors: true,
      })),
      crawlSchedules: each((n) => ({ id: `s${n}`, url: `https://both${n}.example/`, ...when })),
    })
    const answers = await Promise.all(
      [api, other].map(({ ask }) => ask('POST', '/api/v1/imports', { payload })),
    )
    await other.close()
    const kinds = answers.map(({ body }) => body.summary.byKind)
    for (const kind of ['maintenance', 'crawlSchedule']) {
      expect(kinds.reduce((sum, of) => sum + of[kind].made, 0)).toBe(12)
      expect(kinds.reduce((sum, of) => sum + of[kind].duplicate, 0)).toBe(12)
    }
  })

  it('of more monitors than one transaction takes is made whole, in its order', async () => {
    const lines = Array.from(
      { length: 130 },
      (_, index) => `https://many${index}.example,M${index}`,
    )
    const { body } = await send(`url,name\n${lines.join('\n')}`)
    expect(body.summary.outcomes.made).toBe(130)
    expect(body.rows.map(({ name }: Row) => name)).toEqual(lines.map((_, index) => `M${index}`))
  })

  it.each([
    ['empty', '', 'The body is empty'],
    ['none of those', 'hello there', 'none that can be read here'],
    ['broken JSON', '{"monitorList":', 'not valid JSON'],
    ['no text', Buffer.from([0xff, 0xfa, 0x80, 0x81]), 'neither a database nor text'],
    ['nested without end', `{"monitorList":${'['.repeat(500_000)}`, 'nested more than'],
    [
      'a broken database',
      Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(5000, 7)]),
      'cannot be read',
    ],
  ])('that is %s is a 400 that says so', async (_, file, words) => {
    const { status, body } = await send(file)
    expect([status, body.error]).toEqual([400, expect.stringContaining(words)])
  })

  it('that is said to be another is a 400 that says what it lacks', async () => {
    const answers = await Promise.all(
      ['uptimeKuma', 'uptimeKumaSqlite', 'sightline', 'csv'].map(async (format) =>
        send('{"a":1}', `?format=${format}`, { key: await api.keyOf('owner') }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400])
    expect(answers[0]?.body.error).toContain('monitorList')
    expect((await send('x', '?format=xml')).body.error).toContain('must be one of auto, uptimeKuma')
    expect((await send('x', '?dryRun=maybe')).body.error).toContain('true or false')
  })

  it('of more than 64 MiB is refused', async () => {
    const { status, body } = await send(Buffer.alloc(64 * 1024 * 1024 + 1, 'a'))
    expect([status, body.error]).toEqual([400, expect.stringContaining('64 MiB')])
  })

  it('of a database may be larger, as only some of its tables are read', async () => {
    const path = kumaDatabase(
      `insert into monitor (id, name, type, url) values (1, 'Long', 'http', 'https://long.example')`,
    )
    const history = Buffer.alloc(65 * 1024 * 1024)
    const { body } = await send(Buffer.concat([readFileSync(path), history]), '?dryRun=true')
    expect(outcomes(body)).toEqual(['monitor Long: toMake'])
  })

  it('that unfolds to more than a process may hold hurts nobody', async () => {
    const { status, body } = await send(`{"monitorList":[${'[[]],'.repeat(12_000_000)}[]]}`)
    expect([status, body.error]).toEqual([400, expect.stringContaining('The file cannot be read')])
    expect((await send('https://after.example')).status).toBe(200)
  })

  it('is taken from who may manage monitors only, and other routes keep their limit', async () => {
    const viewer = await api.keyOf('viewer')
    expect((await send(backup('no'), '', { key: viewer })).status).toBe(403)
    const large = await api.ask('POST', '/api/v1/monitors', { payload: Buffer.alloc(70_000, 'a') })
    expect([large.status, large.body.error]).toEqual([400, expect.stringContaining('64 KiB')])
  })
})

describe('an import whose client leaves', () => {
  it('ends in between, and is gone on with by the same file', async () => {
    const own = await openTestApi()
    const address = await own.app.listen({ port: 0 })
    const file = Array.from({ length: 400 }, (_, index) => `https://gone${index}.example`).join(
      '\n',
    )
    const asked = new AbortController()
    const answer = await fetch(`${address}/api/v1/imports`, {
      method: 'POST',
      headers: { 'x-api-key': own.key },
      body: file,
      signal: asked.signal,
    })
    const reader = answer.body?.getReader()
    await reader?.read()
    asked.abort()
    await reader?.closed.catch(() => undefined)
    const { body } = await own.ask('POST', '/api/v1/imports', { payload: file })
    const { made, duplicate } = body.summary.outcomes
    expect(made + duplicate).toBe(400)
    expect(duplicate).toBeGreaterThan(0)
    expect((await own.ask('GET', '/api/v1/monitors')).body.total).toBe(400)
    await own.close()
  })
})

describe('an import whose client reads nothing of the answer', () => {
  it('keeps no other of its workspace waiting once all is made', async () => {
    const address = await api.app.listen({ port: 0 })
    // More of an answer than connections hold.
    const lines = Array.from({ length: 20_000 }, (_, index) => `${'?'.repeat(180)}${index}`)
    const unread = await fetch(`${address}/api/v1/imports?format=csv`, {
      method: 'POST',
      headers: { 'x-api-key': api.key },
      body: `url\n${lines.join('\n')}`,
    })
    // Making all may take a busy machine longer than another import waits for its turn.
    const sendNext = async (): Promise<number> =>
      (await send('https://after-unread.example')).status
    await expect.poll(sendNext, { timeout: 200_000, interval: 1_000 }).toBe(200)
    const { rows } = ImportAnswer.parse(await unread.json())
    expect(rows).toHaveLength(20_000)
  })
})

describe('a plan', () => {
  it('that is full takes no more, and says how many fit', async () => {
    const small = await openTestApi({ plan: 'free' })
    const lines = Array.from({ length: 12 }, (_, index) => `https://p${index}.example`)
    await small.ask('POST', '/api/v1/monitors', { body: { url: 'https://p0.example' } })
    const ask = async (query: string) =>
      (await small.ask('POST', `/api/v1/imports${query}`, { payload: lines.join('\n') })).body
    const dry = await ask('?dryRun=true')
    const made = await ask('')
    for (const [body, word] of [
      [dry, 'toMake'],
      [made, 'made'],
    ] as const) {
      expect(body.summary.placesFree).toBe(9)
      expect(body.summary.outcomes).toMatchObject({ [word]: 9, duplicate: 1, refused: 2 })
      expect(body.rows[11].reason).toContain("The plan's limit of 10 monitors is reached")
    }
    expect((await small.ask('GET', '/api/v1/monitors')).body.total).toBe(10)
    await small.close()
  })
})
