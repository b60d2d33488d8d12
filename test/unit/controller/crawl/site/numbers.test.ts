import { expect, test } from 'vitest'
import { Numbers } from '../../../../../controller/src/crawl/site/numbers.ts'

test('numbers are kept in their order, however many come', () => {
  const numbers = new Numbers()
  expect(numbers.all()).toEqual(new Int32Array())
  const expected = Int32Array.from({ length: 1_000 }, (_, at) => 7 * at - 500)
  for (const number of expected) numbers.push(number)
  expect(numbers.length).toBe(1_000)
  expect(numbers.all()).toEqual(expected)
})
