import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** An invitation that nobody has accepted. */
export interface InvitationRow {
  /** "inv_..." */
  readonly id: string
  readonly email: string
  readonly role: string
  /** Name of who made it; null: they are gone. */
  readonly invitedBy: string | null
  /** What who made it is in the workspace now; null: they do not belong to it. */
  readonly inviterRole: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

const insert = sql<unknown>`
  insert into invitations
    (public_id, workspace_id, email, role, token_hash, invited_by, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (workspace_id, email) where accepted_at is null do update
  set public_id = excluded.public_id, role = excluded.role, token_hash = excluded.token_hash,
    invited_by = excluded.invited_by, created_at = excluded.created_at, expires_at = excluded.expires_at`

/** Keeps an invitation in the place of an earlier one to the same address, whose link ends. */
export async function keepInvitation(
  tx: Queryable,
  row: {
    publicId: string
    workspaceId: number
    email: string
    role: string
    tokenHash: Buffer
    invitedBy: number
    createdAt: Date
    expiresAt: Date
  },
): Promise<void> {
  await tx.query(insert, [
    row.publicId,
    row.workspaceId,
    row.email,
    row.role,
    row.tokenHash,
    row.invitedBy,
    row.createdAt,
    row.expiresAt,
  ])
}

const list = sql<InvitationRow>`
  select i.public_id as id, i.email, i.role, p.name as "invitedBy", g.role as "inviterRole",
    i.created_at as "createdAt", i.expires_at as "expiresAt"
  from invitations i left join people p on p.id = i.invited_by
  left join memberships g on g.workspace_id = i.workspace_id and g.person_id = i.invited_by
  where i.workspace_id = $1 and i.accepted_at is null
  order by i.created_at desc, i.id desc`

/** Open invitations of a workspace, those that work no longer among them, newest first. */
export async function readInvitations(
  db: Queryable,
  workspaceId: number,
): Promise<InvitationRow[]> {
  return (await db.query(list, [workspaceId])).rows
}

const deleteOne = sql<{ role: string }>`
  delete from invitations
  where workspace_id = $1 and public_id = $2 and accepted_at is null and role = any($3)`

/** @param roles those that whoever asks may give
 *  @returns false when there is none such */
export async function deleteInvitation(
  db: Queryable,
  workspaceId: number,
  id: string,
  roles: readonly string[],
): Promise<boolean> {
  return (await db.query(deleteOne, [workspaceId, id, roles])).rowCount === 1
}

/** What an invitation's link leads to. */
export interface InvitationLinkRow {
  readonly invitationId: number
  readonly workspaceId: number
  readonly workspace: string
  readonly email: string
  readonly role: string
  readonly invitedBy: string | null
  /** What who made it is in the workspace now; null: they do not belong to it. */
  readonly inviterRole: string | null
  readonly expiresAt: Date
  readonly acceptedAt: Date | null
  /** Somebody has an account of that address. */
  readonly personId: number | null
}

const find = sql<InvitationLinkRow>`
  select i.id as "invitationId", i.workspace_id as "workspaceId", w.name as workspace, i.email, i.role,
    p.name as "invitedBy", g.role as "inviterRole", i.expires_at as "expiresAt",
    i.accepted_at as "acceptedAt",
    (select own.id from people own where lower(own.email) = i.email) as "personId"
  from invitations i
  join workspaces w on w.id = i.workspace_id
  left join people p on p.id = i.invited_by
  left join memberships g on g.workspace_id = i.workspace_id and g.person_id = i.invited_by
  where i.token_hash = $1`

/** @returns null when nobody made that link, or it was taken back */
export async function findInvitation(
  db: Queryable,
  tokenHash: Buffer,
): Promise<InvitationLinkRow | null> {
  return (await db.query(find, [tokenHash])).rows[0] ?? null
}

const accept = sql<unknown>`
  update invitations set accepted_at = $2
  where id = $1 and accepted_at is null and expires_at > $2`

/** @returns false when somebody else did, or it is over */
export async function acceptInvitation(
  tx: Queryable,
  invitationId: number,
  at: Date,
): Promise<boolean> {
  return (await tx.query(accept, [invitationId, at])).rowCount === 1
}

/** An invitation that nobody has accepted, in time still. */
export interface OpenInvitationRow {
  readonly invitationId: number
  readonly workspaceId: number
  readonly role: string
  /** What who made it is in the workspace now; null: they do not belong to it. */
  readonly inviterRole: string | null
}

const listTo = sql<OpenInvitationRow>`
  select i.id as "invitationId", i.workspace_id as "workspaceId", i.role, g.role as "inviterRole"
  from invitations i
  left join memberships g on g.workspace_id = i.workspace_id and g.person_id = i.invited_by
  where i.email = $1 and i.accepted_at is null and i.expires_at > $2
  order by i.workspace_id
  limit 100`

/** Open invitations of an address.
 *  @param email in lower case */
export async function readInvitationsTo(
  db: Queryable,
  email: string,
  now: Date,
): Promise<OpenInvitationRow[]> {
  return (await db.query(listTo, [email, now])).rows
}

const pruneInvitations = sql<unknown>`delete from invitations where expires_at < $1`

/** Forgets invitations that were over by then. */
export async function pruneInvitationsBefore(db: Queryable, before: Date): Promise<void> {
  await db.query(pruneInvitations, [before])
}
