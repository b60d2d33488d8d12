import { DatabaseError } from 'pg'
import { expect, it } from 'vitest'
import {
  databaseTroubleOf,
  explainDatabaseAnswer,
  explainDatabaseTrouble,
} from '../../../../controller/src/db/database-trouble.ts'
import { startFailureOf } from '../../../../controller/src/process/start-error.ts'

function answered(code: string, message: string): DatabaseError {
  const error = new DatabaseError(message, message.length, 'error')
  error.code = code
  return error
}

const FULL = answered('53100', 'could not extend file "base/5/1": No space left on device')

it.each([
  ['53100', 'The disk of the database is full', 'SIGHTLINE_RESULT_RETENTION_DAYS', true],
  ['53200', 'The database has no memory left', 'work_mem', undefined],
  ['53300', 'The database takes no more connections', 'max_connections', undefined],
  ['53400', 'The database has reached a limit of its settings', 'raise', undefined],
  ['53000', 'The database has too little of what it needs', 'its server', undefined],
  ['25006', 'The database can only be read', 'standby', true],
  ['57P01', 'The database was stopped, or is being stopped', 'started again', undefined],
  ['57P02', 'The database was stopped, or is being stopped', 'started again', undefined],
  ['57P03', 'The database is not ready yet', 'just been started', undefined],
  ['57P04', 'The database was dropped', 'restore', undefined],
  ['57P05', 'The database was stopped, or is being stopped', 'its server', undefined],
  ['57014', 'The database took longer than it may', 'busy', undefined],
  ['28P01', 'The database refuses its user', 'password', undefined],
  ['28000', 'The database refuses its user', 'pg_hba.conf', undefined],
  ['3D000', 'The database does not exist', 'create it', undefined],
  ['58030', 'The database cannot use its files', 'disk', undefined],
  ['08006', 'The database cannot be reached', 'DATABASE_URL', undefined],
])('tells what %s is, and what to do', (code, what, todo, lasts) => {
  const error = answered(code, 'as the server said it')
  expect(databaseTroubleOf(error)).toEqual({
    what,
    todo: expect.stringContaining(todo),
    ...(lasts === undefined ? {} : { lasts }),
  })
  expect(explainDatabaseTrouble(error)).toMatch(/^The .*: .* \(as the server said it\)$/)
})

it('takes what failed before the server answered for one that cannot be reached', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), {
    code: 'ECONNREFUSED',
  })
  const both = new AggregateError([refused, refused])
  for (const error of [refused, both]) {
    expect(explainDatabaseTrouble(error)).toBe(
      'The database cannot be reached: see whether it runs, and whether DATABASE_URL leads to it (connect ECONNREFUSED 127.0.0.1:1)',
    )
  }
  expect(explainDatabaseAnswer(refused)).toBeNull()
})

it('says nothing of what is wrong with a statement', () => {
  expect(databaseTroubleOf(answered('23505', 'duplicate key'))).toBeNull()
  expect(explainDatabaseTrouble(new Error('a bug'))).toBeNull()
})

it('is why a controller cannot start, also in the middle of a migration', () => {
  const broken = new Error("the database's schema stays at version 7", { cause: FULL })
  for (const error of [FULL, broken]) {
    expect(startFailureOf(error)).toContain('The disk of the database is full: make room')
    expect(startFailureOf(error)).toContain('No space left on device')
  }
  expect(startFailureOf(new Error('a bug', { cause: new Error('of another') }))).toBeNull()
})
