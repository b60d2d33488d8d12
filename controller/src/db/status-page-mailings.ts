import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** A published page that somebody gets mails about. */
export interface ToldPageRow {
  readonly id: number
  readonly workspaceId: number
}

const toldPages = sql<ToldPageRow>`
  select p.id, p.workspace_id as "workspaceId" from status_pages p
  where p.published and exists (
    select from status_page_subscribers s where s.page_id = p.id and s.confirmed_at is not null)
  order by p.id`

/** The pages that are told about by mail. */
export async function readToldPages(db: Queryable): Promise<ToldPageRow[]> {
  return (await db.query(toldPages)).rows
}

/** Something that was told of a page, or is to be. */
export interface NewsKey {
  readonly kind: 'opened' | 'closed' | 'note' | 'planned'
  /** Id of what it is about. */
  readonly subject: string
}

const toldNews = sql<NewsKey>`
  select asked.kind, asked.subject from unnest($2::text[], $3::text[]) as asked (kind, subject)
  join status_page_news n on n.page_id = $1 and n.kind = asked.kind and n.subject = asked.subject`

/** Which of these were told. */
export async function readToldNews(
  db: Queryable,
  pageId: number,
  keys: readonly NewsKey[],
): Promise<NewsKey[]> {
  if (keys.length === 0) return []
  const { rows } = await db.query(toldNews, [
    pageId,
    keys.map(({ kind }) => kind),
    keys.map(({ subject }) => subject),
  ])
  return rows
}

const note = sql<NewsKey>`
  insert into status_page_news (page_id, kind, subject, told_at)
  select $1, kind, subject, $4 from unnest($2::text[], $3::text[]) as new (kind, subject)
  on conflict do nothing
  returning kind, subject`

/** Notes what is told now. @returns what nobody else told meanwhile */
export async function insertNews(
  tx: Queryable,
  pageId: number,
  keys: readonly NewsKey[],
  at: Date,
): Promise<NewsKey[]> {
  const { rows } = await tx.query(note, [
    pageId,
    keys.map(({ kind }) => kind),
    keys.map(({ subject }) => subject),
    at,
  ])
  return rows
}

const countSince = sql<{ count: number }>`
  select count(*)::integer as count from status_page_mailings where page_id = $1 and created_at > $2`

/** How often a page's subscribers got mail since an instant. */
export async function countMailings(db: Queryable, pageId: number, since: Date): Promise<number> {
  return (await db.query(countSince, [pageId, since])).rows[0]?.count ?? 0
}

const insert = sql<never>`
  with mailing as (
    insert into status_page_mailings (page_id, public_id, message, created_at)
    values ($1, $2, $3, $4) returning id
  )
  insert into status_page_mails (page_id, mailing_id, subscriber_id, attempts, due_at)
  select $1, mailing.id, s.id, 0, $4 from mailing cross join status_page_subscribers s
  where s.page_id = $1 and s.confirmed_at is not null`

/** Has everybody who is subscribed to a page now get a mail. */
export async function insertMailing(
  tx: Queryable,
  pageId: number,
  mailing: { readonly publicId: string; readonly message: unknown; readonly createdAt: Date },
): Promise<void> {
  const { publicId, message, createdAt } = mailing
  await tx.query(insert, [pageId, publicId, JSON.stringify(message), createdAt])
}

/** A mail that is to be sent. */
export interface DueMailRow {
  readonly mailingId: number
  readonly mailingPublicId: string
  readonly message: unknown
  readonly createdAt: Date
  readonly subscriberId: number
  readonly subscriberPublicId: string
  readonly email: string
  readonly unsubscribeToken: string
  readonly slug: string
  readonly attempts: number
}

const take = sql<DueMailRow>`
  with taken as (
    delete from status_page_mails where id in (
      select id from status_page_mails where page_id = $1 and due_at <= $2
      order by due_at, id limit $3 for update skip locked)
    returning mailing_id, subscriber_id, attempts
  )
  select t.mailing_id::float8 as "mailingId", m.public_id as "mailingPublicId", m.message,
    m.created_at as "createdAt", t.subscriber_id as "subscriberId", s.public_id as "subscriberPublicId",
    s.email, s.unsubscribe_token as "unsubscribeToken", p.slug, t.attempts
  from taken t
  join status_page_mailings m on m.id = t.mailing_id
  join status_page_subscribers s on s.id = t.subscriber_id
  join status_pages p on p.id = m.page_id and p.published`

/** Takes mails that are due: nobody else has them from then on. Those of a page that the public may not read any more
 *  are taken too, and nobody gets them. */
export async function takeDueMails(
  db: Queryable,
  pageId: number,
  now: Date,
  limit: number,
): Promise<DueMailRow[]> {
  return (await db.query(take, [pageId, now, limit])).rows
}

// A subscriber or a page that is gone meanwhile gets nothing.
const putBack = sql<never>`
  insert into status_page_mails (page_id, mailing_id, subscriber_id, attempts, due_at)
  select m.page_id, m.id, s.id, $3, $4
  from status_page_mailings m join status_page_subscribers s on s.id = $2
  where m.id = $1
  on conflict do nothing`

/** Has a mail sent later that was taken and did not go out. */
export async function putMailBack(
  db: Queryable,
  mail: Pick<DueMailRow, 'mailingId' | 'subscriberId' | 'attempts'>,
  dueAt: Date,
): Promise<void> {
  await db.query(putBack, [mail.mailingId, mail.subscriberId, mail.attempts, dueAt])
}

const next = sql<{ at: Date | null }>`
  select min(due_at) as at from status_page_mails where page_id = $1`

/** When the next mail about a page is due; null: none is left. */
export async function readNextMailAt(db: Queryable, pageId: number): Promise<Date | null> {
  return (await db.query(next, [pageId])).rows[0]?.at ?? null
}

// Maintenance that repeats for years is told once, and the end of an outage only where its beginning was.
const pruneNews = sql<never>`
  delete from status_page_news n where told_at < $1
    and not exists (select from maintenance_windows w where w.public_id = n.subject)
    and not exists (
      select from outages o where o.public_id = n.subject and (o.ended_at is null or o.ended_at > $1))`
const pruneMailings = sql<never>`delete from status_page_mailings where created_at < $1`

/** Forgets what was told long ago and does not go on, and mails that were sent, or could not be. */
export async function pruneNewsBefore(
  db: Queryable,
  { newsBefore, mailingsBefore }: { newsBefore: Date; mailingsBefore: Date },
): Promise<void> {
  await db.query(pruneNews, [newsBefore])
  await db.query(pruneMailings, [mailingsBefore])
}
