import { expect, it } from 'vitest'
import { printable } from '../../../../controller/src/input/printable.ts'

it.each([
  ['web-1.example.com', 'web-1.example.com'],
  ['Zürich 東京', 'Zürich 東京'],
  ['a\u001b[31mred\u0007', 'a?[31mred?'],
  ['two\r\nlines\u2028more\u0085', 'two??lines?more?'],
  ['moc.elpmaxe\u202e', 'moc.elpmaxe?'],
  ['in\u200bvisible\ufeff', 'in?visible?'],
  ['half \ud800 pair', 'half \ufffd pair'],
])('%j is shown as %j', (text, shown) => {
  expect(printable(text)).toBe(shown)
})

it('keeps within a length', () => {
  expect(printable('x'.repeat(300), 10)).toBe(`${'x'.repeat(9)}…`)
  expect(printable('x'.repeat(10), 10)).toBe('x'.repeat(10))
})
