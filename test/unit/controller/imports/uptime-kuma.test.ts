import { describe, expect, it, test } from 'vitest'
import { UPTIME_KUMA } from '../../../../controller/src/imports/reading/formats/uptime-kuma.ts'
import type { Reading } from '../../../../controller/src/imports/reading/reading.ts'
import { sourceText } from '../../../../controller/src/imports/reading/source-file.ts'

function read(backup: object): Reading {
  return UPTIME_KUMA.read(
    sourceText(JSON.stringify({ version: '1.23.16', monitorList: [], ...backup })),
  )
}

function monitor(row: object): Reading['monitors'][number] {
  const [made] = read({ monitorList: [{ id: 7, name: 'One', interval: 60, ...row }] }).monitors
  if (made === undefined) throw new Error('the monitor was not carried over')
  return made
}

function left(row: object): string | undefined {
  const { monitors, notCarried } = read({ monitorList: [{ id: 7, name: 'One', ...row }] })
  expect(monitors).toEqual([])
  return notCarried[0]?.reason
}

describe('a monitor of Uptime Kuma', () => {
  it.each<[string, object, object]>([
    [
      'http',
      {
        type: 'http',
        url: 'https://a.example/x',
        method: 'POST',
        body: '{"a":1}',
        ignoreTls: true,
      },
      {
        type: 'web',
        url: 'https://a.example/x',
        settings: { method: 'POST', body: '{"a":1}', bodyType: 'json', tls: { verify: false } },
      },
    ],
    [
      'http with all that a request has',
      {
        type: 'http',
        url: 'https://a.example/',
        headers: '{"X-One":"1","Connection":"close"}',
        authMethod: 'basic',
        basic_auth_user: 'u',
        basic_auth_pass: 'p',
        accepted_statuscodes: ['200-299', '301'],
        maxredirects: 0,
      },
      {
        settings: {
          headers: { 'X-One': '1' },
          auth: { kind: 'basic', username: 'u', password: 'p' },
          expectedStatus: ['200-299', '301'],
          redirects: { follow: false },
        },
      },
    ],
    [
      'http with a sign-in in its address',
      { type: 'http', url: 'https://u:p%40@a.example/x' },
      {
        url: 'https://a.example/x',
        settings: { auth: { kind: 'basic', username: 'u', password: 'p@' } },
      },
    ],
    [
      'keyword',
      { type: 'keyword', url: 'https://a.example/', keyword: 'Ok', invertKeyword: true },
      { settings: { keyword: { value: 'Ok', mode: 'absent', caseSensitive: true } } },
    ],
    [
      'json-query',
      {
        type: 'json-query',
        url: 'https://a.example/',
        jsonPath: 'data.items[0].state',
        expectedValue: 'a.b',
      },
      {
        settings: {
          jsonChecks: [
            { path: '$.data.items[0].state', operator: 'matches', value: String.raw`^a\.b$` },
          ],
        },
      },
    ],
    [
      'json-query with a number',
      {
        type: 'json-query',
        url: 'https://a.example/',
        jsonPath: '$.load',
        jsonPathOperator: '<',
        expectedValue: '5',
      },
      { settings: { jsonChecks: [{ path: '$.load', operator: 'lt', value: 5 }] } },
    ],
    [
      'real-browser',
      { type: 'real-browser', url: 'https://a.example/' },
      { type: 'web', settings: { render: { enabled: true } } },
    ],
    [
      'port',
      { type: 'port', hostname: 'db.example', port: 5432 },
      { url: 'tcp://db.example:5432' },
    ],
    [
      'port of IPv6',
      { type: 'port', hostname: '2001:db8::1', port: 1 },
      { url: 'tcp://[2001:db8::1]:1' },
    ],
    [
      'ping',
      { type: 'ping', hostname: 'gw.example', packetSize: 9000, ping_count: 3 },
      { url: 'ping://gw.example', settings: { packetSize: 1400, packets: 3 } },
    ],
    [
      'dns',
      {
        type: 'dns',
        hostname: 'a.example',
        dns_resolve_type: 'MX',
        dns_resolve_server: '192.0.2.1',
        port: 5353,
      },
      { url: 'dns://a.example', settings: { recordType: 'MX', resolver: '192.0.2.1:5353' } },
    ],
    [
      'dns with a condition',
      {
        type: 'dns',
        hostname: 'a.example',
        dns_resolve_type: 'A',
        conditions: [
          { type: 'expression', variable: 'record', operator: 'equals', value: '192.0.2.9' },
        ],
      },
      { settings: { expected: { match: 'contains', values: ['192.0.2.9'] } } },
    ],
    [
      'snmp',
      {
        type: 'snmp',
        hostname: 'sw.example',
        snmpVersion: '2c',
        radiusPassword: 'c',
        snmpOid: '1.3.6.1',
      },
      {
        url: 'udp://sw.example:161',
        settings: { preset: 'snmp', snmp: { version: '2c', community: 'c', oid: '1.3.6.1' } },
      },
    ],
    [
      'ntp',
      { type: 'ntp', hostname: 't.example' },
      { url: 'udp://t.example:123', settings: { preset: 'ntp' } },
    ],
    [
      'smtp',
      { type: 'smtp', hostname: 'm.example', port: 465, smtpSecurity: 'secure' },
      { url: 'smtp://m.example:465', settings: { security: 'tls' } },
    ],
    ['mqtt', { type: 'mqtt', hostname: 'mqtt://b.example' }, { url: 'tcp://b.example:1883' }],
    [
      'grpc',
      { type: 'grpc-keyword', grpcUrl: 'g.example:50051' },
      { url: 'tcp://g.example:50051' },
    ],
    [
      'postgres',
      { type: 'postgres', databaseConnectionString: 'postgres://u:p%40@d.example/x' },
      { url: 'tcp://d.example:5432' },
    ],
    [
      'mongodb with members',
      {
        type: 'mongodb',
        databaseConnectionString: 'mongodb://u:p@one.example:27018,two.example/x',
      },
      { url: 'tcp://one.example:27018' },
    ],
    [
      'sqlserver',
      { type: 'sqlserver', databaseConnectionString: 'Server=s.example,1444;User Id=x' },
      { url: 'tcp://s.example:1444' },
    ],
  ])('becomes what checks the same: %s', (_, row, expected) => {
    expect(monitor(row).body).toMatchObject(expected)
  })

  it.each([
    ['push', { type: 'push' }],
    ['docker', { type: 'docker' }],
    ['steam', { type: 'steam', hostname: 'a.example', port: 1 }],
    ['what nobody knows', { type: 'constructor' }],
    ['upside down', { type: 'http', url: 'https://a.example', upsideDown: true }],
    ['without a target', { type: 'port', hostname: 'a.example' }],
    ['an expression', { type: 'json-query', url: 'https://a.example', jsonPath: '$count(items)' }],
    [
      'a comparison there is none for',
      { type: 'json-query', url: 'https://a.example', jsonPath: 'a', jsonPathOperator: '>=' },
    ],
    ['a group', { type: 'group' }],
  ])('is told with a reason where nothing stands for it: %s', (_, row) => {
    expect(left(row)).toMatch(/^[A-Z].{10,}[.]$/)
  })

  it('keeps interval, retries, time limit, repetition and who is told', () => {
    const { body, intervalSeconds } = read({
      notificationList: [
        {
          id: 1,
          name: 'Mail',
          config: JSON.stringify({ type: 'smtp', smtpTo: 'A <a@x.example>, b@x.example' }),
        },
        { id: 2, name: 'Chat', config: JSON.stringify({ type: 'line' }) },
      ],
      monitorList: {
        7: {
          id: 7,
          type: 'http',
          url: 'https://a.example',
          interval: 90,
          maxretries: 9,
          retryInterval: 120,
          timeout: 48,
          resendInterval: 4,
          expiryNotification: false,
          notificationIDList: { 1: true, 2: true },
        },
      },
    }).monitors[0] ?? { body: null, intervalSeconds: null }
    expect(intervalSeconds).toBe(90)
    expect(body).toMatchObject({
      timeoutMs: 48_000,
      confirmation: { retries: 5, retryDelaySeconds: 60 },
      alerts: {
        contactIds: ['notification 1', 'notification 1 address 2'],
        repeatMinutes: 6,
        tlsExpiryDays: [],
      },
    })
  })

  it('has its groups and tags as tags, and is paused with its group', () => {
    const { monitors, notCarried } = read({
      monitorList: [
        { id: 1, type: 'group', name: 'Outer', active: false },
        { id: 2, type: 'group', name: 'Inner', parent: 1 },
        {
          id: 3,
          type: 'ping',
          hostname: 'a.example',
          parent: 2,
          active: true,
          tags: [
            { name: 'team', value: 'web' },
            { name: 'prod', value: '' },
          ],
        },
        { id: 4, type: 'ping', hostname: 'b.example', parent: 4 },
      ],
    })
    expect(monitors[0]).toMatchObject({
      isActive: false,
      body: { tags: ['Outer', 'Inner', 'team: web', 'prod'] },
    })
    expect(monitors[1]?.isActive).toBe(true)
    expect(notCarried.map(({ name }) => name)).toEqual(['Outer', 'Inner'])
  })

  it('is made paused where it signs in as nothing here does', () => {
    const made = monitor({ type: 'http', url: 'https://a.example', authMethod: 'oauth2-cc' })
    expect(made.isActive).toBe(false)
    expect(made.warnings.join(' ')).toContain('OAuth 2')
  })
})

test.each<[string, object, object[]]>([
  ['smtp', { smtpTo: 'a@x.example' }, [{ email: 'a@x.example' }]],
  ['webhook', { webhookURL: 'https://h.example/' }, [{ webhookUrl: 'https://h.example/' }]],
  ['slack', { slackwebhookURL: 'https://h.example/' }, [{ slackUrl: 'https://h.example/' }]],
  ['discord', { discordWebhookUrl: 'https://h.example/' }, [{ discordUrl: 'https://h.example/' }]],
  ['teams', { webhookUrl: 'https://h.example/' }, [{ teamsUrl: 'https://h.example/' }]],
  [
    'telegram',
    { telegramBotToken: '1:a', telegramChatID: -5 },
    [{ telegram: { botToken: '1:a', chatId: '-5' } }],
  ],
  [
    'ntfy',
    { ntfyserverurl: 'https://n.example/', ntfytopic: 't', ntfyaccesstoken: 'k' },
    [{ ntfyUrl: 'https://n.example/t', ntfyToken: 'k' }],
  ],
  ['PagerDuty', { pagerdutyIntegrationKey: 'k' }, [{ pagerdutyKey: 'k' }]],
  ['signal', {}, []],
  ['smtp', {}, []],
])('a notification by %s becomes a contact', (type, config, ways) => {
  const { contacts, notCarried } = read({
    notificationList: [{ id: 1, name: 'N', config: JSON.stringify({ type, ...config }) }],
  })
  expect(contacts.map(({ body }) => body)).toEqual(ways.map((way) => ({ name: 'N', ...way })))
  expect(notCarried).toHaveLength(ways.length === 0 ? 1 : 0)
})

test.each<[string, object, object[] | string]>([
  [
    'once',
    {
      strategy: 'single',
      start_date: '2027-01-05 22:00:00',
      end_date: '2027-01-05 23:30:00',
      timezone: 'Europe/Berlin',
    },
    [
      {
        from: '2027-01-05T21:00:00.000Z',
        to: '2027-01-05T22:30:00.000Z',
        timezone: 'Europe/Berlin',
      },
    ],
  ],
  [
    'every second day over midnight',
    {
      strategy: 'recurring-interval',
      interval_day: 2,
      start_date: '2027-01-05 00:00:00',
      start_time: '23:00',
      end_time: '01:00',
      timezone: 'UTC',
    },
    [
      {
        from: '2027-01-05T23:00:00.000Z',
        to: '2027-01-06T01:00:00.000Z',
        recurrence: 'day',
        repeatEvery: 2,
      },
    ],
  ],
  [
    'on Mondays and Sundays',
    {
      strategy: 'recurring-weekday',
      weekdays: '[1,0]',
      start_date: '2027-01-06 00:00:00',
      start_time: '10:00',
      end_time: '11:00',
    },
    [
      { from: '2027-01-11T10:00:00.000Z', recurrence: 'week' },
      { from: '2027-01-10T10:00:00.000Z', recurrence: 'week' },
    ],
  ],
  [
    'on days of the month, the last too',
    {
      strategy: 'recurring-day-of-month',
      days_of_month: '[3,"lastDay1"]',
      start_date: '2027-02-01 00:00:00',
      start_time: '10:00',
      end_time: '11:00',
    },
    [
      { from: '2027-02-03T10:00:00.000Z', recurrence: 'month' },
      { from: '2027-01-31T10:00:00.000Z', recurrence: 'month' },
    ],
  ],
  [
    'on days of the month, from a day in autumn on',
    {
      strategy: 'recurring-day-of-month',
      days_of_month: '[3,15,31,"lastDay1"]',
      start_date: '2027-11-10 00:00:00',
      start_time: '10:00',
      end_time: '11:00',
    },
    [
      { from: '2027-12-03T10:00:00.000Z', recurrence: 'month' },
      { from: '2027-11-15T10:00:00.000Z', recurrence: 'month' },
      { from: '2027-12-31T10:00:00.000Z', recurrence: 'month' },
      { from: '2027-10-31T10:00:00.000Z', recurrence: 'month' },
    ],
  ],
  [
    'on days of which its time has not all',
    {
      strategy: 'recurring-day-of-month',
      days_of_month: '[3,15]',
      start_date: '2027-11-10 00:00:00',
      end_date: '2027-11-20 00:00:00',
      start_time: '10:00',
      end_time: '11:00',
    },
    [{ from: '2027-11-15T10:00:00.000Z', effectiveTo: '2027-11-20T00:00:00.000Z' }],
  ],
  [
    'on days of which its time has none',
    {
      strategy: 'recurring-weekday',
      weekdays: '[5]',
      start_date: '2027-02-01 00:00:00',
      end_date: '2027-02-03 00:00:00',
      start_time: '10:00',
      end_time: '11:00',
    },
    'None of its days',
  ],
  ['by cron', { strategy: 'cron', cron: '0 3 * * *' }, 'has no like'],
  ['at no time', { strategy: 'single', start_date: 'soon', end_date: 'later' }, 'does not say'],
  [
    'in no zone',
    {
      strategy: 'single',
      start_date: '2027-01-05',
      end_date: '2027-01-06',
      timezone: 'Nowhere/At all',
    },
    'does not say',
  ],
  ['never, switched off', { strategy: 'single', active: 0 }, 'switched off'],
])('maintenance becomes windows: %s', (_, row, expected) => {
  const maintenanceList = [{ id: 1, title: 'Upgrade', monitorIDList: [7], ...row }]
  const { windows, notCarried } = read({ maintenanceList })
  if (typeof expected === 'string') expect(notCarried[0]?.reason).toContain(expected)
  else {
    expect(windows.map(({ body }) => body)).toEqual(
      expected.map((each) => expect.objectContaining({ ...each, monitorIds: ['monitor 7'] })),
    )
  }
})
