import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

/** Somebody who wants mails about a status page. */
export interface SubscriberRow {
  readonly id: string
  readonly email: string
  readonly confirmedAt: Date
}

/** What is kept when somebody asks for mails. */
export interface NewSubscriber {
  readonly publicId: string
  readonly pageId: number
  readonly email: string
  readonly tokenHash: Buffer
  readonly tokenExpiresAt: Date
  readonly unsubscribeToken: string
  readonly createdAt: Date
}

// Whoever asks again before confirming gets a new link, and the one before works no more. Those who never confirm count
// for nothing: strangers whose addresses others typed took the places of those who mean it.
const ask = sql<never>`
  insert into status_page_subscribers as known (public_id, page_id, email, email_key, confirmation_hash,
    confirmation_expires_at, unsubscribe_token, created_at)
  select $1, $2, $3, lower($3), $4, $5, $6, $7
  where exists (select from status_page_subscribers where page_id = $2 and email_key = lower($3))
    or (select count(*) from status_page_subscribers where page_id = $2 and confirmed_at is not null) < $8
  on conflict on constraint status_page_subscribers_once do update set email = excluded.email,
    confirmation_hash = excluded.confirmation_hash,
    confirmation_expires_at = excluded.confirmation_expires_at
  where known.confirmed_at is null`

/** Keeps that somebody asked for mails, unless they have confirmed it before.
 *  @param max subscribers of one page
 *  @returns whether a link is to be mailed */
export async function askSubscriber(
  db: Queryable,
  subscriber: NewSubscriber,
  max: number,
): Promise<boolean> {
  const { rowCount } = await db.query(ask, [
    subscriber.publicId,
    subscriber.pageId,
    subscriber.email,
    subscriber.tokenHash,
    subscriber.tokenExpiresAt,
    subscriber.unsubscribeToken,
    subscriber.createdAt,
    max,
  ])
  return rowCount === 1
}

/** A mailed link by which somebody subscribes. */
export interface SubscriptionLinkRow {
  readonly pageId: number
  readonly email: string
  readonly expiresAt: Date
  readonly confirmedAt: Date | null
}

const findLink = sql<SubscriptionLinkRow>`
  select page_id as "pageId", email, confirmation_expires_at as "expiresAt", confirmed_at as "confirmedAt"
  from status_page_subscribers where confirmation_hash = $1`

/** @returns null when there is no such link */
export async function findSubscriptionLink(
  db: Queryable,
  tokenHash: Buffer,
): Promise<SubscriptionLinkRow | null> {
  return (await db.query(findLink, [tokenHash])).rows[0] ?? null
}

const confirm = sql<never>`
  update status_page_subscribers s set confirmed_at = $2
  where confirmation_hash = $1 and confirmed_at is null and confirmation_expires_at > $2
    and (select count(*) from status_page_subscribers o
      where o.page_id = s.page_id and o.confirmed_at is not null) < $3`

/** Has mails sent to whoever a link was mailed to, unless the page has as many subscribers by now as it may.
 *  @param max subscribers of one page
 *  @returns whether they are sent from now on, and were not before */
export async function confirmSubscriber(
  db: Queryable,
  tokenHash: Buffer,
  at: Date,
  max: number,
): Promise<boolean> {
  return (await db.query(confirm, [tokenHash, at, max])).rowCount > 0
}

const findToLeave = sql<{ email: string }>`
  select email from status_page_subscribers where unsubscribe_token = $1`

/** The address that the link of a mail takes away; null: it gets no mails any more. */
export async function findSubscribedEmail(db: Queryable, token: string): Promise<string | null> {
  return (await db.query(findToLeave, [token])).rows[0]?.email ?? null
}

const leave = sql<never>`delete from status_page_subscribers where unsubscribe_token = $1`

export async function deleteSubscriberByToken(db: Queryable, token: string): Promise<void> {
  await db.query(leave, [token])
}

const list = sql<SubscriberRow>`
  select public_id as id, email, confirmed_at as "confirmedAt"
  from status_page_subscribers where page_id = $1 and confirmed_at is not null
  order by confirmed_at desc, id desc limit $2 offset $3`

/** One page of those who get mails, the latest first. */
export async function listSubscribers(
  db: Queryable,
  pageId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<SubscriberRow[]> {
  return (await db.query(list, [pageId, limit, offset])).rows
}

const count = sql<{ count: number }>`
  select count(*)::integer as count from status_page_subscribers
  where page_id = $1 and confirmed_at is not null`

export async function countSubscribers(db: Queryable, pageId: number): Promise<number> {
  return (await db.query(count, [pageId])).rows[0]?.count ?? 0
}

const remove = sql<never>`
  delete from status_page_subscribers where page_id = $1 and public_id = $2`

/** @returns whether it was there */
export async function deleteSubscriber(
  db: Queryable,
  pageId: number,
  publicId: string,
): Promise<boolean> {
  return (await db.query(remove, [pageId, publicId])).rowCount === 1
}

const prune = sql<never>`
  delete from status_page_subscribers where confirmed_at is null and confirmation_expires_at < $1`

/** Forgets those who never confirmed. */
export async function pruneUnconfirmedSubscribers(db: Queryable, now: Date): Promise<void> {
  await db.query(prune, [now])
}
