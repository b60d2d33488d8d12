import { createHash } from 'node:crypto'
import { AppError } from '@sightline/shared/errors'
import { countTry } from '../../db/limits.ts'
import type { Queryable } from '../../db/pool.ts'
import { networkOf } from '../../limits/network-of.ts'

const HOUR_MS = 3_600_000

/** Somebody asks for mails about a page. */
export interface AskedFor {
  readonly pageId: number
  readonly email: string
  /** Address of the client. */
  readonly ip: string
}

/** Counts it across controllers, and refuses what is beyond the limits of an hour: 20 from one address (or IPv6 /64),
 *  3 links mailed to one address whatever the pages, and 300 of one page. A mail goes to somebody who agreed to
 *  nothing yet, so nobody may be flooded through this.
 *  @throws AppError tooManyRequests; it says the same whether or not the address is subscribed */
export async function refuseTooManyAsks(
  db: Queryable,
  { pageId, email, ip }: AskedFor,
  now: Date,
): Promise<void> {
  const full = await countTry(
    db,
    [
      { bucket: `try:subscribe:by:${networkOf(ip)}`, limit: 20, windowMs: HOUR_MS },
      { bucket: `try:subscribe:on:${pageId}`, limit: 300, windowMs: HOUR_MS },
      { bucket: `try:subscribe:to:${digestOf(email)}`, limit: 3, windowMs: HOUR_MS },
    ],
    now.getTime(),
  )
  if (full === null) return
  throw new AppError(
    'tooManyRequests',
    'This was asked for too often within an hour. Look into your mail, also among the unwanted, or try again in an hour.',
    { headers: { 'Retry-After': String(HOUR_MS / 1_000) } },
  )
}

/** Addresses that people typed are not kept. */
function digestOf(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 32)
}
