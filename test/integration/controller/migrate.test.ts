import { createLogger } from '@sightline/shared/logger'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DatabaseRefusedError, migrate } from '../../../controller/src/db/migrate.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

const log = createLogger('test', 'silent')

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

describe('migrating', () => {
  it('changes nothing in a database that is up to date, by several controllers at once', async () => {
    await expect(
      Promise.all([1, 2, 3].map(() => migrate(database.url, log))),
    ).resolves.toHaveLength(3)
  })

  it('refuses a database that a newer version has made', async () => {
    await database.db.query({
      text: `insert into schema_migrations (version, name) values (999, 'future')`,
    })
    await expect(migrate(database.url, log)).rejects.toThrow(DatabaseRefusedError)
    await database.db.query({ text: 'delete from schema_migrations where version = 999' })
  })

  it('refuses a database whose migrations were other ones', async () => {
    await database.db.query({ text: `update schema_migrations set md5 = 'x' where version = 2` })
    await expect(migrate(database.url, log)).rejects.toThrow(/another build/)
  })
})
