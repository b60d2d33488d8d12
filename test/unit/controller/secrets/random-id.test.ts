import { expect, it } from 'vitest'
import { randomBase62 } from '../../../../controller/src/secrets/random-id.ts'

it('draws each letter and digit as often as any other', () => {
  const draws = 62 * 2_000
  const counts = new Map<string, number>()
  const text = randomBase62(draws)
  expect(text).toMatch(/^[0-9A-Za-z]+$/)
  expect(text).toHaveLength(draws)
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  expect(counts.size).toBe(62)
  // Seven standard deviations: once in 10 billion runs. Of bytes modulo 62 the first eight would come 2,422 times.
  for (const count of counts.values()) expect(Math.abs(count - 2_000)).toBeLessThan(314)
})

it('draws nothing twice', () => {
  // Of 100,000 random ones two are alike once in 10^25 runs.
  const drawn = new Set(Array.from({ length: 100_000 }, () => randomBase62(20)))
  expect(drawn.size).toBe(100_000)
})
