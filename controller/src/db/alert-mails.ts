import { numberArray } from './array-literal.ts'
import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

const zone = sql<{ zone: string }>`
  select p.time_zone as zone
  from memberships m join people p on p.id = m.person_id
  where m.workspace_id = $1 and p.time_zone is not null and (p.email = lower($2) or m.role = 'owner')
  order by p.email is distinct from lower($2), m.created_at, p.id
  limit 1`

/** The time zone that mails of a workspace to an address tell times in: of whoever has the address there, else of an owner.
 *  @returns IANA name; null: none is known */
export async function findMailZone(
  db: Queryable,
  workspaceId: number,
  email: string,
): Promise<string | null> {
  return (await db.query(zone, [workspaceId, email])).rows[0]?.zone ?? null
}

const personZone = sql<{ zone: string }>`
  select time_zone as zone from people
  where time_zone is not null and (email = lower($1) or id = $2)
  order by email is distinct from lower($1)
  limit 1`

/** The time zone that a mail about an account tells times in: of whoever has the address, else of somebody who has to do
 *  with it.
 *  @param personId who that is; null: nobody
 *  @returns IANA name; null: none is known */
export async function findPersonZone(
  db: Queryable,
  email: string,
  personId: number | null,
): Promise<string | null> {
  return (await db.query(personZone, [email, personId])).rows[0]?.zone ?? null
}

// An outage has few alerts. What belongs to none is one conversation by what its messages call their incident, until one of
// them says that it is over; that a monitor is degraded no more is never told, so there a week without a word ends it.
const before = sql<{ deliveryId: string }>`
  select distinct first."deliveryId" from alerts a
  cross join lateral (
    (
      select coalesce(b.bundle_id, b.public_id) as "deliveryId"
      from (select * from alerts of_outage where of_outage.outage_id = a.outage_id offset 0) b
      where b.recipient_id = a.recipient_id and b.channel = a.channel and b.state = 'sent' and b.id < a.id
      order by b.id limit 1
    )
    union all
    (
      select coalesce(b.bundle_id, b.public_id)
      from alerts b
      where a.outage_id is null and a.channel = 'email'
        and b.outage_id is null and b.channel = 'email'
        and b.message ->> 'incidentKey' = a.message ->> 'incidentKey'
        and b.recipient_id = a.recipient_id and b.workspace_id = a.workspace_id and b.state = 'sent' and b.id < a.id
        and (a.kind <> 'degraded' or b.created_at > a.created_at - interval '7 days')
        and not exists (
          select from alerts over where over.outage_id is null and over.channel = 'email'
            and over.message ->> 'incidentKey' = a.message ->> 'incidentKey'
            and over.recipient_id = a.recipient_id and over.workspace_id = a.workspace_id
            and over.id >= b.id and over.id < a.id and (over.message ->> 'isResolved')::boolean)
      order by b.id limit 1
    )
  ) first
  where a.id = any($1::bigint[])
  order by 1 limit $2`

/** What some alerts follow: ids of the deliveries by which their recipients were told first of the same.
 *  @param limit how many of them are enough */
export async function readFirstDeliveries(
  db: Queryable,
  alertIds: readonly number[],
  limit: number,
): Promise<string[]> {
  const { rows } = await db.query(before, [numberArray(alertIds), limit])
  return rows.map(({ deliveryId }) => deliveryId)
}
