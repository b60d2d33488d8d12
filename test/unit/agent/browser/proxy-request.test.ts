import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  absoluteTarget,
  connectTarget,
  forwardedHeaders,
  isSignedIn,
} from '../../../../agent/src/browser/proxy-request.ts'

describe('the target of a CONNECT request', () => {
  test.each([
    ['example.com:443', { host: 'example.com', port: 443 }],
    ['[2001:db8::1]:8443', { host: '2001:db8::1', port: 8443 }],
    ['0x7f000001:80', { host: '127.0.0.1', port: 80 }],
    ['127.1:80', { host: '127.0.0.1', port: 80 }],
    ['bücher.example:443', { host: 'xn--bcher-kva.example', port: 443 }],
  ])('%s', (authority, target) => {
    expect(connectTarget(authority)).toEqual(target)
  })

  test.each(['example.com', ':443', 'a:0', 'a:65536', 'a b:1', 'u@a:1', 'a/b:1', 'http://a:1', ''])(
    'is not "%s"',
    (authority) => {
      expect(connectTarget(authority)).toBeNull()
    },
  )

  test('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => void [connectTarget(text), absoluteTarget(text)]))
  })
})

describe('the target of another request', () => {
  test('is named in full', () => {
    const found = absoluteTarget('http://example.com/a?b')
    expect(found?.target).toEqual({ host: 'example.com', port: 80 })
    expect(found?.url.href).toBe('http://example.com/a?b')
    expect(absoluteTarget('http://[::1]:81/')?.target).toEqual({ host: '::1', port: 81 })
  })

  test.each(['/', '*', 'https://example.com/', 'http://u:p@example.com/', 'ftp://a/', 'http://'])(
    'is not "%s"',
    (text) => {
      expect(absoluteTarget(text)).toBeNull()
    },
  )
})

test('headers of one connection do not go on, named ones neither', () => {
  const raw = ['Connection', 'close, X-Hop', 'X-Hop', '1', 'Accept', 'a', 'Accept', 'b']
  raw.push('Proxy-Authorization', 'secret', 'Transfer-Encoding', 'chunked', 'Upgrade', 'h2c')
  raw.push('Host', 'other.example')
  expect(forwardedHeaders(raw, ['host'])).toEqual(['Accept', 'a', 'Accept', 'b'])
})

test('only the right name and password sign in', () => {
  const credentials = { username: 'a', password: 'b' }
  expect(isSignedIn('Basic YTpi', credentials)).toBe(true)
  for (const header of [undefined, '', 'Basic', 'Basic YTpj', 'Bearer YTpi', 'Basic YTpiYg==']) {
    expect(isSignedIn(header, credentials)).toBe(false)
  }
})
