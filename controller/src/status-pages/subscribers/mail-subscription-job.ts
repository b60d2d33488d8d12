import { z } from 'zod'
import { handInMail } from '../../alerting/channels/email.ts'
import { retryDelayMs } from '../../alerting/outbox/retry-delay.ts'
import { addJob } from '../../db/jobs.ts'
import { findShownPage } from '../../db/status-page-reads.ts'
import { askSubscriber } from '../../db/status-page-subscribers.ts'
import { newPublicId, randomBase62 } from '../../secrets/random-id.ts'
import { hashSecret } from '../../secrets/secret-tokens.ts'
import type { MailingParts } from './mailing-parts.ts'
import { MAX_SUBSCRIBERS } from './subscribe.ts'
import { composeSubscription } from './subscriber-mail.ts'

/** How long a mailed link works. */
const LINK_MS = 86_400_000

/** Somebody waits for it; later they have asked again. */
const GIVE_UP_MS = 3_600_000

const Payload = z.object({
  pageId: z.int(),
  email: z.string(),
  /** When it was asked for, UNIX ms. */
  sinceMs: z.number(),
  attempts: z.int(),
})

/** Mails the link by which somebody subscribes, unless they are subscribed; again later where the mail server cannot
 *  take it. Every attempt has a link of its own, and only the last works. */
export async function mailSubscription(parts: MailingParts, sent: unknown): Promise<void> {
  const payload = Payload.parse(sent)
  const { pageId, email, sinceMs } = payload
  const { db, publicUrl } = parts
  const page = await findShownPage(db, pageId)
  if (page === null || parts.smtpUrl === null) return
  const nowMs = parts.now()
  const token = randomBase62(32)
  const isNeeded = await askSubscriber(
    db,
    {
      publicId: newPublicId('sub'),
      pageId,
      email,
      tokenHash: hashSecret(token),
      tokenExpiresAt: new Date(nowMs + LINK_MS),
      unsubscribeToken: randomBase62(32),
      createdAt: new Date(nowMs),
    },
    MAX_SUBSCRIBERS,
  )
  if (!isNeeded) return
  const pageUrl = `${publicUrl}/status/${page.slug}`
  const mail = composeSubscription({ email, pageUrl, token })
  const outcome = await handInMail(mail, { id: newPublicId('sub'), nowMs }, parts)
  if (outcome.kind !== 'trouble') return
  const attempts = payload.attempts + 1
  const waitedMs = nowMs - sinceMs
  const delayMs = retryDelayMs(attempts, waitedMs, outcome.retryAfterMs)
  if (delayMs === null || waitedMs + delayMs > GIVE_UP_MS) return
  await addJob(db, {
    name: 'mailSubscription',
    payload: { ...payload, attempts },
    runAtMs: nowMs + delayMs,
    sharer: { workspaceId: page.workspaceId },
  })
}
