import { hashPassword } from '../../controller/src/accounts/passwords.ts'
import {
  insertMembership,
  insertPerson,
  updatePersonAccount,
} from '../../controller/src/db/people.ts'
import { PASSWORD } from './signed-in.ts'
import type { TestApi } from './test-api.ts'

/** Makes somebody of the owner's workspace who can sign in. */
export async function addPerson(api: TestApi, email: string, role: string): Promise<number> {
  const createdAt = api.clock.now
  const name = email.split('@')[0] ?? ''
  const personId = await insertPerson(api.db, { publicId: `psn_${name}`, name, createdAt })
  await updatePersonAccount(api.db, personId, {
    email,
    name,
    passwordHash: await hashPassword(PASSWORD),
    isProven: false,
  })
  const { rows } = await api.db.query<{ id: number }>({
    text: 'select owner_workspace_id as id from installation',
  })
  await insertMembership(api.db, { workspaceId: rows[0]?.id ?? 0, personId, role, createdAt })
  return personId
}
