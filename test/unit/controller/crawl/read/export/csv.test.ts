import { describe, expect, it } from 'vitest'
import type { Cell } from '../../../../../../controller/src/crawl/read/export/csv.ts'
import { csvLine } from '../../../../../../controller/src/crawl/read/export/csv.ts'

describe('a line of CSV', () => {
  it.each<[Cell, string]>([
    ['plain', 'plain'],
    ['', ''],
    [null, ''],
    ['a,b', '"a,b"'],
    ['say "a"', '"say ""a"""'],
    ['two\nlines', '"two\nlines"'],
    ['two\r\nlines', '"two\r\nlines"'],
    [' spaces ', ' spaces '],
    [1.5, '1.5'],
    [-3, '-3'],
    [true, 'true'],
    [new Date('2026-01-31T12:00:00Z'), '2026-01-31T12:00:00.000Z'],
    [['one', 'two, three'], '"one\ntwo, three"'],
    [[], ''],
  ])('writes %j as it is read again', (cell, text) => {
    expect(csvLine([cell])).toBe(`${text}\r\n`)
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
    'keeps %j from being a formula',
    (text) => {
      expect(csvLine([text]).replaceAll('"', '')).toBe(`'${text}\r\n`)
    },
  )

  it('leaves what looks like one within a text', () => {
    expect(csvLine(['a=1', 'x@y.example', '1-2'])).toBe('a=1,x@y.example,1-2\r\n')
  })
})
