import { randomBytes } from 'node:crypto'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rotateSecondFactors } from '../../../controller/src/accounts/sign-in/rotate-second-factors.ts'
import { createSignInSecrets } from '../../../controller/src/accounts/sign-in/sign-in-secrets.ts'
import { insertPerson } from '../../../controller/src/db/people.ts'
import { fixedKeys } from '../../../controller/src/secrets/secret-keys.ts'
import type { TestDatabase } from '../../helpers/test-database.ts'
import { openTestDatabase } from '../../helpers/test-database.ts'

const [OLD, NEW, LOST] = [randomBytes(32), randomBytes(32), randomBytes(32)]

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const secretsOf = (...keys: Buffer[]) => createSignInSecrets(fixedKeys(keys))()

function keyOf(...keys: Buffer[]) {
  const secrets = secretsOf(...keys)
  return {
    keys: new Map(secrets.map(({ version, value }) => [version, value])),
    currentVersion: secrets[0]?.version ?? 0,
  }
}

async function addFactor(publicId: string, key: Buffer, secret: string): Promise<void> {
  const createdAt = new Date('2026-03-10T12:00:00Z')
  const personId = await insertPerson(database.db, { publicId, name: publicId, createdAt })
  const sealed = (data: string) => symmetricEncrypt({ key: keyOf(key), data })
  await database.db.query(
    {
      text: `insert into person_second_factors (person_id, secret, backup_codes) values ($1, $2, $3)`,
    },
    [personId, await sealed(secret), await sealed('["one"]')],
  )
}

it('second factors are opened by the new key alone after a rotation, and those that no key opens are named', async () => {
  await addFactor('psn_old', OLD, 'an old secret')
  await addFactor('psn_lost', LOST, 'a lost secret')
  const secrets = secretsOf(NEW, OLD)
  expect(await rotateSecondFactors(database.db, secrets)).toEqual({
    rewritten: 1,
    unreadable: ['psn_lost'],
  })
  expect(await rotateSecondFactors(database.db, secrets)).toMatchObject({ rewritten: 0 })
  const { rows } = await database.db.query<{ secret: string }>({
    text: `select secret from person_second_factors f join people p on p.id = f.person_id
      where p.public_id = 'psn_old'`,
  })
  const opened = await symmetricDecrypt({ key: keyOf(NEW), data: rows[0]?.secret ?? '' })
  expect(opened).toBe('an old secret')
})
