import { createHash } from 'node:crypto'
import { AppError } from '@sightline/shared/errors'
import type { TryLimit } from '../../db/limits.ts'
import { countTry } from '../../db/limits.ts'
import type { Queryable } from '../../db/pool.ts'
import { networkOf, wideNetworkOf } from '../../limits/network-of.ts'

const HOUR_MS = 3_600_000

/** Somebody asks for mails about a page. */
export interface AskedFor {
  readonly pageId: number
  readonly email: string
  /** Address of the client. */
  readonly ip: string
}

/** Links that a page mails within an hour to whoever asks, and those it mails beyond them, for visitors from elsewhere. */
const CALM = 150
const RESERVED = 150

/** Counts it across controllers, and refuses what is beyond the limits of an hour: 20 from one address (or IPv6 /64),
 *  3 links mailed to one address whatever the pages, and 300 of one page. A mail goes to somebody who agreed to
 *  nothing yet, so nobody may be flooded through this. Half of what a page mails is kept for visitors from networks that
 *  hardly asked: a few addresses used up all of it, and nobody else could subscribe.
 *  @throws AppError tooManyRequests; it says the same whether or not the address is subscribed */
export async function refuseTooManyAsks(
  db: Queryable,
  { pageId, email, ip }: AskedFor,
  now: Date,
): Promise<void> {
  const own = [limitOf(`by:${networkOf(ip)}`, 20), limitOf(`to:${digestOf(email)}`, 3)]
  const calm = limitOf(`on:${pageId}`, CALM)
  const full = await countTry(db, [...own, calm], now.getTime())
  if (full === null) return
  if (full !== calm.bucket) throw tooOften()
  const reserved = [
    limitOf(`elsewhere:${pageId}`, RESERVED),
    limitOf(`from:${wideNetworkOf(ip)}:on:${pageId}`, 2),
  ]
  const beyond = await countTry(db, [...own, ...reserved], now.getTime())
  if (beyond === null) return
  throw reserved.some(({ bucket }) => bucket === beyond) ? tooMany() : tooOften()
}

const limitOf = (of: string, limit: number): TryLimit => ({
  bucket: `try:subscribe:${of}`,
  limit,
  windowMs: HOUR_MS,
})

const tooOften = (): AppError =>
  refusal(
    'This was asked for too often within an hour. Look into your mail, also among the unwanted, or try again in an hour.',
  )

const tooMany = (): AppError =>
  refusal(
    'More people asked for mails of this page within the hour than are sent to at once. Follow it by RSS until then, or try again in an hour.',
  )

const refusal = (message: string): AppError =>
  new AppError('tooManyRequests', message, {
    headers: { 'Retry-After': String(HOUR_MS / 1_000) },
  })

/** Addresses that people typed are not kept. */
function digestOf(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 32)
}
