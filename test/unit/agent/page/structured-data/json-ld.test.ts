import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readJsonLdBlock } from '../../../../../agent/src/page/structured-data/json-ld/block.ts'
import { readTolerantJson } from '../../../../../agent/src/page/structured-data/json-ld/tolerant-json.ts'

test('what is JSON is read as JSON.parse does', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), fc.nat(4), (json, indent) => {
      const text = JSON.stringify(JSON.parse(json), null, indent)
      expect(readTolerantJson(text)).toEqual({ ok: true, value: JSON.parse(text), warnings: [] })
    }),
  )
})

test('whatever the text, it is read or refused at a place within it', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '"',
    ':',
    ',',
    '//',
    '/*',
    '*/',
    '\\',
    '<!--',
    '-->',
  )
  const more = fc.constantFrom('1', 'true', '\n', ' ', ';', 'a', '\\u00', '\0', '<![CDATA[', ']]>')
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, more)), (parts) => {
      const text = parts.join('')
      const reading = readTolerantJson(text)
      if (reading.ok) return
      expect(reading.line).toBeLessThanOrEqual(text.split('\n').length)
      expect(reading.column).toBeLessThanOrEqual(text.length + 1)
    }),
  )
})

test.each([
  ['<!-- {"a":1} -->', ['HTML comment']],
  ['<!-- our data -->\n{"a":1}', ['HTML comment']],
  ['<![CDATA[{"a":1}]]>', ['CDATA mark']],
  ['//<![CDATA[\n{"a":1}\n//]]>', ['JavaScript comment']],
  ['/*<![CDATA[*/{"a":1}/*]]>*/', ['JavaScript comment']],
  ['{"a":1};', ['Semicolon at the end']],
  ['{"a":1,}', ['Comma after the last entry of an object']],
  ['{"a":/* one */1// yes\n}', ['JavaScript comment']],
  ['\ufeff{"a":1}', []],
  ['{"a":0,"a":1}', []],
])('%j is read', (text, warnings) => {
  expect(readTolerantJson(text)).toEqual({ ok: true, value: { a: 1 }, warnings })
})

test('raw line breaks and control characters in texts are kept, and told', () => {
  expect(readTolerantJson('["a\nb\t"]')).toEqual({
    ok: true,
    value: ['a\nb\t'],
    warnings: ['Line break or control character in a string'],
  })
})

test.each([
  ['', 'The block is empty', 1, 1],
  ['{"a":1', 'Expected "," or "}" but found the end of the block', 1, 7],
  ['{\n  "a": 1\n  "b": 2\n}', 'Expected "," or "}" but found """', 3, 3],
  ['{\n  a: 1\n}', 'Expected a key in double quotes but found "a"', 2, 3],
  ["{'a': 1}", `Expected a key in double quotes but found "'a'"`, 1, 2],
  ['{"a" 1}', 'Expected ":" behind a key but found "1"', 1, 6],
  ['{"a":}', 'Expected a value but found "}"', 1, 6],
  ['[1,,2]', 'Expected a value but found ","', 1, 4],
  ['[1 2]', 'Expected "," or "]" but found "2"', 1, 4],
  ['["\r\n\\x"]', '"\\x" is no escape in JSON', 2, 1],
  ['["a', 'A string is not closed', 1, 2],
  ['[01]', 'Expected a value but found "01"', 1, 2],
  ['[undefined]', 'Expected a value but found "undefined"', 1, 2],
  ['{} {}', 'Expected the end of the block but found "{"', 1, 4],
])('%j is refused: %s', (text, message, line, column) => {
  expect(readTolerantJson(text)).toMatchObject({ ok: false, message, line, column })
})

test('what is nested too deep is refused, not run into', () => {
  const reading = readTolerantJson('['.repeat(500_000))
  expect(reading).toMatchObject({ ok: false, message: 'Nested more than 100 levels deep' })
  expect(readTolerantJson(`${'['.repeat(100)}1${']'.repeat(100)}`).ok).toBe(true)
})

test.each([
  ['a long text', `["${'\n'.repeat(1_000_000)}"]`],
  ['a text that is not closed', `["${'x'.repeat(2_000_000)}`],
  ['comments', `[${'/**/'.repeat(500_000)}]`],
  ['digits', `[${'1'.repeat(1_000_000)}x]`],
])('%s is read in linear time', (_, text) => {
  expect(typeof readTolerantJson(text).ok).toBe('boolean')
})

test('types are those of the objects and of what @graph holds', () => {
  const block = readJsonLdBlock(
    '{"@context":"https://schema.org","@graph":[{"@type":["Product","http://schema.org/Thing"],"brand":{"@type":"Brand"}},{"@type":"x:Other"}]}',
  )
  expect(block.types).toEqual(['Product', 'Thing', 'x:Other'])
  expect(block.warnings).toEqual([])
})

test('what is forgotten is told', () => {
  expect(readJsonLdBlock('{"name":"x"}').warnings).toEqual([
    '@context is missing, so that names have no meaning',
    '@type is missing',
  ])
})

test('JSON that is no object is an error', () => {
  expect(readJsonLdBlock('"x"').error?.message).toBe('Expected an object, or an array of objects')
  expect(readJsonLdBlock('[{},1]').error).not.toBeNull()
})
