import type { Queryable } from './pool.ts'
import { kept, sql } from './sql.ts'

// Where an owner has an address, and that is nearly everywhere, nothing else is looked at.
const unheard = kept(sql<{ publicId: string }>`
  with unowned as materialized (
    select m.public_id, m.workspace_id, m.alerts
    from monitors m
    where ($1::bigint is null or m.workspace_id = $1)
      and ($2::text[] is null or m.public_id = any($2))
      and not exists (
        select from memberships o join people p on p.id = o.person_id
        where o.workspace_id = m.workspace_id and o.role = 'owner' and $3::boolean
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
      where o.workspace_id = m.workspace_id and $3 and p.email is not null
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
          or ($3 and c.addresses ? 'email' and email_confirmation(c, $5) <> 'waiting'))
        and c.public_id = any(named.contacts || array(
          select unnest(t.contact_ids || array(
            select jsonb_array_elements_text(step -> 'contactIds')
            from jsonb_array_elements(t.escalation) step))
          from teams t
          where t.workspace_id = m.workspace_id and t.public_id = any(named.teams))))
  limit $4`)

/** Which monitors alert nobody: none of those they name can be told, nor an owner of the workspace.
 *  @param query.workspaceId null for all workspaces
 *  @param query.publicIds null for all monitors
 *  @param query.canMail whether this installation sends mail
 *  @param query.confirmsOwn contacts of the operator's workspace confirm their mail addresses too
 *  @param query.limit null for no limit
 *  @returns their ids, in no order */
export async function readUnheardMonitors(
  db: Queryable,
  query: {
    workspaceId: number | null
    publicIds: readonly string[] | null
    canMail: boolean
    confirmsOwn: boolean
    limit: number | null
  },
): Promise<string[]> {
  const { workspaceId, publicIds, canMail, confirmsOwn, limit } = query
  const values = [workspaceId, publicIds, canMail, limit, confirmsOwn]
  const { rows } = await db.query(unheard, values)
  return rows.map((row) => row.publicId)
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
