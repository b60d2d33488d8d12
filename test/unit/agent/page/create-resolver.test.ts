import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createResolver } from '../../../../agent/src/page/create-resolver.ts'
import { resolveUrl } from '../../../../agent/src/page/resolve-url.ts'

const reference = fc.string({
  unit: fc.constantFrom(
    '/',
    'a',
    'É',
    '.',
    '..',
    '%2e',
    '~',
    '?',
    '&',
    '=',
    '#',
    ':',
    ' ',
    '\\',
    '-',
    'b_1',
    '\t',
  ),
})
const base = fc.constantFrom(
  'https://example.com/a/b?q/r#s/t',
  'HTTP://user:p%40ss@example.com:8080',
  'https://bücher.example./x',
  'file:///C:/a/b',
  'data:text/html,x',
  'nonsense',
)

test('every reference means what the URL standard says', () => {
  fc.assert(
    fc.property(reference, base, (written, from) => {
      expect(createResolver(from)(written)).toBe(resolveUrl(written, from))
    }),
    { numRuns: 1_000 },
  )
})

test('an address that is too long to be kept is none', () => {
  expect(createResolver('https://example.com/')('a'.repeat(16_380))).toBeNull()
})

test.each(['http://', 'HTTPS:', '//', 'ht\ttp:/\n/', ' \\\\'])(
  'behind %j no host is longer than a host can be',
  (beginning) => {
    const resolve = createResolver('https://example.com/')
    const letters = Array.from({ length: 501 }, (_, at) => String.fromCharCode(0x4e00 + at)).join(
      '',
    )
    expect(resolve(`${beginning}${letters}/`)).toBeNull()
    expect(resolve(`${beginning}${'a'.repeat(501)}/`)).toBeNull()
    expect(resolve(`${beginning}${'a.'.repeat(120)}b/${letters}`)).not.toBeNull()
  },
)

test('what is long and names no host is resolved', () => {
  const resolve = createResolver('https://example.com/')
  const long = 'a'.repeat(2_000)
  expect(resolve(long)).toBe(`https://example.com/${long}`)
  expect(resolve(`/é${long}`)).toBe(`https://example.com/%C3%A9${long}`)
  expect(resolve(`?${long}`)).toBe(`https://example.com/?${long}`)
  expect(resolve(`data:,//${long}`)).toBe(`data:,//${long}`)
  expect(resolve(`http://example.com?${long}`)).toBe(`http://example.com/?${long}`)
})
