import type { AnalysisName } from '@sightline/shared/analyses/registry'
import { ANALYSES } from '@sightline/shared/analyses/registry'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { analysisExample } from '../../controller/src/api/description/analyses/example.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'
import type { WorkAnswer } from '../helpers/worker-session.ts'

const NAMES = Object.keys(ANALYSES) as AnalysisName[]
const PAGE = 'url=https://example.com/'

/** What an agent was asked to do. */
interface Asked {
  readonly name: AnalysisName
  readonly url: string
  readonly isBare: boolean
  readonly options: Record<string, unknown>
}

/** Parameters that an endpoint does not do without. */
const NEEDED: Readonly<Record<string, string>> = {
  'keyword-analysis': '&keywords=garden',
  // Its result itself, not the image in it.
  screenshot: '&format=json',
}
const needed = (name: string): string => NEEDED[name] ?? ''

/** What comes of an agent's answer: what real users measure is not its to tell. */
const wholeOf = (name: AnalysisName): unknown => ({
  ...analysisExample(name),
  ...(name === 'lighthouse' ? { fieldData: NO_FIELD_DATA } : {}),
})
const NO_FIELD_DATA = { hasFieldData: false, url: null, origin: null }

const inBytes = (result: unknown): WorkAnswer => {
  return { output: {}, bytes: new TextEncoder().encode(JSON.stringify(result)) }
}
const exampleOf = ({ name }: Asked): WorkAnswer => inBytes(analysisExample(name))

let api: TestApi
let asked: Asked[] = []
let answer: (input: Asked) => WorkAnswer = exampleOf

beforeAll(async () => {
  api = await openTestApi({ regions: false })
  for (const region of ['eu-west', 'us-east']) {
    await api.addRegion(region, true, ['web', 'analysis', 'browser'])
    api.answerWork(region, ['web', 'analysis', 'browser'], (_, input) => {
      asked.push(input as Asked)
      return answer(input as Asked)
    })
  }
  await api.addRegion('poor', true, ['web'])
  await api.addRegion('gone', false)
})
beforeEach(async () => {
  await api.hearAgents()
  api.passMinutes(2)
  asked = []
  answer = exampleOf
})
afterAll(() => api.close())

const get = (path: string, options: Parameters<TestApi['ask']>[2] = {}) =>
  api.ask('GET', `/api/v1/${path}`, options)

describe.each(NAMES)('GET /api/v1/%s', (name) => {
  const path = `${name}?${PAGE}${needed(name)}`

  it('answers with the result of an agent, field by field', async () => {
    const { status, body, headers } = await get(path)
    const { region, ...result } = body
    expect([status, result]).toEqual([200, wholeOf(name)])
    expect(region).toMatch(/^(?:eu-west|us-east)$/)
    expect(headers['x-sightline-region']).toBe(region)
    expect(Object.keys(body)[0]).toBe('url')
    expect(asked).toMatchObject([{ name, url: 'https://example.com/', isBare: false }])
  })

  it('takes the key in the header or in the query, and nothing without it', async () => {
    expect((await get(`${path}&key=${api.key}`, { key: null })).status).toBe(200)
    expect((await get(path, { key: null })).status).toBe(401)
    expect((await get(`${path}&key=sl_live_wrong`, { key: null })).status).toBe(401)
    expect(asked).toHaveLength(1)
  })

  it('does not pass on what makes no sense', async () => {
    answer = () => inBytes({ url: 'https://example.com/' })
    expect(await get(path)).toMatchObject({
      status: 502,
      body: { error: expect.stringContaining('makes no sense') },
    })
  })
})

describe('the one-URL endpoints', () => {
  it.each([
    ['example.com', 'https://example.com/', true],
    ['  Example.COM/Path?q=1#top ', 'https://example.com/Path?q=1', true],
    ['HTTP://user:secret@EXAMPLE.com:80/a', 'http://example.com/a', false],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/', false],
    ['example.com:8080/x', 'https://example.com:8080/x', true],
  ])('read the address %j as %s', async (sent, url, isBare) => {
    expect((await get(`raw-html?url=${encodeURIComponent(sent)}`)).status).toBe(200)
    expect(asked).toMatchObject([{ url, isBare }])
  })

  it.each([
    'ftp://example.com/',
    'mailto:a@example.com',
    'javascript:alert(1)',
    'https://',
    'https://exa mple.com/',
    'https://user:secret@/',
    'https://user:pass/secret@example.com/',
    'https://user:pass#secret?@example.com/',
    '%%%',
  ])('refuse the address %j, and say what it must be', async (sent) => {
    const { status, body } = await get(`raw-html?url=${encodeURIComponent(sent)}`)
    expect(status).toBe(400)
    expect(body.error).toContain('"url"')
    expect(body.error).toContain('http or https')
    expect(body.error).not.toContain('secret')
    expect(asked).toEqual([])
  })

  it('do not say of an address whose user-info they hide that it is what they ask for', async () => {
    const { body } = await get(`raw-html?url=${encodeURIComponent('mailto:a@example.com')}`)
    expect(body.error).toContain('"url" is "***@example.com", but must be')
  })

  it('refuse a request without an address', async () => {
    for (const query of ['', '?url=', '?url=%20']) {
      expect(await get(`raw-html${query}`)).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('"url"') },
      })
    }
  })

  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://localhost.example/',
  ])('refuse %s as blocked', async (url) => {
    api.names.set('localhost.example', { ok: true, addresses: ['127.0.0.1'], ms: 1 })
    const { status, body } = await get(`audit?url=${encodeURIComponent(url)}`)
    expect([status, body.error]).toEqual([403, expect.stringContaining('may not be analysed')])
    expect(asked).toEqual([])
  })

  it('pass on what an agent refuses', async () => {
    const refusals = { forbidden: 403, upstreamFailed: 502, unavailable: 503, badRequest: 400 }
    for (const [code, status] of Object.entries(refusals)) {
      const message = 'The server closed the connection.'
      answer = () => ({ error: { code, message } })
      expect(await get(`raw-html?${PAGE}`)).toMatchObject({ status, body: { error: message } })
    }
  })

  it('ask an agent of the region that is named', async () => {
    expect((await get(`raw-html?${PAGE}&region=us-east`)).status).toBe(200)
    expect(await get(`raw-html?${PAGE}&region=mars`)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('There is no region "mars": "region" must be among') },
    })
    expect(await get(`raw-html?${PAGE}&region=poor`)).toMatchObject({
      status: 503,
      body: { error: 'No agent in poor can analyse pages.' },
    })
    expect(await get(`screenshot?${PAGE}&region=poor`)).toMatchObject({
      status: 503,
      body: { error: expect.stringContaining('its machine needs chromium') },
    })
    expect(await get(`raw-html?${PAGE}&region=gone`)).toMatchObject({ status: 503 })
  })

  it('ask an agent of another region where one has too much to do, unless one is named', async () => {
    let calls = 0
    answer = (input) => {
      calls += 1
      const busy = { code: 'unavailable', message: 'It is busy.' }
      return calls === 1 ? { error: busy } : exampleOf(input)
    }
    expect((await get(`raw-html?${PAGE}`)).status).toBe(200)
    expect(asked).toHaveLength(2)
    calls = 0
    expect(await get(`raw-html?${PAGE}&region=us-east`)).toMatchObject({
      status: 503,
      body: { error: 'It is busy.' },
    })
  })

  it('serve a key of any role, and one that is linked to no workspace', async () => {
    const keys = [await api.keyOf('viewer'), await api.keyOf('analyst'), await api.unlinkedKey()]
    for (const key of keys) expect((await get(`raw-html?${PAGE}`, { key })).status).toBe(200)
  })

  it('look at the keywords of a keyword analysis before the key, and count no such call', async () => {
    const before = (await get(`raw-html?${PAGE}`)).headers['x-ratelimit-remaining']
    const tooMany = Array.from({ length: 21 }, (_, i) => `word${i}`).join(',')
    for (const query of ['', '&keywords=', '&keywords=,%20,', `&keywords=${tooMany}`]) {
      for (const key of [null, 'sl_live_wrong', api.key]) {
        const { status, body, headers } = await get(`keyword-analysis?${PAGE}${query}`, { key })
        expect([status, body.error]).toEqual([400, expect.stringContaining('"keywords"')])
        expect(headers['x-ratelimit-reset']).toBeUndefined()
      }
    }
    expect((await get(`raw-html?${PAGE}`)).headers['x-ratelimit-remaining']).toBe(before)
    expect((await get(`keyword-analysis?${PAGE}&keywords=a`, { key: null })).status).toBe(401)
  })

  it('look at the burst of the address before the keywords', async () => {
    const statuses: number[] = []
    for (let calls = 0; calls <= 60; calls += 1) {
      const { status } = await get(`keyword-analysis?${PAGE}`, { ip: '198.51.100.77' })
      statuses.push(status)
    }
    expect(statuses.slice(0, 60).every((status) => status === 400)).toBe(true)
    expect(statuses[60]).toBe(429)
  })

  it('pass options on to the agent, and refuse those that are none', async () => {
    await get(`content?${PAGE}&format=markdown`)
    await get(`keyword-analysis?${PAGE}&keywords=garden%20tools,spade,Spade`)
    expect(asked.map(({ options }) => options)).toEqual([
      { format: 'markdown' },
      { keywords: ['garden tools', 'spade'] },
    ])
    expect(await get(`content?${PAGE}&format=pdf`)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('"format"') },
    })
  })

  it('bring the limit of a waterfall into its range, and take no other device', async () => {
    for (const query of ['', '&limit=0', '&limit=-3', '&limit=501&device=desktop', '&limit=7']) {
      expect((await get(`waterfall?${PAGE}${query}`)).status).toBe(200)
    }
    expect(asked.map(({ options }) => Object.values(options))).toEqual([
      ['mobile', 100, 'false'],
      ['mobile', 1, 'false'],
      ['mobile', 1, 'false'],
      ['desktop', 500, 'false'],
      ['mobile', 7, 'false'],
    ])
    for (const [name, value] of [
      ['limit', 'many'],
      ['limit', '1.5'],
      ['limit', ''],
      ['device', 'tablet'],
      ['device', ''],
      ['filmstrip', '1'],
    ]) {
      expect(await get(`waterfall?${PAGE}&${name}=${value}`)).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining(`"${name}"`) },
      })
    }
  })

  it('take GET only', async () => {
    const { status, headers } = await api.ask('POST', `/api/v1/raw-html?${PAGE}`)
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD'])
  })

  it('pass on text that the database could not hold', async () => {
    const example = analysisExample('raw-html')
    const html = 'a\u0000b\ud800c'
    answer = () => inBytes({ ...example, html })
    expect((await get(`raw-html?${PAGE}`)).body.html).toBe(html)
  })
})
