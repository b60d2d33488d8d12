import { TYPE_DESCRIPTIONS } from '@sightline/shared/monitor-types/registry'
import { expect, test } from 'vitest'
import { renderRequestOf } from '../../../../../agent/src/checks/web/render-request.ts'

const URL_ASKED = new URL('https://shop.example/a?b=c')
const requestFor = (settings: object) =>
  renderRequestOf(URL_ASKED, TYPE_DESCRIPTIONS.web.shape.parse(settings))

test('a browser is asked for the address of the monitor', () => {
  expect(requestFor({})).toEqual({
    url: URL_ASKED,
    headers: {},
    userAgent: null,
    credentials: null,
    cookies: [],
    waitFor: { kind: 'load' },
    verifyTls: true,
    family: 'any',
  })
})

test('it gets what the plain request gets', () => {
  const request = requestFor({
    headers: { 'X-Own': 'yes', Cookie: 'a=b=c; d="e"; ;f', 'User-Agent': 'Mine/2' },
    userAgent: 'Mine/1',
    tls: { verify: false },
    ipFamily: 'ipv6',
    render: { waitFor: 'selector', selector: '#app' },
  })
  expect(request).toMatchObject({
    headers: { 'x-own': 'yes' },
    userAgent: 'Mine/2',
    cookies: [
      { name: 'a', value: 'b=c' },
      { name: 'd', value: '"e"' },
      { name: 'f', value: '' },
    ],
    waitFor: { kind: 'selector', selector: '#app' },
    verifyTls: false,
    family: 'ipv6',
  })
  expect(Object.keys(request.headers)).toEqual(['x-own'])
})

test('only the address itself is made unique', () => {
  const unique = () => requestFor({ cacheBust: true }).url
  expect(unique().href).toMatch(/^https:\/\/shop\.example\/a\?b=c&sightline=[0-9a-f-]{13}$/)
  expect(unique().href).not.toBe(unique().href)
})

test.for([
  [{ kind: 'basic', username: 'u', password: 'p' }, { authorization: 'Basic dTpw' }, null],
  [{ kind: 'bearer', token: 't' }, { authorization: 'Bearer t' }, null],
  [{ kind: 'digest', username: 'u', password: 'p' }, {}, { username: 'u', password: 'p' }],
  [{ kind: 'none', username: 'u', password: 'p' }, {}, null],
] as const)('the sign-in %j', ([auth, headers, credentials]) => {
  expect(requestFor({ auth })).toMatchObject({ headers, credentials })
})

test("the sign-in wins over a header of the monitor's own", () => {
  const auth = { kind: 'bearer', token: 't' }
  const { headers } = requestFor({ auth, headers: { Authorization: 'Basic x' } })
  expect(headers).toEqual({ authorization: 'Bearer t' })
})
