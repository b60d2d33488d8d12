import { CHECK_CAPABILITIES } from '@sightline/shared/needed-capability'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { wordsOfLacks } from '../../shared/src/lacks.ts'
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
    types: ['web', 'tcp', 'udp', 'ping', 'dns', 'mail'],
    timeouts: { web: { defaultMs: 10_000 }, ping: { defaultMs: 5_000 }, dns: { defaultMs: 5_000 } },
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    presets: ['dns', 'ntp', 'snmp', 'stun'],
    settings: {
      web: {
        'tls.minVersion': ['1.0', '1.1', '1.2', '1.3'],
        'jsonChecks.operator': expect.arrayContaining(['exists']),
        'keyword.mode': ['contains', 'absent', 'regex'],
      },
      tcp: { ipFamily: ['any', 'ipv4', 'ipv6'] },
      udp: {
        silenceIs: ['down', 'unknown'],
        'snmp.version': expect.arrayContaining(['1', '2c', '3']),
      },
      ping: { ipFamily: ['any', 'ipv4', 'ipv6'] },
      dns: { 'expected.match': ['exactSet', 'contains', 'regex', 'any', 'count'] },
      mail: { security: ['none', 'starttls', 'tls'] },
    },
    resultStatuses: ['up', 'degraded', 'down', 'unknown'],
    limits: { maxMonitors: 10, minIntervalMinutes: 5, maxRegions: 20, maxWindows: 500 },
    usage: { used: 1, dailyLimit: 100, tier: 'free' },
  })
  expect(body.recordTypes).toHaveLength(15)
  expect(Object.keys(body.defaults)).toEqual(body.types)
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
      missingScripts: [],
      missing: expect.any(Array),
    },
    {
      code: 'mars-base',
      name: 'mars-base',
      country: null,
      continent: null,
      available: false,
      capabilities: [],
      missingScripts: [],
      missing: [],
    },
  ])
  expect(body.causes).toContainEqual({
    code: 'notFound',
    category: 'http',
    title: 'The page is not found',
  })
})

it('says in plain words what no agent of a region can do', async () => {
  const capabilitiesAre = (capabilities: string[]) =>
    api.db.query({ text: `update agents set capabilities = $1` }, [capabilities])
  const missing = async () => {
    const { body } = await api.ask('GET', '/api/v1/monitors/options')
    return body.regions[0].missing
  }
  await capabilitiesAre(['web', 'tcp', 'udp', 'dns', 'mail'])
  expect(await missing()).toEqual([
    {
      capability: 'ping',
      reason:
        'No agent here can ping: its machine needs mtr-tiny (mtr-packet) or ping, and SIGHTLINE_ICMP must not be none.',
    },
    {
      capability: 'browser',
      reason: expect.stringMatching(/chromium.*SIGHTLINE_CHROME must not be none\.$/),
    },
    { capability: 'traceroute', reason: expect.stringContaining('mtr-packet') },
  ])
  await capabilitiesAre([...CHECK_CAPABILITIES, 'traceroute', 'mtr'])
  expect(await missing()).toEqual([])
  await capabilitiesAre(['web'])
  expect(await missing()).toHaveLength(7)
})

it('says in an agent’s own words why its browser does not work, and what it shows as boxes', async () => {
  const reason = 'The browser of this agent does not work, because its machine lacks a library.'
  const scripts = ['korean', 'emoji'] as const
  const words = [...CHECK_CAPABILITIES.filter((each) => each !== 'browser'), 'traceroute']
  await api.db.query({ text: `update agents set capabilities = $1` }, [
    [...words, ...wordsOfLacks({ browser: reason, scripts })],
  ])
  const { body } = await api.ask('GET', '/api/v1/monitors/options')
  const [region] = body.regions
  expect(region.capabilities.toSorted()).toEqual(words.toSorted())
  expect(region.missingScripts).toEqual(scripts)
  expect(region.missing).toEqual([{ capability: 'browser', reason }])
  const shot = await api.ask('GET', '/api/v1/screenshot?url=https://example.com')
  expect(shot.status).toBe(503)
  expect(shot.body.error).toContain(reason)
})

const TARGETS: Record<string, string> = {
  web: 'https://HOST',
  tcp: 'tcp://HOST:1',
  udp: 'udp://HOST:1',
  ping: 'ping://HOST',
  dns: 'dns://HOST',
  mail: 'smtp://HOST',
}

it.each(Object.keys(TARGETS))('offers nothing that a creation of %s then refuses', async (type) => {
  const { body } = await api.ask('GET', '/api/v1/monitors/options')
  const { settings, ...defaults } = body.defaults[type]
  // What each word of a setting needs beside it.
  const beside: Record<string, object> = {
    'auth.kind': { auth: { username: 'u', password: 'p', token: 't' } },
    'snmp.version': { snmp: { user: 'u' } },
    'snmp.authProtocol': { snmp: { authPassword: 'long enough' } },
    'snmp.privProtocol': {
      snmp: { authProtocol: 'sha', authPassword: 'long enough', privPassword: 'long enough' },
    },
  }
  const nested = (path: string, word: string) => {
    const [first = '', second] = path.split('.')
    const more = (beside[path] ?? {}) as Record<string, object>
    if (second === undefined) return { [first]: word }
    // Nothing else makes use of them.
    const preset = first === 'snmp' ? { preset: 'snmp' } : {}
    return { ...preset, [first]: { ...more[first], [second]: word } }
  }
  const words = Object.entries<string[]>(body.settings[type]).filter(
    ([path]) => !path.endsWith('.operator') && (path !== 'protocol' || type === 'dns'),
  )
  const matching = (match: string) => {
    if (match === 'any') return { match }
    return match === 'count' ? { match, minCount: 1 } : { match, values: ['a'] }
  }
  let made = 0
  for (const fields of [
    ...body.intervalsMinutes.map((intervalMinutes: number) => ({ intervalMinutes })),
    ...body.checkModes.map((checkMode: string) => ({ checkMode })),
    ...body.quorums.map((quorum: string) => ({ confirmation: { quorum } })),
    ...body.confirmingRegions.map((regions: string) => ({ confirmation: { regions } })),
    ...words.flatMap(([path, list]) =>
      list.map((word) => ({
        settings: {
          ...nested(path, word),
          ...(word === 'selector' ? { render: { waitFor: word, selector: '#app' } } : {}),
          ...(path === 'keyword.mode' ? { keyword: { value: 'x', mode: word } } : {}),
          ...(path === 'expected.match' ? { expected: matching(word) } : {}),
        },
      })),
    ),
    {
      timeoutMs: body.timeouts[type].minMs,
      ...(type === 'ping' ? { settings: { packets: 1 } } : {}),
    },
    { timeoutMs: body.timeouts[type].maxMs },
    { regions: body.regions.map((region: { code: string }) => region.code) },
    { ...defaults, settings },
  ]) {
    if (made % 20 === 0) api.passMinutes(24 * 60)
    made += 1
    api.passMinutes(2)
    const created = await api.ask('POST', '/api/v1/monitors', {
      body: { url: TARGETS[type]?.replace('HOST', `o${made}.example`), ...fields },
    })
    expect([fields, created.body.error, created.status]).toEqual([fields, undefined, 201])
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
