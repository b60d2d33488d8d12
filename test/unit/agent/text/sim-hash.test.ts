import { expect, test } from 'vitest'
import { readWords } from '../../../../agent/src/text/read-words.ts'
import { simHash as simHashOf } from '../../../../agent/src/text/sim-hash.ts'

const words = (length: number, of: (at: number) => string): string[] =>
  Array.from({ length }, (_, at) => of(at))

const hashesOf = (text: string): ArrayLike<number> => readWords([{ text }]).hashes

const simHash = (text: readonly string[]): string => simHashOf(hashesOf(text.join(' ')))

function distance(one: string, other: string): number {
  let bits = BigInt(`0x${one}`) ^ BigInt(`0x${other}`)
  let count = 0
  for (; bits > 0n; bits &= bits - 1n) count += 1
  return count
}

const text = words(500, (at) => `word${(at * 7919) % 997}`)

test('the same words have the same hash, in any case', () => {
  expect(simHash(text)).toMatch(/^[0-9a-f]{16}$/)
  expect(simHash(text.map((word) => word.toUpperCase()))).toBe(simHash(text))
})

test.each([
  [3, 'feec04e080d5c65d'],
  [10, '694880d005cdd61d'],
  [11, '6fe8c1d485cdf61d'],
  [500, 'acf1dd604bbd3b77'],
])('the hash of %i words is that of crawls of earlier versions', (length, hash) => {
  expect(simHash(text.slice(0, length))).toBe(hash)
})

test('a letter with an accent has one hash, composed or not, in any case', () => {
  expect(hashesOf('CAFE\u0301 it’s')).toEqual(hashesOf("café IT'S"))
})

test('texts that differ in a word differ in few bits', () => {
  const changed = text.with(250, 'another')
  expect(distance(simHash(text), simHash(changed))).toBeLessThanOrEqual(6)
})

test('other texts differ in about half of the bits, and in the other order too', () => {
  const others = [words(500, (at) => `other${at}`), text.toReversed()]
  for (const other of others) {
    const bits = distance(simHash(text), simHash(other))
    expect(bits).toBeGreaterThan(16)
    expect(bits).toBeLessThan(48)
  }
})

test('words have the hash of how they are counted, whichever apostrophe or hyphen they have', () => {
  expect(hashesOf('Wi\u2011Fi doesn’t e\u2010mail')).toEqual(hashesOf("wi-fi doesn't e-mail"))
})
