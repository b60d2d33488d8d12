import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  collapseSpace,
  lengthWithoutSpace,
  singleSpaces,
} from '../../../../agent/src/page/white-space.ts'

const text = fc.string({
  unit: fc.constantFrom(
    'a',
    'ä',
    '\u{1f600}',
    ' ',
    '\n',
    '\t',
    '\u00a0',
    '\u2003',
    '\ufeff',
    '\x1c',
  ),
  maxLength: 40,
})

test('the length without white space is that of the text with it taken out', () => {
  fc.assert(
    fc.property(text, (value) => {
      expect(lengthWithoutSpace(value)).toBe(value.replaceAll(/\s/g, '').length)
    }),
  )
})

test('every character counts or is white space as regular expressions have it', () => {
  const codes = Array.from({ length: 65_536 }, (_, code) => code)
  const counted = codes.filter((code) => lengthWithoutSpace(String.fromCharCode(code)) === 1)
  expect(counted).toEqual(codes.filter((code) => !/\s/.test(String.fromCharCode(code))))
})

test('runs of white space become one space', () => {
  fc.assert(
    fc.property(text, (value) => {
      expect(singleSpaces(value)).toBe(value.replaceAll(/\s+/g, ' '))
      expect(collapseSpace(value)).toBe(value.replaceAll(/\s+/g, ' ').trim())
    }),
  )
})
