import { expect, it } from 'vitest'
import type { TypedText } from '../../../../controller/web/src/parts/controls/typed-text.ts'
import {
  beginTyped,
  saidToBe,
  typedInto,
} from '../../../../controller/web/src/parts/controls/typed-text.ts'

const typedAll = (before: TypedText, ...texts: readonly string[]): TypedText =>
  texts.reduce(typedInto, before)

it('what is typed stays while the address says older letters', () => {
  let field = typedAll(beginTyped(''), 's', 'sh', 'sho')
  expect(field.text).toBe('sho')
  field = saidToBe(field, 's')
  expect(field.text).toBe('sho')
  field = saidToBe(typedInto(field, 'shop'), 'sho')
  expect(field.text).toBe('shop')
  expect(saidToBe(field, 'shop')).toEqual(beginTyped('shop'))
})

it('what is taken away again is gone', () => {
  const field = typedAll(beginTyped('shop'), 'sho', '')
  expect(saidToBe(saidToBe(field, 'sho'), '')).toEqual(beginTyped(''))
})

it('what is chosen elsewhere takes its place: "back", a saved view, "Show all"', () => {
  const field = saidToBe(typedInto(beginTyped(''), 's'), 's')
  expect(saidToBe(field, '').text).toBe('')
  expect(saidToBe(typedInto(beginTyped(''), 's'), 'other').text).toBe('other')
  expect(saidToBe(field, 's')).toBe(field)
})
