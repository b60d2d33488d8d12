import { expect, test } from 'vitest'
import { createBoundedCache } from '../../../../agent/src/bounds/bounded-cache.ts'

const cacheOf = (maxEntries: number, maxBytes = 1_000_000) =>
  createBoundedCache<{ bytes: number }>({
    maxEntries,
    maxBytes,
    bytesOf: (value) => value.bytes,
  })

const keys = Array.from({ length: 100 }, (_, i) => `key ${i}`)

test('a value is found until another one takes its key', () => {
  const cache = cacheOf(10)
  const [first, second] = [{ bytes: 1 }, { bytes: 1 }]
  expect(cache.get('a')).toBeUndefined()
  cache.set('a', first)
  expect(cache.get('a')).toBe(first)
  cache.set('a', second)
  expect(cache.get('a')).toBe(second)
})

test('there are never more values than the limit, and the newest is among them', () => {
  const cache = cacheOf(10)
  for (const key of keys) {
    cache.set(key, { bytes: 1 })
    expect(cache.get(key)).toBeDefined()
  }
  expect(keys.filter((key) => cache.get(key) !== undefined)).toHaveLength(10)
})

test('the values together have a size, also those that grow later', () => {
  const cache = cacheOf(1_000, 100)
  const values = keys.map((key) => {
    const value = { bytes: 10 }
    cache.set(key, value)
    return value
  })
  expect(keys.filter((key) => cache.get(key) !== undefined)).toHaveLength(10)
  for (const value of values) value.bytes = 50
  for (const key of keys) cache.get(key)
  expect(keys.filter((key) => cache.get(key) !== undefined).length).toBeLessThanOrEqual(2)
})

test('a value larger than all room is the only one', () => {
  const cache = cacheOf(10, 100)
  cache.set('a', { bytes: 10 })
  cache.set('b', { bytes: 1_000 })
  expect([cache.get('a'), cache.get('b')]).toEqual([undefined, { bytes: 1_000 }])
  cache.set('c', { bytes: 10 })
  expect([cache.get('b'), cache.get('c')]).toEqual([undefined, { bytes: 10 }])
})

test('of values used in turn, most are found although not all have room', () => {
  const cache = cacheOf(80)
  let found = 0
  for (let round = 0; round < 50; round += 1) {
    for (const key of keys) {
      if (cache.get(key) === undefined) cache.set(key, { bytes: 1 })
      else found += 1
    }
  }
  expect(found).toBeGreaterThan(50 * 50)
})
