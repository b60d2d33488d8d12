import { z } from 'zod'
import { addJob } from '../../db/jobs.ts'
import type { Database } from '../../db/pool.ts'
import {
  confirmSubscriber,
  deleteSubscriberByToken,
  findSubscribedEmail,
  findSubscriptionLink,
} from '../../db/status-page-subscribers.ts'
import { hashSecret } from '../../secrets/secret-tokens.ts'
import type { AskedFor } from './subscription-limits.ts'
import { refuseTooManyAsks } from './subscription-limits.ts'

/** A mail address as people type it. */
const Email = z.string().trim().max(254).pipe(z.email())

/** Subscribers of one page. */
export const MAX_SUBSCRIBERS = 5_000

/** A mailed link by which somebody subscribes; `expired`: not confirmed in time; `full`: the page has as many subscribers
 *  as it may. */
export type SubscriptionLink =
  | { readonly state: 'usable' | 'confirmed'; readonly pageId: number; readonly email: string }
  | { readonly state: 'expired' | 'full' | 'unknown' }

/** Everything that readers of a status page do about its mails. */
export type Subscriptions = ReturnType<typeof createSubscriptions>

/** @param limitsDb a pool without synchronous commit */
export function createSubscriptions({
  db,
  limitsDb,
  now,
}: {
  readonly db: Database
  readonly limitsDb: Database
  readonly now: () => Date
}) {
  const readLink = async (token: string): Promise<SubscriptionLink> => {
    const link = await findSubscriptionLink(db, hashSecret(token))
    if (link === null) return { state: 'unknown' }
    const { pageId, email, expiresAt, confirmedAt } = link
    if (confirmedAt !== null) return { state: 'confirmed', pageId, email }
    return expiresAt.getTime() > now().getTime()
      ? { state: 'usable', pageId, email }
      : { state: 'expired' }
  }
  return {
    /** Has a link mailed, in a job, so that it takes as long whoever asks.
     *  @param typed the address
     *  @returns false when it is none
     *  @throws AppError tooManyRequests */
    async ask(typed: string, asked: Omit<AskedFor, 'email'> & { readonly workspaceId: number }) {
      const parsed = Email.safeParse(typed)
      if (!parsed.success) return false
      const email = parsed.data
      const { pageId, workspaceId } = asked
      await refuseTooManyAsks(limitsDb, { ...asked, email }, now())
      await addJob(db, {
        name: 'mailSubscription',
        payload: { pageId, email, sinceMs: now().getTime(), attempts: 0 },
        sharer: { workspaceId },
      })
      return true
    },
    readLink,
    /** @returns what the link is good for afterwards */
    async confirm(token: string): Promise<SubscriptionLink> {
      await confirmSubscriber(db, hashSecret(token), now(), MAX_SUBSCRIBERS)
      const link = await readLink(token)
      return link.state === 'usable' ? { state: 'full' } : link
    },
    /** The address that a mail's link takes away; null: it gets no mails any more. */
    findToLeave: (token: string): Promise<string | null> => findSubscribedEmail(db, token),
    leave: (token: string): Promise<void> => deleteSubscriberByToken(db, token),
  } as const
}
