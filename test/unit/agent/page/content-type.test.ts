import { expect, test } from 'vitest'
import { charsetInHeader, mediaTypeOf } from '../../../../agent/src/page/content-type.ts'

test.each([
  [null, '', null],
  ['', '', null],
  ['Text/HTML ; Charset="UTF-8"', 'text/html', 'UTF-8'],
  // Two fields come as one: of those that are types the last counts.
  ['application/octet-stream, text/html', 'text/html', null],
  ['text/html; charset=gbk, text/plain', 'text/plain', null],
  ['text/html; charset=gbk, text/html', 'text/html', 'gbk'],
  ['text/html; charset=gbk, text/html; charset=utf-8', 'text/html', 'utf-8'],
  ['text/html; charset=gbk, */*, nonsense, ', 'text/html', 'gbk'],
  ['text/html; note="a, b/c"; charset=gbk', 'text/html', null],
  ['nonsense, more', 'nonsense', null],
])('the Content-Type %j', (header, type, charset) => {
  expect(mediaTypeOf(header)).toBe(type)
  expect(charsetInHeader(header)).toBe(charset)
})
