import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { csvRows } from '../../../../controller/src/imports/reading/csv-rows.ts'
import { CSV } from '../../../../controller/src/imports/reading/formats/csv.ts'
import { formatOf } from '../../../../controller/src/imports/reading/formats/index.ts'
import {
  openSourceFile,
  sourceText,
} from '../../../../controller/src/imports/reading/source-file.ts'
import { temporaryFolder } from '../../../helpers/temporary-folder.ts'

const read = (text: string) => CSV.read(sourceText(text))

describe('rows of a CSV', () => {
  it.each<[string, string, string[][]]>([
    [
      'plain',
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'with CRLF, a byte order mark and empty lines',
      '\ufeffa,b\r\n\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['with quotes', '"a ""x"", b",c\n', [['a "x", b', 'c']]],
    [
      'with line breaks in quotes',
      '"a\nb",c\nd,e',
      [
        ['a\nb', 'c'],
        ['d', 'e'],
      ],
    ],
    [
      'with semicolons',
      'a;b\nd;e,f',
      [
        ['a', 'b'],
        ['d', 'e,f'],
      ],
    ],
    [
      'with tabs',
      'a\tb\nc\td',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'with empty fields',
      'a,,\n,b,',
      [
        ['a', '', ''],
        ['', 'b', ''],
      ],
    ],
  ])('are read %s', (_, text, rows) => {
    expect([...csvRows(text)].map(({ fields }) => fields)).toEqual(rows)
  })

  it('tell the line they begin on', () => {
    expect([...csvRows('a\n"b\nc"\n\nd')].map(({ line }) => line)).toEqual([1, 2, 5])
  })

  it('come back as they were written', () => {
    const field = fc.string().map((text) => text.replaceAll('\r', ''))
    fc.assert(
      fc.property(fc.array(fc.tuple(field, field), { minLength: 1 }), (rows) => {
        const text = rows
          .map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(','))
          .join('\r\n')
        expect([...csvRows(text, ',')].map(({ fields }) => fields)).toEqual(rows)
      }),
    )
  })

  it.each([
    ['a quote that nobody closes', 'a,b\n"c', 'line 2'],
    ['a field without end', `a,${'x'.repeat(70_000)}`, 'line 1'],
    ['a row without end', 'a,'.repeat(300), 'more than 200 fields'],
    ['a quoted field without end', `"${'x'.repeat(70_000)}"`, 'line 1'],
  ])('end at %s', (_, text, line) => {
    expect(() => [...csvRows(text)]).toThrow(line)
  })
})

describe('a CSV of monitors', () => {
  it('is read by the names of its columns, in any order and writing', () => {
    const text =
      'Name;URL;Interval-Minutes;tags;keyword;keyword_absent;active;expected status;Owner\n' +
      'Shop;https://shop.example;10;a|b;Sold out;yes;no;200,301;me\n'
    const { monitors, notCarried } = read(text)
    expect(monitors[0]).toMatchObject({
      name: 'Shop',
      at: 'line 2',
      isActive: false,
      body: {
        url: 'https://shop.example',
        intervalMinutes: 10,
        tags: ['a', 'b'],
        settings: {
          keyword: { value: 'Sold out', mode: 'absent' },
          expectedStatus: ['200', '301'],
        },
      },
    })
    expect(notCarried).toMatchObject([{ what: 'column', name: 'Owner' }])
  })

  it.each<[string, object]>([
    ['90s', { intervalSeconds: 90 }],
    ['5 min', { intervalSeconds: 300 }],
    ['1h', { intervalSeconds: 3600 }],
    ['15', { intervalSeconds: null, body: { url: 'a.example', intervalMinutes: 15 } }],
    ['often', { intervalSeconds: null, body: { url: 'a.example', intervalMinutes: 'often' } }],
  ])('takes the interval %s', (interval, expected) => {
    expect(read(`url,interval\na.example,${interval}`).monitors[0]).toMatchObject(expected)
  })

  it('takes settings as JSON, and leaves what is none to the rules', () => {
    const [good, bad] = read(
      `url;settings\na.example;"{""method"":""HEAD""}"\nb.example;{x`,
    ).monitors
    expect(good?.body['settings']).toEqual({ method: 'HEAD' })
    expect(bad?.body['settings']).toBe('{x')
  })

  it('may be plain addresses', () => {
    const text = 'https://a.example/x\ntcp://b.example:5432\nc.example\n'
    expect(formatOf(sourceText(text))).toBe('csv')
    expect(read(text).monitors.map(({ body }) => body['url'])).toEqual([
      'https://a.example/x',
      'tcp://b.example:5432',
      'c.example',
    ])
  })

  it('is known behind empty lines, and with a line break in the name of a column', () => {
    const text = '\n \r\nurl;"name\nof it";tags\na.example;A;x,y\n'
    expect(formatOf(sourceText(text))).toBe('csv')
    expect(read(text).monitors.map(({ body }) => body)).toEqual([
      { url: 'a.example', tags: ['x', 'y'] },
    ])
  })

  it('leaves a row to the rules whose settings are nested without end, and reads the others', () => {
    const nested = `{"headers":${'['.repeat(30_000)}${']'.repeat(30_000)}}`
    const text = `url,settings\na.example,"${nested.replaceAll('"', '""')}"\nb.example,\n`
    const { monitors } = read(text)
    expect(monitors.map(({ body }) => body['url'])).toEqual(['a.example', 'b.example'])
    expect(monitors[0]?.body['settings']).toBe(nested)
  })

  it('must say where the addresses are', () => {
    expect(() => read('name,host\na,b')).toThrow('no column "url"')
  })
})

test.each(['', 'just a sentence.', '<html></html>', '{"a":1}', '[]', '42'])(
  'what is no file of monitors is none: %j',
  (text) => {
    expect(() => formatOf(sourceText(text))).toThrow('none that can be read')
  },
)

test.each<[string, string, string]>([
  ['csv', 'a CSV', 'url,name\na.example,A\n'],
  ['sightline', "Sightline's export", ' {"format":"sightline"}'],
  ['uptimeKuma', "Uptime Kuma's backup", '{"monitorList":[]}'],
])('%s in UTF-16, as Windows saves what a program prints, is known: %s', (format, _, text) => {
  const path = join(temporaryFolder(), 'file')
  writeFileSync(path, `\ufeff${text}`, 'utf16le')
  expect(formatOf(openSourceFile(path))).toBe(format)
})

test.each([
  ['cut off', '{"monitorList":[', 'not valid JSON'],
  ['nested without end', '['.repeat(100_000), 'nested more than 64'],
  ['nested in strings alone', `{"monitorList":"${'['.repeat(1_000)}"}`, 'none that can be read'],
])('JSON that is %s is refused in words', (_, text, words) => {
  expect(() => formatOf(sourceText(text))).toThrow(words)
})
