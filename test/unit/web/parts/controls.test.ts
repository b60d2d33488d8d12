import { describe, expect, it } from 'vitest'
import { describedBy } from '../../../../controller/web/src/parts/controls/described-by.ts'
import { isNamed } from '../../../../controller/web/src/parts/controls/is-named.ts'
import { byKey } from '../../../../controller/web/src/parts/controls/select-keys.ts'
import { tipPlace } from '../../../../controller/web/src/parts/controls/tip-place.ts'

describe('the name beside a control', () => {
  const tip = { width: 80, height: 20 }
  const control = (left: number, top: number) => ({
    left,
    top,
    width: 36,
    height: 36,
    bottom: top + 36,
  })

  it('stands above its middle', () => {
    expect(tipPlace(control(200, 100), tip, 1_000)).toEqual({ left: 178, top: 74 })
  })

  it('stays within the window, and goes below where there is no room above', () => {
    expect(tipPlace(control(0, 10), tip, 1_000)).toEqual({ left: 6, top: 52 })
    expect(tipPlace(control(980, 100), tip, 1_000)).toEqual({ left: 914, top: 74 })
  })
})

describe('a name that is typed before something is deleted', () => {
  it.each([
    ['Shop', 'Shop', true],
    ['Shop ', ' Shop', true],
    ['Shop, eu west', 'Shop,  eu\u00a0west', true],
    ['Caf\u00e9', 'Cafe\u0301', true],
    ['shop', 'Shop', false],
    ['', 'Shop', false],
    ['Shopeu', 'Shop eu', false],
    ['Shop', 'Shop\u200b', true],
    ['Shop eu', '\u2066Shop\u2069 \u00adeu', true],
    ['می‌خواهم', 'میخواهم', true],
    ['', 'Shop\u200b', false],
  ])('%j for %j', (typed, name, isMeant) => {
    expect(isNamed(typed, name)).toBe(isMeant)
  })
})

describe('a key on a closed list of choices', () => {
  const choices = ['Alpha', 'Beta', 'Bravo'].map((text) => ({ value: text, text }))
  const key = (name: string) => ({ key: name, ctrlKey: false, metaKey: false, altKey: false })

  it.each([
    ['ArrowRight', 'Alpha', 'Beta'],
    ['ArrowLeft', 'Alpha', 'Alpha'],
    ['ArrowRight', 'Bravo', undefined],
    ['b', 'Alpha', 'Beta'],
    ['B', 'Beta', 'Bravo'],
    ['b', 'Bravo', 'Beta'],
    ['z', 'Alpha', undefined],
    ['Enter', 'Alpha', undefined],
    [' ', 'Alpha', undefined],
  ])('%s at %s picks %s', (name, value, picked) => {
    expect(byKey(key(name), choices, value)).toBe(picked)
  })

  it('begins with the first where none is picked, and leaves the shortcuts of the browser alone', () => {
    expect(byKey(key('ArrowRight'), choices, null)).toBe('Alpha')
    expect(byKey({ ...key('b'), ctrlKey: true }, choices, 'Alpha')).toBeUndefined()
  })
})

it('a field is described by its hint and by what is wrong with it', () => {
  expect(describedBy('a', { hint: null })).toEqual({ 'aria-describedby': undefined })
  expect(describedBy('a', { hint: 'x', error: 'y' })).toEqual({
    'aria-describedby': 'a-hint a-error',
    'aria-invalid': true,
    'data-invalid': true,
  })
})
