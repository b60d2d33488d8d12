import { expect, it } from 'vitest'
import { readName } from '../../../../controller/src/cli/read-name.ts'

it.each([
  ['CI pipeline', 'CI pipeline'],
  ['  Dublin rack 4 ', 'Dublin rack 4'],
  ['x'.repeat(100), 'x'.repeat(100)],
])('"%s" is a name', (text, name) => {
  expect(readName(text)).toBe(name)
})

it.each([
  ['', '""'],
  ['   ', '"   "'],
  ['a\u001b[31mb', '"a?[31mb"'],
  ['two\nlines', '"two?lines"'],
  ['x'.repeat(101), `"${'x'.repeat(79)}…"`],
])('%j is none, and is shown so that it harms no terminal', (text, shown) => {
  expect(() => readName(text)).toThrow(`--name is ${shown}: it must be 1 to 100 characters`)
})
