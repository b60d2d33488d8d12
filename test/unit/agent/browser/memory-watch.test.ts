import { expect, test } from 'vitest'
import { signalFor, tooLarge } from '../../../../agent/src/browser/memory-watch.ts'

const MB = 1_000_000
const SHARED = 100 * MB
let nextPid = 1

const processOf = (type: string, ownMb: number) => ({
  pid: (nextPid += 1),
  type,
  bytes: ownMb * MB + SHARED,
  ownBytes: ownMb * MB,
})
const page = (ownMb: number) => processOf('renderer', ownMb)

test('a page that takes more than a page may is ended, and no other', () => {
  const heavy = page(950)
  expect(tooLarge([processOf('browser', 300), page(50), heavy], 4)).toEqual([heavy])
})

test("frames of other sites count as their page's: of too much the largest is ended", () => {
  const frames = [page(100), page(300), ...Array.from({ length: 7 }, () => page(90))]
  expect(tooLarge(frames, 1)).toEqual([frames[1]])
  // As much as two pages may have.
  expect(tooLarge(frames, 2)).toEqual([])
})

test('a page is blamed for what it took itself, not for what all together took', () => {
  expect(signalFor(page(950), 4)).toBe('SIGTERM')
  expect(signalFor(page(300), 1)).toBe('SIGTERM')
  expect(signalFor(page(300), 2)).toBe('SIGKILL')
})

test('what many frames share does not count for each of them', () => {
  expect(
    tooLarge(
      Array.from({ length: 20 }, () => page(30)),
      1,
    ),
  ).toEqual([])
})

test("what is no page's is ended with all", () => {
  const gpu = processOf('GPU', 1_450)
  expect(tooLarge([gpu, page(20)], 1)).toEqual([gpu])
})
