import type { Logger } from '@sightline/shared/logger'
import { DatabaseError } from 'pg'
import { expect, it } from 'vitest'
import { createWorkerLog } from '../../../../controller/src/jobs/worker-log.ts'

/** What comes of a fault that a worker tells of. */
function told(facts: { error: unknown; job?: object }): unknown[] {
  const lines: unknown[] = []
  const note = (level: string) => (fields: object, words: string) =>
    lines.push({ level, words, ...fields })
  const log = { trace: note('trace'), warn: note('warn'), error: note('error') }
  const trouble = {
    met: (_: unknown, more: object = {}) => note('trouble')(more, 'waits'),
    over: () => {},
  }
  createWorkerLog(trouble, log as unknown as Logger).error('Failed task 7:\n  at code.ts:1', facts)
  return lines
}

const AWAY = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), {
  code: 'ECONNREFUSED',
})
const job = (attempts: number) => ({
  id: '7',
  task_identifier: 'rollUpResults',
  attempts,
  max_attempts: 25,
})

it('tells of a job whose database is away in one line: what, why and when it is tried again', () => {
  expect(told({ error: AWAY, job: job(2) })).toEqual([
    {
      level: 'warn',
      words: 'a background job lost a connection, and is tried again',
      job: '7',
      task: 'rollUpResults',
      attempt: '2 of 25',
      againInSeconds: 7,
      reason: 'connect ECONNREFUSED 127.0.0.1:5432',
    },
  ])
})

it('does not call it a lost connection that the disk of the database is full', () => {
  const full = new DatabaseError('could not extend file "base/5/1"', 7, 'error')
  full.code = '53100'
  expect(told({ error: full, job: job(1) })).toMatchObject([
    {
      level: 'warn',
      words: 'a background job was not done as the database could not serve, and is tried again',
      reason: expect.stringContaining('The disk of the database is full: make room'),
    },
  ])
})

it.each([
  ['that is not tried again', { error: AWAY, job: job(25) }],
  ['of its own', { error: new Error('x is not a function'), job: job(1) }],
])('tells all there is of a fault %s', (_, facts) => {
  expect(told(facts)).toEqual([
    {
      level: 'error',
      words: 'a background job reports a fault',
      worker: 'Failed task 7:\n  at code.ts:1',
    },
  ])
})

it('takes it as trouble with the database where there is no job', () => {
  expect(told({ error: AWAY })).toMatchObject([{ level: 'trouble' }])
})
