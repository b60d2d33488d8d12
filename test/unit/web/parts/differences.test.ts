import { describe, expect, it } from 'vitest'
import {
  differencesOf,
  withTheirs,
} from '../../../../controller/web/src/parts/monitor-form/differences.ts'
import type { Draft } from '../../../../controller/web/src/parts/monitor-form/draft.ts'
import { changeBody } from '../../../../controller/web/src/parts/monitor-form/draft.ts'
import { fieldName, valueWords } from '../../../../controller/web/src/words/monitor-fields.ts'

const before: Draft = {
  type: 'web',
  url: 'https://example.com/',
  name: 'Shop',
  fields: {
    intervalMinutes: 5,
    tags: ['shop'],
    settings: {
      keyword: { value: 'cart', mode: 'contains' },
      headers: { 'x-a.b': '1', 'x-c': '2' },
    },
  },
}
const withSettings = (draft: Draft, settings: object): Draft => ({
  ...draft,
  fields: { ...draft.fields, settings: { ...(draft.fields['settings'] as object), ...settings } },
})

describe('what somebody else changed', () => {
  const theirs = withSettings(
    { ...before, name: 'Web shop' },
    { keyword: { value: 'basket', mode: 'contains' }, headers: { 'x-c': '2' } },
  )
  const yours = withSettings(
    { ...before, url: 'https://example.com/shop' },
    { keyword: { value: 'buy', mode: 'contains' } },
  )
  const differences = differencesOf(before, theirs, yours)

  it('is told field by field, and where you changed it too', () => {
    expect(differences).toEqual([
      { steps: ['name'], was: 'Shop', theirs: 'Web shop', yours: 'Shop', isDisputed: false },
      {
        steps: ['fields', 'settings', 'keyword', 'value'],
        was: 'cart',
        theirs: 'basket',
        yours: 'buy',
        isDisputed: true,
      },
      {
        steps: ['fields', 'settings', 'headers', 'x-a.b'],
        was: '1',
        theirs: undefined,
        yours: '1',
        isDisputed: false,
      },
    ])
  })

  it('is nothing when nobody did, or both did the same', () => {
    expect(differencesOf(before, before, yours)).toEqual([])
    expect(differencesOf(before, theirs, theirs).some(({ isDisputed }) => isDisputed)).toBe(false)
  })

  it('is taken where that is chosen, and undone where yours is', () => {
    const mixed = withTheirs(yours, differences, ({ isDisputed }) =>
      isDisputed ? 'yours' : 'theirs',
    )
    expect(changeBody(mixed, theirs)).toEqual({
      url: 'https://example.com/shop',
      settings: { keyword: { value: 'buy' } },
    })
    const own = withTheirs(yours, differences, () => 'yours')
    expect(changeBody(own, theirs)).toEqual({
      url: 'https://example.com/shop',
      name: 'Shop',
      settings: { keyword: { value: 'buy' }, headers: { 'x-a.b': '1' } },
    })
  })

  it('is called as the form calls it', () => {
    expect(fieldName('web', ['name'])).toBe('Name')
    expect(fieldName('web', ['fields', 'settings', 'keyword', 'value'])).toBe('Text on the page')
    expect(fieldName('web', ['fields', 'settings', 'headers', 'x-a.b'])).toBe('Headers: x-a.b')
    expect(fieldName('web', ['fields', 'alerts', 'sslDays'])).toBe('Who is told: sslDays')
    expect([null, true, ['a', 'b'], [], 5].map(valueWords)).toEqual([
      'nothing',
      'yes',
      'a, b',
      'none',
      '5',
    ])
  })
})

describe('what is sent of a change', () => {
  it('names a header that is gone', () => {
    const without = withSettings(before, { headers: { 'x-c': '2' } })
    expect(changeBody(without, before)).toEqual({ settings: { headers: { 'x-a.b': null } } })
  })
})
