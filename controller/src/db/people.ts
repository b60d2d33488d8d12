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
  with person as (
    update people set email = lower($2), name = $3, email_verified = $5, updated_at = now()
    where id = $1 returning id
  )
  insert into person_accounts (person_id, provider, account_id, password_hash)
  select id, 'credential', id::text, $4 from person
  on conflict (provider, account_id) do update set password_hash = excluded.password_hash`

/** Lets a person sign in with an address and a password.
 *  @param account.isProven whether the address is sure to be theirs
 *  @throws a violation of the unique index people_email when another person has the address */
export async function updatePersonAccount(
  tx: Queryable,
  personId: number,
  account: { email: string; name: string; passwordHash: string; isProven: boolean },
): Promise<void> {
  const { email, name, passwordHash, isProven } = account
  await tx.query(updateAccount, [personId, email, name, passwordHash, isProven])
}

/** A person of a workspace as others of it see them. */
export interface MemberRow {
  readonly id: string
  readonly name: string
  readonly role: string
  /** null: they cannot sign in, as those that the command line makes for its keys. */
  readonly email: string | null
  readonly secondFactor: boolean
  readonly joinedAt: Date
}

const listMembers = sql<MemberRow>`
  select p.public_id as id, p.name, m.role, p.email, p.two_factor_enabled as "secondFactor",
    m.created_at as "joinedAt"
  from memberships m join people p on p.id = m.person_id
  where m.workspace_id = $1
  order by lower(p.name), p.id
  limit $2 offset $3`

const countMembers = sql<{ total: number }>`
  select count(*) as total from memberships where workspace_id = $1`

/** People of a workspace by name. */
export async function readMembers(
  db: Queryable,
  workspaceId: number,
  page: { limit: number; offset: number },
): Promise<{ total: number; people: MemberRow[] }> {
  const [{ rows: people }, { rows: counted }] = await Promise.all([
    db.query(listMembers, [workspaceId, page.limit, page.offset]),
    db.query(countMembers, [workspaceId]),
  ])
  return { total: counted[0]?.total ?? 0, people }
}

/** Who is signed in, as they see themselves. */
export interface PersonRow {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly timeZone: string | null
  readonly secondFactor: boolean
}

const readPerson = sql<PersonRow>`
  select public_id as id, name, coalesce(email, '') as email, time_zone as "timeZone",
    two_factor_enabled as "secondFactor"
  from people where id = $1`

/** @returns null when the person is gone */
export async function readPersonById(db: Queryable, personId: number): Promise<PersonRow | null> {
  return (await db.query(readPerson, [personId])).rows[0] ?? null
}

const changePerson = sql<unknown>`
  update people set name = coalesce($2, name),
    time_zone = case when $3 then $4 else time_zone end, updated_at = now()
  where id = $1`

/** @param change what is left out stays; a time zone of null: none is known */
export async function updatePerson(
  db: Queryable,
  personId: number,
  change: { name?: string | undefined; timeZone?: string | null | undefined },
): Promise<void> {
  const { name, timeZone } = change
  await db.query(changePerson, [personId, name ?? null, timeZone !== undefined, timeZone ?? null])
}

const changeEmail = sql<unknown>`
  update people set email = lower($2), email_verified = true, updated_at = now() where id = $1`

/** Gives a person another address, which is sure to be theirs.
 *  @throws a violation of the unique index people_email when another person has it */
export async function updatePersonEmail(
  tx: Queryable,
  personId: number,
  email: string,
): Promise<void> {
  await tx.query(changeEmail, [personId, email])
}

/** A workspace as somebody sees it who belongs to it. */
export interface OwnWorkspaceRow {
  readonly id: string
  readonly name: string
  readonly role: string
}

// The first is the one a session works in that chose none: as in the function admit_session.
const listWorkspaces = sql<OwnWorkspaceRow>`
  select w.public_id as id, w.name, m.role
  from memberships m join workspaces w on w.id = m.workspace_id
  where m.person_id = $1
  order by m.created_at, w.id
  limit 200`

/** Workspaces of a person, the one they joined first before the others. */
export async function readWorkspacesOf(
  db: Queryable,
  personId: number,
): Promise<OwnWorkspaceRow[]> {
  return (await db.query(listWorkspaces, [personId])).rows
}

const readEmail = sql<{ email: string | null }>`select email from people where id = $1`

/** @returns null while the person has no account */
export async function readPersonEmail(db: Queryable, personId: number): Promise<string | null> {
  const { rows } = await db.query(readEmail, [personId])
  return rows[0]?.email ?? null
}

const memberWith = sql<{ isMember: boolean }>`
  select exists (
    select from memberships m join people p on p.id = m.person_id
    where m.workspace_id = $1 and lower(p.email) = $2
  ) as "isMember"`

/** Whether somebody with that address belongs to a workspace.
 *  @param email in lower case */
export async function isMember(
  db: Queryable,
  workspaceId: number,
  email: string,
): Promise<boolean> {
  return (await db.query(memberWith, [workspaceId, email])).rows[0]?.isMember ?? false
}

const findByEmail = sql<{ id: number }>`select id from people where lower(email) = $1`

/** @param email in lower case
 *  @returns null when nobody has it */
export async function findPersonByEmail(db: Queryable, email: string): Promise<number | null> {
  return (await db.query(findByEmail, [email])).rows[0]?.id ?? null
}
