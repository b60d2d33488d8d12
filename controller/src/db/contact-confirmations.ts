import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** Whether the mail address of a contact gets alerts: `waiting` does not yet, `notAsked` does although
 *  nobody confirmed it. What decides it: `email_confirmation`, migration 026. */
export type Confirmation = 'confirmed' | 'waiting' | 'notAsked'

/** How it is with the mail address of a contact. */
export interface ConfirmationRow {
  readonly contactId: string
  readonly email: string
  readonly confirmation: Confirmation
  /** When the latest link was mailed; null: none yet. */
  readonly sentAt: Date | null
}

const read = sql<ConfirmationRow>`
  select c.public_id as "contactId", c.addresses #>> '{email,email}' as email,
    email_confirmation(c, $3) as confirmation, c.confirmation_sent_at as "sentAt"
  from contacts c
  where c.workspace_id = $1 and c.public_id = any($2) and c.addresses ? 'email'`

/** Those of a workspace's contacts that have a mail address, in no order.
 *  @param confirmsOwn the operator wants addresses confirmed in their own workspace too
 *    (SIGHTLINE_CONFIRM_CONTACTS) */
export async function readConfirmations(
  db: Queryable,
  workspaceId: number,
  contactIds: readonly string[],
  confirmsOwn: boolean,
): Promise<ConfirmationRow[]> {
  return (await db.query(read, [workspaceId, contactIds, confirmsOwn])).rows
}

const unconfirm = sql<never>`
  update contacts set email_confirmed_at = null, confirmation_sent_at = null
  where workspace_id = $1 and public_id = $2`

/** Notes that a contact has another address. */
export async function forgetConfirmation(
  tx: Queryable,
  workspaceId: number,
  contactId: string,
): Promise<void> {
  await tx.query(unconfirm, [workspaceId, contactId])
}

const insert = sql<never>`
  insert into contact_confirmations (token_hash, contact_id, email, expires_at)
  select $1, id, addresses #>> '{email,email}', $4 from contacts
  where public_id = $2 and addresses #>> '{email,email}' = $3`

/** @returns false when the contact does not have the address any more */
export async function insertConfirmation(
  db: Queryable,
  row: { tokenHash: Buffer; contactId: string; email: string; expiresAt: Date },
): Promise<boolean> {
  const values = [row.tokenHash, row.contactId, row.email, row.expiresAt]
  return (await db.query(insert, values)).rowCount === 1
}

const noteSent = sql<never>`update contacts set confirmation_sent_at = $2 where public_id = $1`

/** Notes that a link was mailed. */
export async function noteConfirmationSent(
  db: Queryable,
  contactId: string,
  at: Date,
): Promise<void> {
  await db.query(noteSent, [contactId, at])
}

/** A mailed link as it is kept. */
export interface ConfirmationLinkRow {
  readonly contactId: number
  readonly email: string
  readonly expiresAt: Date
  readonly usedAt: Date | null
  /** The contact has this address still. */
  readonly isPresent: boolean
  /** The contact's address is confirmed, by this link or another. */
  readonly isConfirmed: boolean
}

const find = sql<ConfirmationLinkRow>`
  select l.contact_id as "contactId", l.email, l.expires_at as "expiresAt", l.used_at as "usedAt",
    c.addresses #>> '{email,email}' is not distinct from l.email as "isPresent",
    c.email_confirmed_at is not null as "isConfirmed"
  from contact_confirmations l join contacts c on c.id = l.contact_id
  where l.token_hash = $1`

export async function findConfirmation(
  db: Queryable,
  tokenHash: Buffer,
): Promise<ConfirmationLinkRow | null> {
  return (await db.query(find, [tokenHash])).rows[0] ?? null
}

// A contact that has nothing but this address is verified with it; of the other channels it says nothing.
const use = sql<{ workspaceId: number; contactId: string }>`
  with link as (
    update contact_confirmations set used_at = $2
    where token_hash = $1 and used_at is null and expires_at > $2
    returning contact_id, email
  )
  update contacts c set email_confirmed_at = $2, verified = c.verified or c.addresses - 'email' = '{}'
  from link where c.id = link.contact_id and c.addresses #>> '{email,email}' = link.email
  returning c.workspace_id as "workspaceId", c.public_id as "contactId"`

/** Uses a link up and confirms the address it was sent to.
 *  @returns whose it is; null when it was used before, is over, or the contact has another address now */
export async function useConfirmation(
  db: Queryable,
  tokenHash: Buffer,
  at: Date,
): Promise<{ workspaceId: number; contactId: string } | null> {
  return (await db.query(use, [tokenHash, at])).rows[0] ?? null
}

const prune = sql<never>`delete from contact_confirmations where expires_at < $1`

/** Forgets links that were over before an instant. */
export async function pruneConfirmations(db: Queryable, before: Date): Promise<void> {
  await db.query(prune, [before])
}
