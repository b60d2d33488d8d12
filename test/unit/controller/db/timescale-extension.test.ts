import { createLogger } from '@sightline/shared/logger'
import { expect, test } from 'vitest'
import { DatabaseRefusedError } from '../../../../controller/src/db/database-refused.ts'
import type { Connection } from '../../../../controller/src/db/timescale-extension.ts'
import { createTimescaleExtension } from '../../../../controller/src/db/timescale-extension.ts'

const log = createLogger('test', 'silent')

interface Server extends Connection {
  /** Whether the database has the extension, beyond a transaction that is under way. */
  readonly has: () => boolean
}

/** A server that preloads TimescaleDB, and as real ones do tells its edition only in a database that has it. */
function serverOf(edition: string, options: { has?: boolean } = {}): Server {
  let has = options.has ?? false
  let before: boolean | undefined
  return {
    has: () => before ?? has,
    async query(statement) {
      if (statement === 'begin') before = has
      if (statement === 'rollback') has = before ?? has
      if (statement === 'rollback' || statement === 'commit') before = undefined
      if (statement.startsWith('create extension')) has = true
      const version = '2.31.0'
      const row = { installed: has ? version : null, version, license: has ? edition : null }
      return { rows: statement.startsWith('select') ? [row] : [] }
    },
  }
}

test('TimescaleDB is created where results can be kept in it', async () => {
  const server = serverOf('timescale')
  await createTimescaleExtension(server, log)
  expect(server.has()).toBe(true)
})

test('its Apache edition is not left in the database, which would be refused at the next start', async () => {
  const server = serverOf('apache')
  await createTimescaleExtension(server, log)
  expect(server.has()).toBe(false)
  await createTimescaleExtension(server, log)
})

test('a database that somebody gave the Apache edition is refused, with what to do', async () => {
  const refused = createTimescaleExtension(serverOf('apache', { has: true }), log)
  await expect(refused).rejects.toThrow(DatabaseRefusedError)
  await expect(refused).rejects.toThrow('run "drop extension timescaledb"')
})
