import { describe, expect, it, test } from 'vitest'
import { formatOf } from '../../../../controller/src/imports/reading/formats/index.ts'
import { UPTIME_ROBOT } from '../../../../controller/src/imports/reading/formats/uptime-robot.ts'
import type { Reading } from '../../../../controller/src/imports/reading/reading.ts'
import { sourceText } from '../../../../controller/src/imports/reading/source-file.ts'

const read = (text: string): Reading => UPTIME_ROBOT.read(sourceText(text))

function ofVersion2(row: object): Reading {
  const monitors = [{ id: 77, friendly_name: 'One', interval: 300, status: 2, ...row }]
  return read(JSON.stringify({ stat: 'ok', pagination: {}, monitors }))
}

describe('a monitor of UptimeRobot', () => {
  it.each<[string, object, object]>([
    ['HTTP', { type: 1, url: 'https://a.example' }, { type: 'web', url: 'https://a.example' }],
    [
      'a keyword whose absence alerts',
      {
        type: 2,
        url: 'https://a.example',
        keyword_type: 2,
        keyword_value: 'Ok',
        keyword_case_type: 0,
      },
      { settings: { keyword: { value: 'Ok', mode: 'contains', caseSensitive: true } } },
    ],
    [
      'a keyword whose presence alerts',
      { type: 2, url: 'https://a.example', keyword_type: 1, keyword_value: 'Oops', http_method: 1 },
      { settings: { keyword: { value: 'Oops', mode: 'absent', caseSensitive: false } } },
    ],
    ['ping', { type: 3, url: 'gw.example' }, { url: 'ping://gw.example' }],
    [
      'a port by its service',
      { type: 4, sub_type: 4, url: 'm.example' },
      { url: 'tcp://m.example:25' },
    ],
    [
      'a port of its own',
      { type: 4, sub_type: 99, port: 5678, url: 'p.example' },
      { url: 'tcp://p.example:5678' },
    ],
    [
      'a sign-in',
      {
        type: 1,
        url: 'https://a.example',
        http_username: 'u',
        http_password: 'p',
        http_auth_type: 2,
      },
      { settings: { auth: { kind: 'digest', username: 'u', password: 'p' } } },
    ],
    [
      'statuses of its own',
      { type: 1, url: 'https://a.example', custom_http_statuses: '404:1_200:1_500:0' },
      { settings: { expectedStatus: ['200-299', '404'] } },
    ],
    [
      'a form that is sent',
      { type: 1, url: 'https://a.example', http_method: 3, post_type: 1, post_value: { a: '1 2' } },
      { settings: { method: 'POST', body: 'a=1+2', bodyType: 'form' } },
    ],
  ])('of version 2 becomes what checks the same: %s', (_, row, expected) => {
    expect(ofVersion2(row).monitors[0]?.body).toMatchObject(expected)
  })

  it('of version 3 becomes the same', () => {
    const data = [
      {
        id: 801,
        friendlyName: 'Shop',
        url: 'https://shop.example',
        type: 'KEYWORD',
        status: 'PAUSED',
        interval: 60,
        timeout: 30,
        keywordType: 'ALERT_NOT_EXISTS',
        keywordCaseType: 'CaseSensitive',
        keywordValue: 'Cart',
        httpMethodType: 'GET',
        successHttpResponseCodes: ['2xx', '404'],
        tags: [{ id: 1, name: 'shop' }],
      },
      { id: 802, friendlyName: 'Beat', type: 'HEARTBEAT', url: 'x' },
      {
        id: 803,
        friendlyName: 'Login',
        type: 'HTTP',
        url: 'https://a.example',
        authType: 'HTTP_BASIC',
      },
    ]
    const { monitors, notCarried } = read(JSON.stringify({ data, nextLink: null }))
    expect(monitors[0]).toMatchObject({
      intervalSeconds: 60,
      isActive: false,
      body: {
        timeoutMs: 30_000,
        tags: ['shop'],
        settings: {
          expectedStatus: ['200-299', '404'],
          keyword: { value: 'Cart', mode: 'contains', caseSensitive: true },
        },
      },
    })
    expect(monitors[1]).toMatchObject({ isActive: false })
    expect(monitors[1]?.warnings[0]).toContain('password')
    expect(notCarried[0]).toMatchObject({ what: 'heartbeat monitor', name: 'Beat' })
  })

  it('brings its alert contacts along, each once', () => {
    const alert_contacts = [
      { id: '1', type: 2, value: 'a@x.example', threshold: 5, recurrence: 30 },
      { id: '2', type: 9, value: 'key', threshold: 0, recurrence: 0 },
    ]
    const one = { friendly_name: 'A', type: 3, url: 'a.example', alert_contacts }
    const { contacts, monitors, notCarried } = read(
      JSON.stringify([one, { ...one, url: 'b.example' }]),
    )
    expect(contacts.map(({ body }) => body)).toEqual([
      { name: 'a@x.example', email: 'a@x.example' },
    ])
    expect(monitors[1]?.body['alerts']).toEqual({
      contactIds: ['alert contact 1'],
      delayMinutes: 0,
      repeatMinutes: 30,
    })
    expect(notCarried).toHaveLength(1)
  })

  it('says that its maintenance windows are left behind', () => {
    const row = { friendly_name: 'A', type: 3, url: 'a.example', mwindows: [] as object[] }
    const windows = [{ id: 1, type: 3, value: '2-4', start_time: '14:10', duration: 60 }]
    const { monitors } = read(JSON.stringify([row, { ...row, mwindows: windows }]))
    expect(monitors.map(({ warnings }) => warnings)).toEqual([
      [],
      ['Its maintenance windows are not carried over: make them anew.'],
    ])
  })

  it('tells each of two alert contacts that are called alike', () => {
    const alert_contacts = [
      { id: '1', type: 2, friendly_name: 'Ops', value: 'a@x.example' },
      { id: '2', type: 5, friendly_name: 'Ops', value: 'https://hook.example/' },
    ]
    const row = { friendly_name: 'A', type: 3, url: 'a.example', alert_contacts }
    const { contacts, monitors } = read(JSON.stringify([row]))
    expect(contacts.map(({ ref, body }) => [ref, body])).toEqual([
      ['alert contact 1', { name: 'Ops', email: 'a@x.example' }],
      ['alert contact 2', { name: 'Ops (2)', webhookUrl: 'https://hook.example/' }],
    ])
    expect(monitors[0]?.body['alerts']).toMatchObject({
      contactIds: ['alert contact 1', 'alert contact 2'],
    })
  })

  it('is read from the CSV of the dashboard', () => {
    const text =
      'ID,Type,Status,Friendly Name,URL/IP,Keyword Type,Keyword Value,Port,Interval\r\n' +
      '1,HTTP(s),Up,"Shop, new",https://shop.example,,,,300\r\n' +
      '2,Keyword,Paused,Key,https://a.example,exists,Oops,,60\r\n' +
      '3,Port,Up,Mail,m.example,,,25,300\r\n' +
      '4,Heartbeat,Up,Cron,x,,,,300\r\n'
    expect(formatOf(sourceText(text))).toBe('uptimeRobot')
    const { monitors, notCarried } = read(text)
    expect(
      monitors.map(({ body, isActive, at }) => [body['url'], body['name'], isActive, at]),
    ).toEqual([
      ['https://shop.example', 'Shop, new', true, 'line 2'],
      ['https://a.example', 'Key', false, 'line 3'],
      ['tcp://m.example:25', 'Mail', true, 'line 4'],
    ])
    expect(monitors[1]?.body).toMatchObject({ settings: { keyword: { mode: 'absent' } } })
    expect(notCarried).toHaveLength(1)
  })
})

test('words that every object has are none of UptimeRobot', () => {
  const text = 'Friendly Name,URL/IP,Type,constructor\nA,a.example,constructor,1\n'
  expect(read(text).notCarried).toEqual([
    {
      what: 'constructor monitor',
      name: 'A',
      at: 'line 2',
      reason: 'This kind of monitor is not known here.',
    },
  ])
})

test('several answers in one file are read as one', () => {
  const page = (name: string) => ({
    stat: 'ok',
    monitors: [{ friendly_name: name, type: 3, url: `${name}.example` }],
  })
  const text = JSON.stringify([page('a'), page('b')])
  expect(formatOf(sourceText(text))).toBe('uptimeRobot')
  expect(read(text).monitors.map(({ name }) => name)).toEqual(['a', 'b'])
})
