import { createHash } from 'node:crypto'
import { AppError } from '@sightline/shared/errors'
import type { TryLimit } from '../../db/limits.ts'
import { countTry } from '../../db/limits.ts'
import type { Queryable } from '../../db/pool.ts'
import { networkOf } from '../../limits/network-of.ts'

const MINUTE_MS = 60_000
const LONG_MS = 15 * MINUTE_MS

/** How long tries are remembered, those of other folders too. */
export const LONGEST_TRY_MS = 60 * MINUTE_MS

/** What somebody tries that must not be tried without end. */
export interface Try {
  /** What is tried, such as "sign-in". */
  readonly what: string
  /** Address of the client. */
  readonly ip: string
  /** Whose account it is meant to be: an e-mail address or another name of it; null: nobody's. */
  readonly account: string | null
}

/** Counts tries of passwords, codes and links across controllers, and refuses those beyond the limits: 20 a minute
 *  from one address (or IPv6 /64), ten in 15 minutes from it at one account, and 100 from everywhere. So one who
 *  guesses can lock nobody else out but with a hundred addresses' work, and gets some 10,000 guesses a day at most.
 *  @throws AppError tooManyRequests; it says the same whether or not there is such an account */
export async function refuseTooManyTries(db: Queryable, tried: Try, now: Date): Promise<void> {
  const full = await countTry(db, limitsOf(tried), now.getTime())
  if (full === null) return
  const seconds = full.includes(':at:') ? LONG_MS / 1_000 : MINUTE_MS / 1_000
  throw new AppError(
    'tooManyRequests',
    `There were too many tries. Try again in ${seconds / 60} minutes.`.replace(
      '1 minutes',
      'a minute',
    ),
    { headers: { 'Retry-After': String(seconds) } },
  )
}

function limitsOf({ what, ip, account }: Try): TryLimit[] {
  const network = networkOf(ip)
  const byNetwork = { bucket: `try:${what}:by:${network}`, limit: 20, windowMs: MINUTE_MS }
  if (account === null) return [byNetwork]
  const name = digestOf(account)
  return [
    byNetwork,
    { bucket: `try:${what}:at:${name}`, limit: 100, windowMs: LONG_MS },
    { bucket: `try:${what}:at:${name}:by:${network}`, limit: 10, windowMs: LONG_MS },
  ]
}

/** Addresses that people typed are not kept. */
function digestOf(account: string): string {
  const plain = account.normalize('NFC').trim().toLowerCase()
  return createHash('sha256').update(plain).digest('hex').slice(0, 32)
}
