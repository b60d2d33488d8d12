import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { STATEMENTS } from '../../../controller/src/db/sql.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

const folder = new URL('../../../controller/src/db/', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.ts'))

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  for (const file of files) await import(fileURLToPath(new URL(file, folder)))
})
afterAll(() => database.close())

describe('every SQL statement', () => {
  it('can be prepared against the migrated schema', async () => {
    const failures: string[] = []
    let number = 0
    for (const text of STATEMENTS) {
      number += 1
      await database.db
        .query({ text: `prepare statement_${number} as ${text}` })
        .catch((error: Error) => {
          failures.push(`${error.message}: ${text}`)
        })
    }
    expect(failures).toEqual([])
    expect(number).toBeGreaterThan(20)
  })
})
