import type { MonitorType } from '@sightline/shared/check-words'
import { MONITOR_TYPES } from '@sightline/shared/check-words'
import { descriptionOf } from '@sightline/shared/monitor-types/registry'
import { expect, test } from 'vitest'

/** Where and why settings are refused: "jsonChecks.0.value must be ...". */
function problems(type: MonitorType, settings: unknown): string[] {
  const { error } = descriptionOf(type).settings.safeParse(settings)
  return error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? []
}

/** Near the most an expression may cost. */
const COSTLY = '.{0,1000}a.{0,1000}'

const RENDER = { enabled: true }

test.for<[type: MonitorType, settings: object, problem: RegExp]>([
  ['web', { keyword: { value: '(?=a)', mode: 'regex' } }, /^keyword\.value .*look-around/],
  ['web', { jsonChecks: [{ path: '$..a', operator: 'exists' }] }, /^jsonChecks\.0\.path must/],
  [
    'web',
    { jsonChecks: [{ path: '$.a', operator: 'equals' }] },
    /^jsonChecks\.0\.value .*"equals"/,
  ],
  [
    'web',
    { jsonChecks: [{ path: 'a', operator: 'exists', value: 1 }] },
    /value must be left out, true or false/,
  ],
  ['web', { jsonChecks: [{ path: 'a', operator: 'gt', value: '1' }] }, /value must be a number/],
  [
    'web',
    { jsonChecks: [{ path: 'a', operator: 'equals', value: 2 ** 53 }] },
    /value must be sent as a text, with all of its digits/,
  ],
  [
    'web',
    { headerChecks: [{ name: 'x', operator: 'contains', value: -(2 ** 60) }] },
    /value must be sent as a text/,
  ],
  ['web', { jsonChecks: [{ path: 'a', operator: 'matches', value: 1 }] }, /regular expression/],
  ['web', { headerChecks: [{ name: 'x', operator: 'matches', value: '(' }] }, /missing closing/],
  ['web', { headerChecks: [{ name: 'x', operator: 'lt', value: 'x' }] }, /must be a number/],
  ['web', { headerChecks: [{ name: 'x', operator: 'contains' }] }, /must be sent/],
  ['web', { auth: { kind: 'basic', password: 'p' } }, /^auth\.username must be sent/],
  ['web', { auth: { kind: 'digest', username: 'u' } }, /^auth\.password must be sent/],
  ['web', { auth: { kind: 'bearer' } }, /^auth\.token must be sent/],
  ['web', { auth: { kind: 'bearer', token: 'a\r\nb: c' } }, /^auth\.token .*line breaks/],
  ['web', { auth: { kind: 'basic', username: 'a:b', password: 'p' } }, /colon/],
  ['web', { method: 'POST', bodyType: 'json', body: '{' }, /^body must be JSON/],
  ['web', { method: 'HEAD', body: 'x' }, /^body .*HEAD/],
  ['web', { method: 'HEAD', keyword: { value: 'x' } }, /^keyword .*HEAD/],
  ['web', { expectedStatus: ['abc'] }, /^expectedStatus\.0 must be a status or a range/],
  ['web', { expectedStatus: ['100'] }, /^expectedStatus\.0 must be 101 or from 200 on/],
  ['web', { expectedStatus: ['200', '102-199'] }, /^expectedStatus\.1 must be 101/],
  ['web', { headers: { 'X-A': '1', 'x-a': '2' } }, /^headers\.x-a cannot be combined with "X-A"/],
  ['web', { tls: { sni: 'a\u0000b' } }, /^tls\.sni must be a host name in ASCII/],
  ['web', { tls: { sni: 'fe80::1%lo' } }, /^tls\.sni must be/],
  ['web', { tls: { sni: 'bücher.example' } }, /^tls\.sni must be .*xn--/],
  ['tcp', { tls: { sni: 'a..example' } }, /^tls\.sni must be/],
  ['web', { render: { waitFor: 'selector' } }, /^render\.selector must be sent with the waitFor/],
  ['web', { render: { selector: '#app' } }, /^render\.selector cannot be used with .* "load"/],
  [
    'web',
    { render: { waitFor: 'selector', selector: ' ' } },
    /^render\.selector must be a CSS selector such as "#app \.ready" \(it is empty\)/,
  ],
  ['web', { render: { waitFor: 'selector', selector: '//div' } }, /no sense from "\/\/div" on/],
  ['web', { render: RENDER, method: 'HEAD' }, /^method must be GET with render\.enabled/],
  ['web', { render: RENDER, body: 'x' }, /^body cannot be sent with render\.enabled/],
  [
    'web',
    { render: RENDER, expectedStatus: ['200', '204-301'] },
    /^expectedStatus\.1 cannot hold statuses from 300 to 399/,
  ],
  ['web', { render: RENDER, headers: { HOST: 'a' } }, /^headers\.HOST cannot be sent/],
  ['web', { render: RENDER, headers: { 'Proxy-Authorization': 'a' } }, /^headers\.Proxy-Auth/],
  ['web', { render: RENDER, tls: { sni: 'a.example' } }, /^tls\.sni cannot be set/],
  [
    'web',
    { keyword: { value: '\\pL{1000}'.repeat(20), mode: 'regex' } },
    /^keyword\.value must be simpler: its repeats/,
  ],
  [
    'web',
    { headerChecks: [1, 2, 3].map(() => ({ name: 'x', operator: 'matches', value: COSTLY })) },
    /^headerChecks\.2\.value must be simpler: .* together/,
  ],
  [
    'tcp',
    { steps: [{ send: 'a', expectRegex: '.*' }] },
    /expectRegex must not match an empty text/,
  ],
  ['tcp', { steps: [{ expectRegex: '(OK)?' }] }, /expectRegex must not match an empty text/],
  ['tcp', { steps: [{}] }, /^steps\.0 must send or expect/],
  ['tcp', { steps: [{ send: 'a', sendHex: '00' }] }, /^steps\.0\.sendHex .*"send"/],
  ['tcp', { steps: [{ expect: 'a', expectHex: '00' }] }, /^steps\.0\.expectHex .*"expect"/],
  ['tcp', { steps: [{ expectRegex: '(a)\\1' }] }, /^steps\.0\.expectRegex .*back-ref/],
  ['tcp', { steps: [{ expect: '' }] }, /^steps\.0\.expect /],
  ['udp', { payload: 'a', preset: 'dns' }, /^preset .*"payload"/],
  ['udp', { payload: 'a', payloadHex: '00' }, /^payloadHex .*"payload"/],
  ['udp', { expectRegex: 'a', expectHex: '00' }, /^expectHex .*"expectRegex"/],
  ['udp', { expectRegex: '[' }, /^expectRegex must be/],
  ['udp', { snmp: { version: '3' } }, /^snmp\.user must be sent/],
  [
    'udp',
    { snmp: { version: '3', user: 'u', authProtocol: 'sha', authPassword: '1234567' } },
    /^snmp\.authPassword .*8 characters/,
  ],
  [
    'udp',
    { snmp: { version: '3', user: 'u', privProtocol: 'aes', privPassword: '12345678' } },
    /^snmp\.privProtocol .*authProtocol/,
  ],
  ['udp', { preset: 'snmp', snmp: { community: '' } }, /^snmp\.community must be sent/],
  ['ping', { maxLossPercent: 10, degradedLossPercent: 20 }, /^degradedLossPercent .*which is 10/],
  ['dns', { expected: { match: 'exactSet' } }, /^expected\.values /],
  ['dns', { expected: { match: 'any', values: ['a'] } }, /^expected\.match /],
  ['dns', { expected: { match: 'count' } }, /^expected\.minCount /],
  ['dns', { expected: { match: 'regex', values: ['a', '('] } }, /^expected\.values\.1 /],
  [
    'dns',
    { expectedRcode: 'NXDOMAIN', expected: { match: 'contains', values: ['a'] } },
    /^expected\.match must be "any"/,
  ],
  ['dns', { resolver: 'authoritative', protocol: 'tls' }, /^protocol must be/],
  ['dns', { resolver: 'authoritative', dnssec: 'require' }, /^dnssec must be/],
  ['dns', { resolver: '10.0.0.0/8' }, /^resolver must be/],
  ['mail', { expectBannerRegex: '(?<!a)b' }, /^expectBannerRegex must be/],
  ['mail', { ehloName: 'a\r\nQUIT' }, /^ehloName must be/],
  ['mail', { expectCapabilities: ['A\nB'] }, /^expectCapabilities\.0 must not/],
  ['mail', { auth: { username: 'a\r\nb', password: 'p' } }, /^auth\.username must not/],
  ['mail', { auth: { username: 'a', password: 'p\nq' } }, /^auth\.password cannot/],
  ['mail', { mailFromTest: { from: 'a@b', to: 'a\u0000@b' } }, /^mailFromTest\.to must be/],
])('settings of %s refuse %j', ([type, settings, problem]) => {
  expect(problems(type, settings)).toEqual([expect.stringMatching(problem)])
})

test.for<[type: MonitorType, settings: object]>([
  ['web', { expectedStatus: ['101', '100-299', '204', '404-499'] }],
  ['web', { headers: { 'X-A': '1', 'X-B': '2' } }],
  ['web', { tls: { sni: '' } }],
  ['web', { tls: { sni: '2001:db8::1' } }],
  ['tcp', { tls: { sni: '_acme.xn--bcher-kva.example.' } }],
  ['tcp', { steps: [{ expectRegex: '(?s).' }] }],
  ['udp', { expectRegex: '^$' }],
  ['web', { method: 'POST', bodyType: 'json', body: '{"a":1}' }],
  ['web', { body: 'a query', method: 'GET' }],
  ['web', { auth: { kind: 'none', username: 'left', password: 'over' } }],
  ['web', { jsonChecks: [{ path: '$.a', operator: 'equals', value: null }] }],
  ['web', { jsonChecks: [{ path: '$.a', operator: 'equals', value: 2 ** 53 - 1 }] }],
  ['web', { jsonChecks: [{ path: '$.a', operator: 'equals', value: 1e300 }] }],
  ['web', { jsonChecks: [{ path: '$.a', operator: 'lt', value: 2 ** 60 }] }],
  ['web', { headerChecks: [{ name: 'X-A', operator: 'gt', value: 3 }] }],
  ['web', { headerChecks: [{ name: 'X-A', operator: 'exists', value: false }] }],
  ['web', { jsonChecks: [{ path: '$.error', operator: 'exists', value: false }] }],
  ['tcp', { steps: [{ expect: 'hello' }, { sendHex: '00ff', expectHex: 'ff' }, { send: 'x' }] }],
  ['udp', { preset: 'dns', expectRegex: 'a', anyReply: true }],
  [
    'udp',
    {
      preset: 'snmp',
      snmp: {
        version: '3',
        user: 'u',
        authProtocol: 'sha256',
        authPassword: '12345678',
        privProtocol: 'aes',
        privPassword: '12345678',
      },
    },
  ],
  ['ping', { maxLossPercent: 10, degradedLossPercent: 10 }],
  ['dns', { expected: { match: 'count', minCount: 2 } }],
  ['dns', { expectedRcode: 'NXDOMAIN' }],
  ['dns', { resolver: 'authoritative', protocol: 'tcp' }],
  ['mail', { ehloName: '[IPv6:2001:db8::1]' }],
  ['mail', { ehloName: 'bücher.example' }],
  ['mail', { auth: { username: 'jürgen', password: 'geheim✓' }, security: 'none' }],
])('settings of %s take %j', ([type, settings]) => {
  expect(problems(type, settings)).toEqual([])
})

test('the regular expressions of a monitor have a length together', () => {
  const steps = Array.from({ length: 5 }, () => ({ expectRegex: 'a'.repeat(900) }))
  expect(problems('tcp', { steps: steps.slice(1) })).toEqual([])
  expect(problems('tcp', { steps })).toEqual([
    expect.stringMatching(/^steps\.4\.expectRegex must be shorter.*4096/),
  ])
})

test.for(MONITOR_TYPES)('the complete settings of %s are taken again', (type) => {
  const complete = descriptionOf(type).settings.parse({})
  expect(descriptionOf(type).settings.parse(JSON.parse(JSON.stringify(complete)))).toEqual(complete)
})

test('every password, token and community is a secret', () => {
  const secretPaths = MONITOR_TYPES.map((type) => [type, descriptionOf(type).secretPaths])
  expect(Object.fromEntries(secretPaths)).toEqual({
    web: [
      ['headers', expect.any(RegExp)],
      ['auth', 'password'],
      ['auth', 'token'],
    ],
    tcp: [],
    udp: [
      ['snmp', 'community'],
      ['snmp', 'authPassword'],
      ['snmp', 'privPassword'],
    ],
    ping: [],
    dns: [],
    mail: [['auth', 'password']],
  })
})
