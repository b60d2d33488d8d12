import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EnvironmentError } from '@sightline/shared/environment'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSecretKeys, otherKeysNote } from '../../../controller/src/secrets/open-secret-keys.ts'
import { createSecretBox } from '../../../controller/src/secrets/secret-box.ts'
import { insertMonitors, insertWorkspace } from '../../helpers/rows.ts'
import { temporaryFolder } from '../../helpers/temporary-folder.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

it('a key is made for an installation that has sealed nothing, and never beside what another has sealed', async () => {
  const { db } = database
  const folder = temporaryFolder()
  const keys = await openSecretKeys(db, undefined, folder)
  const made = keys.writing().id
  const file = join(folder, 'secret.key')

  const workspaceId = await insertWorkspace(db)
  const [id = 0] = await insertMonitors(db, workspaceId)
  const settings = createSecretBox(keys).seal({ workspaceId, id: 'mon_a' }, 'web', {
    auth: { kind: 'basic', username: 'ada', password: 'hunter2' },
  })
  await db.query({ text: 'update monitors set settings = $2 where id = $1' }, [
    id,
    JSON.stringify(settings),
  ])
  expect((await openSecretKeys(db, undefined, folder)).writing()).toEqual(keys.writing())

  rmSync(file)
  const refused = openSecretKeys(db, undefined, folder)
  await expect(refused).rejects.toThrow(EnvironmentError)
  await expect(refused).rejects.toThrow(
    `sealed with one (${keys.writing().id}): put the secret.key`,
  )
  const given = keys.writing().bytes.toString('hex')
  expect((await openSecretKeys(db, given, folder)).writing()).toEqual(keys.writing())

  // What the sentence says for a key that is lost.
  writeFileSync(file, `${'ab'.repeat(32)}\n`)
  const others = await openSecretKeys(db, undefined, folder)
  expect(await otherKeysNote(db, others)).toBe(
    `What is sealed with the key ${made} in the database opens with no key of this controller (${others.writing().id}): give it the secret.key or SIGHTLINE_SECRET_KEY that the other controllers have, or set those passwords and tokens anew`,
  )
  expect(await otherKeysNote(db, await openSecretKeys(db, given, folder))).toBeNull()
  const both = `${'ab'.repeat(32)},${given}`
  expect(await otherKeysNote(db, await openSecretKeys(db, both, folder))).toBeNull()
})
