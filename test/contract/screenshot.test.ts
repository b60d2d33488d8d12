import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { analysisExample } from '../../controller/src/api/description/analyses/example.ts'
import { greyPng } from '../helpers/png.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

const example = analysisExample('screenshot')
/** Beginnings of images of 5 x 4 pixels. */
const IMAGES = {
  png: greyPng(5, 4),
  jpeg: Buffer.from('ffd8ffe000040000ffc000110800040005030000', 'hex'),
  webp: Buffer.from('52494646000000005745425056503820000000000000009d012a05000400', 'hex'),
} as const

let api: TestApi
/** Options that agents were asked with. */
let asked: unknown[] = []
let answer: (format: string) => object

/** What an agent answers that took an image. */
function honest(format: string): object {
  const type = format === 'json' ? 'png' : format
  const image = IMAGES[type as keyof typeof IMAGES]
  const data = image.toString('base64')
  const mimeType = `image/${type}`
  return { ...example, width: 5, height: 4, mimeType, bytes: image.length, data }
}

beforeAll(async () => {
  api = await openTestApi({ regions: false })
  await api.addRegion('eu-west', true, ['web', 'browser'])
  api.answerWork('eu-west', ['web', 'browser'], (kind, input) => {
    const { options } = input as { options: { format: string } }
    asked.push([kind, options])
    const json = JSON.stringify(answer(options.format))
    return { output: {}, bytes: new TextEncoder().encode(json) }
  })
})
beforeEach(async () => {
  await api.hearAgents()
  api.passMinutes(2)
  asked = []
  answer = honest
})
afterAll(() => api.close())

/** @returns the answer with its body as bytes */
async function get(query: string, method: 'GET' | 'HEAD' = 'GET') {
  const url = `/api/v1/screenshot?url=https://example.com/${query}`
  const { statusCode, headers, rawPayload } = await api.app.inject({
    method,
    url,
    headers: { 'x-api-key': api.key },
  })
  return { status: statusCode, headers, body: rawPayload }
}

describe('GET /api/v1/screenshot', () => {
  it.each([
    ['', 'png'],
    ['&format=png', 'png'],
    ['&format=jpeg', 'jpeg'],
    ['&format=webp', 'webp'],
  ] as const)('with "%s" is a %s', async (query, format) => {
    const { status, headers, body } = await get(query)
    expect([status, body]).toEqual([200, IMAGES[format]])
    expect(headers).toMatchObject({
      'x-sightline-region': 'eu-west',
      'content-type': `image/${format}`,
      'content-length': String(IMAGES[format].length),
      'content-disposition': `inline; filename="www.example.com.${format}"`,
      'x-content-type-options': 'nosniff',
    })
    expect(headers['x-ratelimit-limit']).toBeUndefined()
  })

  it.each([true, false])('tells beside the image whether it is all (%s)', async (complete) => {
    answer = (format) => ({ ...honest(format), complete })
    const { headers } = await get('&format=jpeg')
    expect(headers['x-sightline-complete']).toBe(String(complete))
    const json = await get('&format=json')
    expect(JSON.parse(json.body.toString()).complete).toBe(complete)
    expect(json.headers['x-sightline-complete']).toBeUndefined()
  })

  it('takes an agent that does not tell it for one that waits for the load, as those before did', async () => {
    answer = (format) => ({ ...honest(format), complete: undefined })
    const { status, headers } = await get('')
    expect([status, headers['x-sightline-complete']]).toEqual([200, 'true'])
  })

  it('with format=json tells what the image is, and has it as base64', async () => {
    const { status, headers, body } = await get('&format=json')
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
    expect(JSON.parse(body.toString())).toEqual({ ...honest('png'), region: 'eu-west' })
  })

  it('asks an agent with a browser, for what is wanted', async () => {
    await get('')
    await get('&device=desktop&fullPage=false&format=webp&quality=500')
    const usual = { device: 'mobile', fullPage: 'true', format: 'png', quality: '80' }
    const wanted = { device: 'desktop', fullPage: 'false', format: 'webp', quality: '100' }
    expect(asked).toEqual([
      ['rendering', usual],
      ['rendering', wanted],
    ])
  })

  it.each([
    ['device=tablet', '"device" is "tablet": it must be one of "mobile", "desktop".'],
    ['fullPage=yes', '"fullPage" is "yes": it must be true or false.'],
    ['format=gif', '"format" is "gif": it must be one of png, jpeg, webp, json.'],
    ['quality=high', '"quality" is "high": it must be a number from 1 to 100.'],
    ['quality=', '"quality" is "": it must be a number from 1 to 100.'],
  ])('refuses %s', async (query, sentence) => {
    const { status, headers, body } = await get(`&${query}`)
    expect([status, headers['content-type']]).toEqual([400, 'application/json; charset=utf-8'])
    expect(JSON.parse(body.toString()).error).toContain(sentence)
    expect(asked).toEqual([])
  })

  it('does not pass on what is no image, or another than is told', async () => {
    const html = Buffer.from('<!doctype html><script>alert(1)</script>')
    const lies = [
      { data: html.toString('base64'), bytes: html.length },
      { mimeType: 'text/html' },
      { mimeType: 'image/svg+xml' },
      { mimeType: 'image/jpeg' },
      { width: 6 },
      { bytes: 1 },
    ]
    for (const lie of lies) {
      answer = (format) => ({ ...honest(format), ...lie })
      for (const query of ['', '&format=json']) {
        const { status, headers, body } = await get(query)
        expect([status, headers['content-type']]).toEqual([502, 'application/json; charset=utf-8'])
        expect(JSON.parse(body.toString()).error).toContain('makes no sense')
      }
    }
  })

  it('does not pass on an image of another type than was asked for', async () => {
    answer = () => honest('webp')
    for (const query of ['', '&format=json', '&format=jpeg']) {
      const { status, body } = await get(query)
      expect([status, JSON.parse(body.toString()).error]).toEqual([
        502,
        expect.stringContaining('image/webp'),
      ])
    }
  })

  it('does not let a host break out of the name of a file', async () => {
    const names = []
    for (const fetchedUrl of [
      'http://[2001:db8::1]/',
      'https://xn--bcher-kva.example:8443/a/b',
      'no address"\r\nx: y',
    ]) {
      answer = (format) => ({ ...honest(format), fetchedUrl })
      names.push((await get('')).headers['content-disposition'])
    }
    expect(names).toEqual([
      'inline; filename="2001-db8-1.png"',
      'inline; filename="xn--bcher-kva.example.png"',
      'inline; filename="page.png"',
    ])
  })

  it('tells by HEAD what GET would send', async () => {
    const { status, headers, body } = await get('', 'HEAD')
    expect([status, body.length]).toEqual([200, 0])
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(IMAGES.png.length),
    })
  })

  it('is described with every type it answers with', async () => {
    const { body } = await api.ask('GET', '/openapi.json', { key: null })
    const { responses, parameters } = body.paths['/api/v1/screenshot'].get
    const { content } = responses[200]
    expect(Object.keys(content)).toEqual([
      'image/png',
      'image/jpeg',
      'image/webp',
      'application/json',
    ])
    expect(content['image/webp'].schema).toEqual({ type: 'string', contentMediaType: 'image/webp' })
    expect(content['application/json'].example).toEqual({ ...example, region: 'eu-west' })
    expect(Object.keys(responses[502].content)).toEqual(['application/json'])
    const quality = parameters.find(({ name }: { name: string }) => name === 'quality')
    expect(quality).toMatchObject({ required: false, schema: { type: 'integer' } })
  })
})
