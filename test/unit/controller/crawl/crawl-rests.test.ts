import { expect, test } from 'vitest'
import { createCrawlRests } from '../../../../controller/src/crawl/crawl-rests.ts'

test('a crawl that has nothing rests twice as long each time, up to two seconds', () => {
  let nowMs = 1_000
  const rests = createCrawlRests(() => nowMs)
  const slept: number[] = []
  for (let round = 0; round < 6; round += 1) {
    rests.hadNothing(7)
    const since = nowMs
    while (rests.resting().includes(7)) nowMs += 100
    slept.push(nowMs - since)
  }
  expect(slept).toEqual([200, 400, 800, 1_600, 2_000, 2_000])
})

test('one that moved begins anew, and others rest on', () => {
  let nowMs = 0
  const rests = createCrawlRests(() => nowMs)
  for (const jobId of [1, 1, 1, 2]) rests.hadNothing(jobId)
  expect(rests.resting()).toEqual([1, 2])
  rests.moved(1)
  expect(rests.resting()).toEqual([2])
  rests.hadNothing(1)
  nowMs = 200
  expect(rests.resting()).toEqual([])
})

test('one that nobody asked for in a while is forgotten', () => {
  let nowMs = 0
  const rests = createCrawlRests(() => nowMs)
  for (let round = 0; round < 5; round += 1) rests.hadNothing(1)
  nowMs = 10_000
  expect(rests.resting()).toEqual([])
  rests.hadNothing(1)
  nowMs += 200
  expect(rests.resting()).toEqual([])
})
