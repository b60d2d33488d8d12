import { expect, test } from 'vitest'
import { createTimeUsed } from '../../../../agent/src/bounds/time-used.ts'

function timeUsed() {
  let nowMs = 0
  const used = createTimeUsed(() => nowMs)
  const pass = (ms: number): void => {
    nowMs += ms
  }
  const run = (sharer: string, ms: number): void => {
    const end = used.begin(sharer)
    pass(ms)
    end()
    end()
  }
  return { ...used, pass, run }
}

test('what a sharer has had counts while it runs and afterwards, in steps', () => {
  const { come, begin, stepsOf, pass, run } = timeUsed()
  come('a')
  come('b')
  run('a', 600)
  expect([stepsOf('a'), stepsOf('b')]).toEqual([2, 0])
  const end = begin('b')
  pass(300)
  expect(stepsOf('b')).toBe(1)
  end()
  pass(1_000)
  expect([stepsOf('a'), stepsOf('b')]).toEqual([2, 1])
})

test('whoever comes later begins where the one with least is, and owes what he had before', () => {
  const { come, stepsOf, run } = timeUsed()
  come('a')
  const leave = come('b')
  run('a', 5_000)
  run('b', 9_000)
  leave()
  leave()
  come('c')
  expect(stepsOf('c')).toBe(20)
  come('b')
  expect(stepsOf('b')).toBe(36)
})

test('nothing is owed once nobody asks any more', () => {
  const { come, stepsOf, run } = timeUsed()
  const leave = come('a')
  run('a', 5_000)
  leave()
  come('a')
  come('b')
  expect([stepsOf('a'), stepsOf('b')]).toEqual([0, 0])
})
