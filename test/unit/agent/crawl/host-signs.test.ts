import { expect, test } from 'vitest'
import type { HostSign } from '../../../../agent/src/crawl/host-signs.ts'
import { createHostSigns } from '../../../../agent/src/crawl/host-signs.ts'

function restsAfter(...given: readonly HostSign[]): boolean {
  const signs = createHostSigns()
  for (const sign of given) signs.take('a.test', sign)
  expect(signs.mustRest('b.test')).toBe(false)
  return signs.mustRest('a.test')
}

test('a host that says so is left alone, and one that refuses five times in a row', () => {
  const four = ['refused', 'refused', 'refused', 'refused'] as const
  expect(restsAfter()).toBe(false)
  expect(restsAfter('rest')).toBe(true)
  // What was under way says nothing new.
  expect(restsAfter('answered', 'rest', 'answered')).toBe(true)
  expect(restsAfter(...four)).toBe(false)
  expect(restsAfter(...four, 'answered', 'refused')).toBe(false)
  expect(restsAfter(...four, 'refused')).toBe(true)
})
