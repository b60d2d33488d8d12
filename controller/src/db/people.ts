import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

const insert = sql<{ id: number }>`
  insert into people (public_id, name, created_at) values ($1, $2, $3) returning id`

/** A person without e-mail and password, who cannot sign in yet.
 *  @returns the number of the new person */
export async function insertPerson(
  tx: Queryable,
  row: { publicId: string; name: string; createdAt: Date },
): Promise<number> {
  const { rows } = await tx.query(insert, [row.publicId, row.name, row.createdAt])
  const id = rows[0]?.id
  if (id === undefined) throw new Error('the person was not inserted')
  return id
}

const insertMember = sql<unknown>`
  insert into memberships (workspace_id, person_id, role, created_at) values ($1, $2, $3, $4)`

export async function insertMembership(
  tx: Queryable,
  row: { workspaceId: number; personId: number; role: string; createdAt: Date },
): Promise<void> {
  await tx.query(insertMember, [row.workspaceId, row.personId, row.role, row.createdAt])
}

const findMember = sql<{ id: number }>`
  select p.id from people p
  join memberships m on m.person_id = p.id
  where m.workspace_id = $1 and m.role = $2 and p.name = $3 and p.email is null
  order by p.id limit 1`

/** The person of that name and role who has no account of their own, as the command line makes them. */
export async function findMemberWithoutAccount(
  db: Queryable,
  workspaceId: number,
  role: string,
  name: string,
): Promise<number | null> {
  const { rows } = await db.query(findMember, [workspaceId, role, name])
  return rows[0]?.id ?? null
}

const updateAccount = sql<unknown>`
  update people set email = $2, name = $3, password_hash = $4 where id = $1`

/** @throws a violation of the unique index people_email when another person has the address */
export async function updatePersonAccount(
  tx: Queryable,
  personId: number,
  account: { email: string; name: string; passwordHash: string },
): Promise<void> {
  await tx.query(updateAccount, [personId, account.email, account.name, account.passwordHash])
}

const readEmail = sql<{ email: string | null }>`select email from people where id = $1`

/** @returns null while the person has no account */
export async function readPersonEmail(db: Queryable, personId: number): Promise<string | null> {
  const { rows } = await db.query(readEmail, [personId])
  return rows[0]?.email ?? null
}
