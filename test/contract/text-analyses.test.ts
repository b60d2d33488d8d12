import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { analysisExample } from '../../controller/src/api/description/analyses/example.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

const PAGE = 'url=https://example.com/'

let api: TestApi
/** Options that agents were asked with. */
let asked: unknown[] = []

beforeAll(async () => {
  api = await openTestApi({ regions: false })
  await api.addRegion('eu-west', true, ['web', 'analysis'])
  api.answerWork('eu-west', ['web', 'analysis'], (_, input) => {
    const { name, options } = input as { name: 'content' | 'keyword-analysis'; options: unknown }
    asked.push(options)
    const json = JSON.stringify(analysisExample(name))
    return { output: {}, bytes: new TextEncoder().encode(json) }
  })
})
beforeEach(async () => {
  await api.hearAgents()
  api.passMinutes(2)
  asked = []
})
afterAll(() => api.close())

describe('GET /api/v1/content', () => {
  it.each([
    ['', 'json'],
    ['&format=json', 'json'],
    ['&format=markdown', 'markdown'],
  ])('with "%s" asks for %s', async (query, format) => {
    expect((await api.ask('GET', `/api/v1/content?${PAGE}${query}`)).status).toBe(200)
    expect(asked).toEqual([{ format }])
  })

  it.each(['html', '', 'MARKDOWN'])('refuses the format "%s"', async (format) => {
    const { status, body } = await api.ask('GET', `/api/v1/content?${PAGE}&format=${format}`)
    expect(status).toBe(400)
    expect(body.error).toContain('"format"')
    expect(body.error).toContain('must be one of json, markdown')
    expect(asked).toEqual([])
  })
})

describe('GET /api/v1/keyword-analysis', () => {
  const get = (keywords: string) => api.ask('GET', `/api/v1/keyword-analysis?${PAGE}${keywords}`)

  it('asks for each keyword once', async () => {
    expect((await get('&keywords=garden%20tools,Spade,%20spade,')).status).toBe(200)
    expect(asked).toEqual([{ keywords: ['garden tools', 'Spade'] }])
  })

  it.each([
    ['', 'keywords'],
    ['&keywords=', 'must be 1 to 20 keywords separated by commas'],
    [`&keywords=${'a,'.repeat(3)}${'x'.repeat(101)}`, 'at most 100 characters in each keyword'],
    [`&keywords=${Array.from({ length: 21 }, (_, at) => at).join()}`, 'must be 1 to 20 keywords'],
  ])('refuses "%s", and says what is allowed', async (keywords, sentence) => {
    const { status, body } = await get(keywords)
    expect([status, body.error]).toEqual([400, expect.stringContaining('"keywords"')])
    expect(body.error).toContain(sentence)
    expect(asked).toEqual([])
  })
})
