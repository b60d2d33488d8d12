import { TYPE_DESCRIPTIONS } from '@sightline/shared/monitor-types/registry'
import { expect, test } from 'vitest'
import { createSettingsCache } from '../../../../agent/src/checks/settings-cache.ts'

const textOf = (name: string): string =>
  JSON.stringify(TYPE_DESCRIPTIONS.web.settings.parse({ keyword: { value: name } }))

test('equal texts are one object, parsed once', () => {
  const cache = createSettingsCache()
  const first = cache.parse('web', textOf('shop'))
  expect(first).toMatchObject({ keyword: { value: 'shop' } })
  expect(cache.parse('web', textOf('shop'))).toBe(first)
  expect(cache.parse('web', textOf('other'))).not.toBe(first)
})

test('the same text is other settings for another type', () => {
  const cache = createSettingsCache()
  expect(cache.parse('tcp', '{}')).toMatchObject({ steps: [] })
  expect(cache.parse('ping', '{}')).toMatchObject({ packets: 4 })
})

test.for(['', '[]', '{"zoo":1}', '{"method":7}'])('%j is no settings', (text) => {
  const cache = createSettingsCache()
  expect([cache.parse('web', text), cache.parse('web', text)]).toEqual([null, null])
})

test('a rule that came later than the monitor does not end its checks', () => {
  const settings = { keyword: { value: '(', mode: 'regex' } }
  expect(TYPE_DESCRIPTIONS.web.settings.safeParse(settings).success).toBe(false)
  expect(createSettingsCache().parse('web', JSON.stringify(settings))).toMatchObject(settings)
})

test('ten thousand monitors of an agent may all differ', () => {
  const cache = createSettingsCache()
  const texts = Array.from({ length: 10_000 }, (_, i) => `{"payload":"${i}"}`)
  const first = texts.map((text) => cache.parse('udp', text))
  expect(texts.every((text, i) => cache.parse('udp', text) === first[i])).toBe(true)
})
