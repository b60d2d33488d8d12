import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** People and contacts who are told later, when an outage lasts. */
export interface EscalationStepRow {
  readonly afterMinutes: number
  readonly memberIds: readonly string[]
  readonly contactIds: readonly string[]
}

/** An alert team as it is stored. */
export interface TeamRow {
  readonly publicId: string
  readonly name: string
  readonly memberIds: readonly string[]
  readonly contactIds: readonly string[]
  /** The earliest first. */
  readonly escalation: readonly EscalationStepRow[]
  readonly createdAt: Date
}

const insert = sql<never>`
  insert into teams (name, member_ids, contact_ids, escalation, workspace_id, public_id, created_at)
  values ($1, $2, $3, $4, $5, $6, $7)`

/** @throws a violation of the unique index teams_name */
export async function insertTeam(tx: Queryable, workspaceId: number, team: TeamRow): Promise<void> {
  await tx.query(insert, [...valuesOf(team), workspaceId, team.publicId, team.createdAt])
}

function valuesOf(team: TeamRow): unknown[] {
  return [team.name, team.memberIds, team.contactIds, JSON.stringify(team.escalation)]
}

const find = sql<TeamRow>`
  select public_id as "publicId", name, member_ids as "memberIds", contact_ids as "contactIds", escalation,
    created_at as "createdAt"
  from teams where workspace_id = $1 and public_id = any($2)`

/** The workspace's teams among these ids, in no order. */
export async function readTeams(
  db: Queryable,
  workspaceId: number,
  publicIds: readonly string[],
): Promise<TeamRow[]> {
  if (publicIds.length === 0) return []
  return (await db.query(find, [workspaceId, publicIds])).rows
}

const page = sql<TeamRow>`
  select public_id as "publicId", name, member_ids as "memberIds", contact_ids as "contactIds", escalation,
    created_at as "createdAt"
  from teams where workspace_id = $1
  order by created_at desc, id desc
  limit $2 offset $3`

/** One page of a workspace's teams, newest first. */
export async function listTeams(
  db: Queryable,
  workspaceId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<TeamRow[]> {
  return (await db.query(page, [workspaceId, limit, offset])).rows
}

const count = sql<{ count: number }>`select count(*) as count from teams where workspace_id = $1`

export async function countTeams(db: Queryable, workspaceId: number): Promise<number> {
  return (await db.query(count, [workspaceId])).rows[0]?.count ?? 0
}

const update = sql<never>`
  update teams set name = $1, member_ids = $2, contact_ids = $3, escalation = $4
  where workspace_id = $5 and public_id = $6`

/** @throws a violation of the unique index teams_name */
export async function updateTeam(tx: Queryable, workspaceId: number, team: TeamRow): Promise<void> {
  await tx.query(update, [...valuesOf(team), workspaceId, team.publicId])
}

const remove = sql<never>`delete from teams where workspace_id = $1 and public_id = $2`

/** A trigger takes it out of monitors.
 *  @returns whether it was there */
export async function deleteTeam(
  tx: Queryable,
  workspaceId: number,
  publicId: string,
): Promise<boolean> {
  return (await tx.query(remove, [workspaceId, publicId])).rowCount === 1
}
