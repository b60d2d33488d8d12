import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestApi } from '../helpers/test-api.ts'
import { openTestApi } from '../helpers/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ plan: 'free' })
  await api.addRegion('mars-base', false)
})
afterAll(() => api.close())

it('lists every value a client may send', async () => {
  const { status, body } = await api.ask('GET', '/api/v1/monitors/options')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    types: ['web'],
    timeouts: { web: { defaultMs: 10_000 } },
    methods: ['GET', 'HEAD'],
    resultStatuses: ['up', 'degraded', 'down', 'unknown'],
    limits: { maxMonitors: 10, minIntervalMinutes: 5, maxRegions: 20, maxWindows: 500 },
    usage: { used: 1, dailyLimit: 100, tier: 'free' },
  })
  expect(body.intervalsMinutes[0]).toBe(5)
  expect(body.statuses).toHaveLength(7)
  expect(body.regions).toEqual([
    {
      code: 'eu-west',
      name: 'Western Europe',
      country: 'IE',
      continent: 'Europe',
      available: true,
      capabilities: ['web'],
    },
    {
      code: 'mars-base',
      name: 'mars-base',
      country: null,
      continent: null,
      available: false,
      capabilities: [],
    },
  ])
  expect(body.causes).toContainEqual({
    code: 'notFound',
    category: 'http',
    title: 'The page is not found',
  })
})

it('offers nothing that a creation then refuses', async () => {
  const { body } = await api.ask('GET', '/api/v1/monitors/options')
  const { settings, ...defaults } = body.defaults.web
  let made = 0
  for (const fields of [
    ...body.intervalsMinutes.map((intervalMinutes: number) => ({ intervalMinutes })),
    ...body.methods.map((method: string) => ({ settings: { method } })),
    ...body.checkModes.map((checkMode: string) => ({ checkMode })),
    ...body.quorums.map((quorum: string) => ({ confirmation: { quorum } })),
    { timeoutMs: body.timeouts.web.minMs },
    { timeoutMs: body.timeouts.web.maxMs },
    { regions: body.regions.map((region: { code: string }) => region.code) },
    { ...defaults, settings },
  ]) {
    api.passMinutes(24 * 60)
    const created = await api.ask('POST', '/api/v1/monitors', {
      body: { url: `https://o${(made += 1)}.example`, ...fields },
    })
    expect([fields, created.status]).toEqual([fields, 201])
    await api.ask('DELETE', `/api/v1/monitors/${created.body.monitor.id}`)
  }
})

it('publishes the plans without a key', async () => {
  const { body } = await api.ask('GET', '/api/v1/plans', { key: null })
  expect(body.plans.map((plan: { tier: string }) => plan.tier)).toEqual([
    'free',
    'starter',
    'pro',
    'business',
    'unlimited',
  ])
  expect(body.plans[0]).toEqual({
    tier: 'free',
    dailyLimit: 100,
    maxMonitors: 10,
    minIntervalMinutes: 5,
    maxCrawlPages: 500,
    retentionDays: 400,
  })
  expect(body.plans[4]).toMatchObject({ dailyLimit: null, maxMonitors: null })
})
