import { createLogger } from '@sightline/shared/logger'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StartError } from '../../../controller/src/process/start-error.ts'
import { untilReached } from '../../../controller/src/process/until-reached.ts'
import { freePort } from '../../helpers/free-port.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

const log = createLogger('test', 'silent')
let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** What a start says of a pooler at that address, with no patience for it. */
async function problemOf(change: (url: URL) => void): Promise<string> {
  const url = new URL(database.url)
  change(url)
  const client = new Client({ connectionString: url.href })
  client.on('error', () => undefined)
  try {
    const asked = { variable: 'SIGHTLINE_POOLER_URL', name: 'pooler' } as const
    await untilReached(asked, () => client.connect(), log, 0)
    return 'none'
  } catch (error: unknown) {
    expect(error).toBeInstanceOf(StartError)
    return (error as StartError).message
  } finally {
    // The server waits for a minute for the rest of one without a password, and drops no database meanwhile.
    await client.end()
  }
}

describe('what a start says of a database, or a pooler,', () => {
  it('is nothing where it answers', async () => {
    expect(await problemOf(() => undefined)).toBe('none')
  })

  it('names the variable where nobody listens', async () => {
    const port = String(await freePort())
    expect(await problemOf((url) => (url.port = port))).toMatch(
      /^SIGHTLINE_POOLER_URL: the pooler cannot be reached \(connect ECONNREFUSED .*\)$/,
    )
  })

  it('says that a password is missing, and that it speaks no TLS', async () => {
    expect(await problemOf((url) => (url.password = ''))).toBe(
      'SIGHTLINE_POOLER_URL: the pooler asks for a password, and the address has none: postgres://user:password@host:5432/name',
    )
    expect(await problemOf((url) => url.searchParams.set('sslmode', 'verify-full'))).toBe(
      'SIGHTLINE_POOLER_URL: the pooler does not speak TLS, which the sslmode of its address asks for',
    )
  })

  it('is the same sentence of a name with several addresses', async () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED ::1:1'), { code: 'ECONNREFUSED' })
    const asked = { variable: 'DATABASE_URL', name: 'database' } as const
    const tried = untilReached(
      asked,
      () => Promise.reject(new AggregateError([refused, refused])),
      log,
      0,
    )
    await expect(tried).rejects.toThrow(
      'DATABASE_URL: the database cannot be reached (connect ECONNREFUSED ::1:1)',
    )
  })

  it('is heard only after it was waited for', async () => {
    let asked = 0
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    const ask = async (): Promise<string> => {
      asked += 1
      if (asked < 3) throw refused
      return 'there'
    }
    expect(await untilReached({ variable: 'DATABASE_URL', name: 'database' }, ask, log)).toBe(
      'there',
    )
  })
})
