import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { analysisExample } from '../../controller/src/api/description/analyses/example.ts'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

const example = analysisExample('lighthouse')

/** LCP at the 75th percentile, by the page or origin that is asked for; 404 for any other. */
let known: Record<string, number> = {}
let asked: string[] = []

async function answerReport(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url, origin } = (await json(request)) as { url?: string; origin?: string }
  const identifier = url ?? origin ?? ''
  asked.push(identifier)
  const p75 = known[identifier]
  const metrics = { largest_contentful_paint: { percentiles: { p75 } } }
  response.writeHead(p75 === undefined ? 404 : 200).end(JSON.stringify({ record: { metrics } }))
}

const report = createServer((request, response) => void answerReport(request, response))
let api: TestApi
let fetchedUrl = ''

beforeAll(async () => {
  report.listen(0, '127.0.0.1')
  await once(report, 'listening')
  const { port } = report.address() as AddressInfo
  api = await openTestApi({
    regions: false,
    fieldData: { url: `http://127.0.0.1:${port}/`, key: 'a-key' },
  })
  await api.addRegion('eu-west', true, ['analysis', 'browser'])
  // The example claims to have field data.
  api.answerWork('eu-west', ['analysis', 'browser'], () => ({
    output: {},
    bytes: new TextEncoder().encode(JSON.stringify({ ...example, fetchedUrl })),
  }))
})
beforeEach(() => {
  known = {}
  asked = []
  fetchedUrl = 'https://example.com/'
})
afterAll(async () => {
  report.close()
  await api.close()
})

const fieldDataOf = async (query = 'url=https://example.com/') => {
  await api.hearAgents()
  api.passMinutes(1)
  const { status, body } = await api.ask('GET', `/api/v1/lighthouse?${query}`)
  expect(status).toBe(200)
  const { fieldData, region, ...others } = body
  expect(region).toBe('eu-west')
  const { fieldData: _, ...lab } = example
  expect(others).toEqual({ ...lab, fetchedUrl })
  return fieldData
}

describe('field data of GET /api/v1/lighthouse', () => {
  it('is of the page and of its origin, whatever the agent says', async () => {
    known = { 'https://example.com/': 5_000, 'https://example.com': 1_000 }
    expect(await fieldDataOf()).toMatchObject({
      hasFieldData: true,
      url: { level: 'url', overall: 'SLOW', largestContentfulPaint: { p75: 5_000 } },
      origin: { level: 'origin', overall: 'FAST', interactionToNextPaint: null },
    })
    expect(asked.toSorted()).toEqual(['https://example.com', 'https://example.com/'])
  })

  it('is of the origin alone for a page that few people visit', async () => {
    known = { 'https://example.com': 3_000 }
    expect(await fieldDataOf()).toMatchObject({
      hasFieldData: false,
      url: null,
      origin: { level: 'origin', overall: 'AVERAGE' },
    })
  })

  it('is none where the report knows neither', async () => {
    expect(await fieldDataOf()).toEqual({ hasFieldData: false, url: null, origin: null })
  })

  it('is of the page that the address leads to', async () => {
    fetchedUrl = 'https://www.example.com/home'
    known = { 'https://www.example.com/home': 1_000, 'https://example.com/': 9_000 }
    expect(await fieldDataOf()).toMatchObject({
      hasFieldData: true,
      url: { overall: 'FAST' },
      origin: null,
    })
  })
})

describe('the parameters of GET /api/v1/lighthouse', () => {
  it('name a device that there is', async () => {
    const { status, body } = await api.ask(
      'GET',
      '/api/v1/lighthouse?url=https://example.com/&device=watch',
    )
    expect([status, body.error]).toEqual([400, expect.stringContaining('"device"')])
  })
})
