import type { Queryable } from './pool.ts'
import { kept, sql } from './sql.ts'

/** An alert contact as it is stored. */
export interface ContactRow {
  readonly id: number
  readonly publicId: string
  readonly name: string
  /** By channel; secrets sealed. */
  readonly addresses: unknown
  readonly verified: boolean
  readonly createdAt: Date
  /** Channels at which the latest attempt failed. */
  readonly failing: readonly FailingChannelRow[]
}

/** A channel of a contact that does not work; times are ISO 8601 texts. */
export interface FailingChannelRow {
  readonly channel: string
  readonly since: string
  readonly attempts: number
  readonly lastError: string
  readonly nextAttemptAt: string
}

const insert = sql<never>`
  insert into contacts (public_id, workspace_id, name, addresses, created_at) values ($1, $2, $3, $4, $5)`

/** @throws a violation of the unique index contacts_name */
export async function insertContact(
  tx: Queryable,
  row: {
    publicId: string
    workspaceId: number
    name: string
    addresses: unknown
    createdAt: Date
  },
): Promise<void> {
  const { publicId, workspaceId, name, addresses, createdAt } = row
  await tx.query(insert, [publicId, workspaceId, name, JSON.stringify(addresses), createdAt])
}

const find = sql<ContactRow>`
  select id, public_id as "publicId", name, addresses, verified, created_at as "createdAt",
    (select coalesce(json_agg(json_build_object('channel', f.channel, 'since', f.failing_since,
        'attempts', f.attempts, 'lastError', f.last_error, 'nextAttemptAt', f.next_attempt_at)
        order by f.channel), '[]')
      from failing_destinations f where f.recipient_id = contacts.public_id) as failing
  from contacts where workspace_id = $1 and public_id = any($2)`

/** The workspace's contacts among these ids, in no order. */
export async function readContacts(
  db: Queryable,
  workspaceId: number,
  publicIds: readonly string[],
): Promise<ContactRow[]> {
  if (publicIds.length === 0) return []
  return (await db.query(find, [workspaceId, publicIds])).rows
}

/** Where a contact is reached. */
export interface ContactAddressesRow extends Pick<ContactRow, 'publicId' | 'name' | 'addresses'> {
  readonly workspaceId: number
}

const reached = kept(sql<ContactAddressesRow>`
  select public_id as "publicId", workspace_id as "workspaceId", name, addresses
  from contacts where public_id = any($1::text[])`)

/** Contacts of any workspaces, in no order. */
export async function readContactAddresses(
  db: Queryable,
  publicIds: readonly string[],
): Promise<ContactAddressesRow[]> {
  if (publicIds.length === 0) return []
  return (await db.query(reached, [publicIds])).rows
}

/** A contact that is reached by more than mail. */
export interface ContactBeyondMailRow extends Pick<ContactRow, 'publicId' | 'name' | 'addresses'> {
  /** Its mail address is that of an owner of its workspace. */
  readonly isOwners: boolean
}

const beyondMail = sql<ContactBeyondMailRow>`
  select public_id as "publicId", name, addresses, exists (
      select from memberships m join people p on p.id = m.person_id
      where m.workspace_id = contacts.workspace_id and m.role = 'owner'
        and lower(p.email) = lower(addresses -> 'email' ->> 'email')
    ) as "isOwners"
  from contacts
  where workspace_id = $1 and (addresses - 'email') <> '{}'
  order by "isOwners" desc, id
  limit $2`

/** A workspace's contacts that are reached by more than mail, those of its owners first, then the oldest. */
export async function readContactsBeyondMail(
  db: Queryable,
  workspaceId: number,
  limit: number,
): Promise<ContactBeyondMailRow[]> {
  return (await db.query(beyondMail, [workspaceId, limit])).rows
}

const list = sql<ContactRow>`
  select id, public_id as "publicId", name, addresses, verified, created_at as "createdAt",
    (select coalesce(json_agg(json_build_object('channel', f.channel, 'since', f.failing_since,
        'attempts', f.attempts, 'lastError', f.last_error, 'nextAttemptAt', f.next_attempt_at)
        order by f.channel), '[]')
      from failing_destinations f where f.recipient_id = contacts.public_id) as failing
  from contacts where workspace_id = $1
  order by created_at desc, id desc
  limit $2 offset $3`

/** One page of a workspace's contacts, newest first. */
export async function listContacts(
  db: Queryable,
  workspaceId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<ContactRow[]> {
  return (await db.query(list, [workspaceId, limit, offset])).rows
}

const update = sql<never>`
  update contacts set name = $2, addresses = $3, verified = $4 where id = $1`

/** @throws a violation of the unique index contacts_name */
export async function updateContact(
  tx: Queryable,
  row: Pick<ContactRow, 'id' | 'name' | 'addresses' | 'verified'>,
): Promise<void> {
  await tx.query(update, [row.id, row.name, JSON.stringify(row.addresses), row.verified])
}

const verify = sql<never>`
  update contacts set verified = $3 where id = $1 and addresses = $2::jsonb`

/** Notes what a test showed, unless the contact was changed meanwhile.
 *  @param addresses what was tested, as stored */
export async function updateContactVerified(
  db: Queryable,
  id: number,
  addresses: unknown,
  verified: boolean,
): Promise<void> {
  await db.query(verify, [id, JSON.stringify(addresses), verified])
}

const remove = sql<never>`delete from contacts where workspace_id = $1 and public_id = $2`

/** A trigger takes it out of monitors and teams.
 *  @returns whether it was there */
export async function deleteContact(
  tx: Queryable,
  workspaceId: number,
  publicId: string,
): Promise<boolean> {
  return (await tx.query(remove, [workspaceId, publicId])).rowCount === 1
}

const count = sql<{ count: number }>`
  select count(*) as count from contacts where workspace_id = $1`

export async function countContacts(db: Queryable, workspaceId: number): Promise<number> {
  return (await db.query(count, [workspaceId])).rows[0]?.count ?? 0
}
