import type { Logger } from '@sightline/shared/logger'
import { DatabaseError } from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { TroubleLog } from '../../../../controller/src/process/trouble-log.ts'
import { createTroubleLog } from '../../../../controller/src/process/trouble-log.ts'

let lines: string[]
let trouble: TroubleLog

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  lines = []
  const write = (facts: { failures: number }, message: string): void => {
    lines.push(`${message} ${facts.failures}`)
  }
  trouble = createTroubleLog({ warn: write, info: write } as unknown as Logger, {
    met: 'it fails',
    over: 'it works again',
  })
})
afterEach(() => {
  vi.useRealTimers()
})

it('is told at once, once a minute while it lasts, and when it is over', () => {
  for (let second = 0; second <= 130; second += 1) {
    trouble.met(new Error('away'))
    vi.advanceTimersByTime(1_000)
  }
  trouble.over()
  expect(lines).toEqual(['it fails 1', 'it fails 61', 'it fails 121', 'it works again 131'])
})

it('is told no more often when it comes and goes', () => {
  for (let second = 0; second < 120; second += 1) {
    trouble.met(new Error('away'))
    trouble.over()
    vi.advanceTimersByTime(1_000)
  }
  expect(lines).toEqual(['it fails 1', 'it works again 1', 'it fails 1', 'it works again 1'])
})

it('is nothing to talk about while all works', () => {
  trouble.over()
  expect(lines).toEqual([])
})

it('says what is wrong with the database where that is why', () => {
  const full = new DatabaseError('could not extend file "base/5/1"', 7, 'error')
  full.code = '53100'
  const told: object[] = []
  const log = { warn: (facts: object) => told.push(facts), info: () => {} } as unknown as Logger
  createTroubleLog(log, { met: 'it fails', over: 'it works again' }).met(full)
  expect(told).toMatchObject([
    { err: full, database: expect.stringContaining('The disk of the database is full: make room') },
  ])
})
