import type { Queryable } from './pool.ts'
import type { SqlPart } from './sql.ts'
import { kept, sql } from './sql.ts'

// Where an owner has an address, and that is nearly everywhere, nothing else is looked at.
/** Those of `monitors m` that alert nobody: $1 whether mail is sent, $2 whether contacts of the operator's workspace confirm
 *  their addresses too.
 *  @param condition which are looked at */
const unheardOf = (condition: SqlPart): SqlPart => ({
  sqlPart: `
  with unowned as materialized (
    select m.public_id, m.workspace_id, m.alerts
    from monitors m
    where ${condition.sqlPart}
      and not exists (
        select from memberships o join people p on p.id = o.person_id
        where o.workspace_id = m.workspace_id and o.role = 'owner' and $1::boolean
          and p.email is not null)
  )
  select m.public_id as "publicId"
  from unowned m
  cross join lateral (
    select array(select jsonb_array_elements_text(coalesce(m.alerts -> 'memberIds', '[]'))) as members,
      array(select jsonb_array_elements_text(coalesce(m.alerts -> 'contactIds', '[]'))) as contacts,
      array(select jsonb_array_elements_text(coalesce(m.alerts -> 'teamIds', '[]'))) as teams
  ) named
  where not exists (
      select from memberships o join people p on p.id = o.person_id
      where o.workspace_id = m.workspace_id and $1 and p.email is not null
        and (p.public_id = any(named.members) or exists (
          select from teams t
          where t.workspace_id = m.workspace_id and t.public_id = any(named.teams)
            and p.public_id = any(t.member_ids || array(
              select jsonb_array_elements_text(step -> 'memberIds')
              from jsonb_array_elements(t.escalation) step)))))
    and not exists (
      select from contacts c
      where c.workspace_id = m.workspace_id
        and (c.addresses - '{email,push}'::text[] <> '{}'
          or c.addresses -> 'push' ->> 'subscriptions' is not null
          or ($1 and c.addresses ? 'email' and email_confirmation(c, $2::boolean) <> 'waiting'))
        and c.public_id = any(named.contacts || array(
          select unnest(t.contact_ids || array(
            select jsonb_array_elements_text(step -> 'contactIds')
            from jsonb_array_elements(t.escalation) step))
          from teams t
          where t.workspace_id = m.workspace_id and t.public_id = any(named.teams))))`,
})

const readAll = sql<{ publicId: string }>`${unheardOf({ sqlPart: 'true' })} limit $3`

/** Who can be told. */
export interface Reachable {
  /** Whether this installation sends mail. */
  readonly canMail: boolean
  /** Contacts of the operator's workspace confirm their mail addresses too. */
  readonly confirmsOwn: boolean
}

/** Which monitors of the installation alert nobody: none of those they name can be told, nor an owner of the workspace.
 *  @returns the ids of as many as the limit, in no order */
export async function readUnheardMonitors(
  db: Queryable,
  { canMail, confirmsOwn, limit }: Reachable & { readonly limit: number },
): Promise<string[]> {
  const { rows } = await db.query(readAll, [canMail, confirmsOwn, limit])
  return rows.map((row) => row.publicId)
}

// One statement for some and for all, by conditions that may be null, was planned anew each time: a plan for both reads all
// monitors.
const AMONG = unheardOf({ sqlPart: 'm.workspace_id = $3 and m.public_id = any($4)' })
const readSome = kept(sql<{ publicId: string }>`${AMONG}`)

/** As {@link readUnheardMonitors}, among these monitors of a workspace. */
export async function readUnheardAmong(
  db: Queryable,
  workspaceId: number,
  publicIds: readonly string[],
  { canMail, confirmsOwn }: Reachable,
): Promise<string[]> {
  const { rows } = await db.query(readSome, [canMail, confirmsOwn, workspaceId, publicIds])
  return rows.map((row) => row.publicId)
}

// All of a workspace at once, which may be 100,000: who can be told is found first, then each monitor is compared with that.
const countOfWorkspace = sql<{ count: number }>`
  with people as materialized (
    select p.public_id, o.role
    from memberships o join people p on p.id = o.person_id
    where o.workspace_id = $3 and $1::boolean and p.email is not null
  ), reached as materialized (
    select array(select public_id from people) as members,
      array(
        select c.public_id from contacts c
        where c.workspace_id = $3
          and (c.addresses - '{email,push}'::text[] <> '{}'
            or c.addresses -> 'push' ->> 'subscriptions' is not null
            or ($1 and c.addresses ? 'email' and email_confirmation(c, $2::boolean) <> 'waiting'))
      ) as contacts
  ), teams_reached as materialized (
    select array(
      select t.public_id from teams t
      where t.workspace_id = $3 and (
        t.member_ids && r.members or t.contact_ids && r.contacts or exists (
          select from jsonb_array_elements(t.escalation) step
          where step -> 'memberIds' ?| r.members or step -> 'contactIds' ?| r.contacts))
    ) as teams
    from reached r
  )
  select count(*)::integer as count from (
    select from monitors m cross join reached r cross join teams_reached t
    where m.workspace_id = $3 and not exists (select from people where role = 'owner')
      and (m.alerts -> 'memberIds' ?| r.members) is not true
      and (m.alerts -> 'contactIds' ?| r.contacts) is not true
      and (m.alerts -> 'teamIds' ?| t.teams) is not true
    limit $4
  ) as unheard`

/** How many monitors of a workspace alert nobody, as {@link readUnheardMonitors} has it; no more than the limit. */
export async function countUnheard(
  db: Queryable,
  workspaceId: number,
  { canMail, confirmsOwn, limit }: Reachable & { readonly limit: number },
): Promise<number> {
  const { rows } = await db.query(countOfWorkspace, [canMail, confirmsOwn, workspaceId, limit])
  return rows[0]?.count ?? 0
}

/** What an installation has that somebody could be told of, or told. */
export interface ReachRow {
  readonly hasMonitors: boolean
  /** An owner of the first workspace has an address. */
  readonly hasOwner: boolean
}

const reach = sql<ReachRow>`
  select exists (select from monitors) as "hasMonitors", exists (
    select from installation i
    join memberships o on o.workspace_id = i.owner_workspace_id and o.role = 'owner'
    join people p on p.id = o.person_id
    where p.email is not null) as "hasOwner"`

export async function readReach(db: Queryable): Promise<ReachRow> {
  return (await db.query(reach)).rows[0] ?? { hasMonitors: false, hasOwner: false }
}
