import { expect, test } from 'vitest'
import { decodePage } from '../../../../agent/src/page/decode-page.ts'
import { prescan } from '../../../../agent/src/page/meta-prescan.ts'
import { pageOf } from '../../../helpers/analysis-page.ts'

const latin = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))

function decoded(body: Uint8Array, contentType = 'text/html') {
  const { text, charset, source } = decodePage(
    pageOf(body, { headers: { 'content-type': contentType } }),
  )
  return { text, charset, source }
}

test('a byte order mark wins over the header, and is no text', () => {
  const body = Uint8Array.of(0xef, 0xbb, 0xbf, 0xc3, 0xa9)
  const expected = { text: 'é', charset: 'utf-8', source: 'bom' }
  expect(decoded(body, 'text/html; charset=windows-1252')).toEqual(expected)
  expect(decoded(Uint8Array.of(0xff, 0xfe, 0xe9, 0)).text).toBe('é')
  expect(decoded(Uint8Array.of(0xfe, 0xff, 0, 0xe9)).text).toBe('é')
})

test('the header wins over the page', () => {
  const body = latin('<meta charset=utf-8>\xe9')
  expect(decoded(body, 'text/html; charset="ISO-8859-1"')).toEqual({
    text: '<meta charset=utf-8>é',
    charset: 'windows-1252',
    source: 'header',
  })
})

test('a header that came twice says what it says', () => {
  const twice = 'text/html; charset=utf-8, text/html; charset=utf-8'
  expect(decoded(Uint8Array.of(0xc3, 0xa9), twice)).toMatchObject({ text: 'é', source: 'header' })
})

test('a header with a charset nobody knows says nothing', () => {
  expect(decoded(latin('<meta charset=koi8-r>\xc1'), 'text/html; charset=nonsense')).toEqual({
    text: '<meta charset=koi8-r>а',
    charset: 'koi8-r',
    source: 'meta',
  })
})

test('a page that says nothing is windows-1252, but XML and JSON are UTF-8', () => {
  expect(decoded(latin('\x80 \x92'))).toEqual({
    text: '€ ’',
    charset: 'windows-1252',
    source: 'default',
  })
  const body = Uint8Array.of(0xc3, 0xa9)
  expect(decoded(body, 'application/xhtml+xml').text).toBe('é')
  expect(decoded(body, 'application/json').text).toBe('é')
})

test('what a meta element of XML says is no charset', () => {
  const body = '<html xmlns="http://www.w3.org/1999/xhtml"><meta charset="koi8-r"/>é</html>'
  const utf8 = new TextEncoder().encode(body)
  expect(decoded(utf8, 'application/xhtml+xml')).toMatchObject({ text: body, source: 'default' })
  const named = latin(`<?xml version="1.0" encoding="iso-8859-1"?>${body}`)
  expect(decoded(named, 'application/xhtml+xml')).toMatchObject({
    text: expect.stringContaining('é'),
    charset: 'windows-1252',
  })
})

test.each([
  ['utf-16', 'utf-8'],
  ['UTF-16BE', 'utf-8'],
  ['x-user-defined', 'windows-1252'],
  ['Shift_JIS', 'shift_jis'],
  ['latin1', 'windows-1252'],
])('a page that declares %s is read as %s', (declared, charset) => {
  expect(decoded(latin(`<meta charset="${declared}">`))).toMatchObject({ charset, source: 'meta' })
})

test('a charset that browsers refuse is one replacement character', () => {
  expect(decoded(latin('abc'), 'text/html; charset=iso-2022-kr').text).toBe('\ufffd')
})

test('a character that the cut goes through is left out', () => {
  const page = pageOf(Uint8Array.of(0x61, 0xc3), { isTruncated: true })
  expect(decodePage(page).text).toBe('a')
  expect(decodePage({ ...page, isTruncated: false }).text).toBe('a\ufffd')
})

test.each([
  ['<meta charset=utf-8>', 'utf-8'],
  ["<META\tCHARSET = 'UTF-8' >", 'utf-8'],
  ['<meta http-equiv="Content-Type" content="text/html; charset=big5">', 'big5'],
  ['<meta content="text/html; charset=big5" http-equiv=content-type>', 'big5'],
  ['<meta content="text/html; charset=big5">', null],
  ['<!-- <meta charset=a> --><meta charset=b>', 'b'],
  ['<!--><meta charset=a>', 'a'],
  ['<!-- <meta charset=a>', null],
  ['<div title="<meta charset=a>"><meta charset=b>', 'b'],
  ['</div title="<meta charset=a>"><meta charset=b>', 'b'],
  ['<?php "<meta charset=a>"?><meta charset=b>', 'b'],
  ['<metaphor charset=a><meta charset=b>', 'b'],
  ['<meta/charset=a>', 'a'],
  ['<meta name=x charset=a charset=b>', 'a'],
  ['<meta charset="a', null],
  ['<meta charset=a', null],
  ['<!doctype html><title>a < b</title><meta charset=c>', 'c'],
  ['<?xml version="1.0" encoding="koi8-r"?><html>', 'koi8-r'],
  ['<?xml version="1.0" encoding="koi8-r"?><meta charset=a>', 'a'],
])('the prescan of %j finds %j', (text, charset) => {
  expect(prescan(latin(text))).toBe(charset)
})

test('the prescan ends after 1,024 bytes', () => {
  const meta = '<meta charset=koi8-r>'
  expect(prescan(latin(' '.repeat(1024 - meta.length) + meta))).toBe('koi8-r')
  expect(prescan(latin(' '.repeat(1025 - meta.length) + meta))).toBeNull()
})

const FILL = `<style>${'/* */ '.repeat(300)}</style>`
test.each([
  [
    'in a long head',
    `<!doctype html><html><head>${FILL}<meta charset=windows-1251>`,
    'windows-1251',
  ],
  ['behind a long script', `<script>${'x'.repeat(70_000)}</script><meta charset=koi8-r>`, 'koi8-r'],
  [
    'with http-equiv',
    `${FILL}<meta http-equiv=Content-Type content="text/html; charset=big5">`,
    'big5',
  ],
  ['behind one that nobody knows', `<meta charset=utf8mb4>${FILL}<meta charset=koi8-r>`, 'koi8-r'],
  ['in a comment', `${FILL}<!-- <meta charset=koi8-r> -->`, 'windows-1252'],
  ['in a script', `${FILL}<script>"<meta charset=koi8-r>"</script>`, 'windows-1252'],
  ['in the body', `${FILL}<body><meta charset=koi8-r>`, 'windows-1252'],
  ['behind what ends the head', `${FILL}<div></div><meta charset=koi8-r>`, 'windows-1252'],
])('a charset beyond the first 1,024 bytes %s', (_, html, charset) => {
  expect(decoded(latin(html))).toMatchObject({ charset })
})

test('a charset beyond the first 1,024 bytes gives way to those before it', () => {
  const body = latin(`<meta charset=koi8-r>${FILL}<meta charset=big5>`)
  expect(decoded(body)).toMatchObject({ charset: 'koi8-r' })
  expect(decoded(body, 'text/html; charset=utf-8')).toMatchObject({ charset: 'utf-8' })
  const xml = `<?xml version="1.0" encoding="iso-8859-2"?><html>${FILL}<meta charset=big5></html>`
  expect(decoded(latin(xml), 'application/xhtml+xml')).toMatchObject({ charset: 'iso-8859-2' })
})
