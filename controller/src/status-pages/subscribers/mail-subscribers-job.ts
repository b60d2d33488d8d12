import { z } from 'zod'
import { handInMail } from '../../alerting/channels/email.ts'
import { SEVERITIES } from '../../alerting/message/alert-message.ts'
import { retryDelayMs } from '../../alerting/outbox/retry-delay.ts'
import type { NewJob } from '../../db/jobs.ts'
import { addJob } from '../../db/jobs.ts'
import { outlast } from '../../db/outlast.ts'
import type { DueMailRow } from '../../db/status-page-mailings.ts'
import { putMailBack, readNextMailAt, takeDueMails } from '../../db/status-page-mailings.ts'
import type { NewsMessage } from './compose-news.ts'
import type { MailingParts } from './mailing-parts.ts'
import { composeNewsMail } from './subscriber-mail.ts'

/** Mails that are taken at once, each over a connection of its own. Those of them that were not sent when a controller dies are lost, as nobody is
 *  to get one twice. */
const BATCH = 5

/** What is older is no news any more. */
const GIVE_UP_MS = 4 * 3_600_000

const Payload = z.object({ pageId: z.int(), workspaceId: z.int() })

const Message = z.object({
  page: z.string(),
  severity: z.enum(SEVERITIES),
  title: z.string(),
  entries: z.array(z.string()),
}) satisfies z.ZodType<NewsMessage>

/** The job that sends the mails about a page which are due: one waits at a time. */
export function mailsJobOf(pageId: number, workspaceId: number, runAtMs?: number): NewJob {
  return {
    name: 'mailSubscribers',
    payload: { pageId, workspaceId },
    key: `status mails ${pageId}`,
    sharer: { workspaceId },
    ...(runAtMs === undefined ? {} : { runAtMs }),
  }
}

/** Sends some of the mails about a page that are due, and has the rest sent after others had their turn. Each
 *  subscriber gets each at most once: it is taken away first, and put back only where the mail server did not take
 *  it. */
export async function mailSubscribers(parts: MailingParts, sent: unknown): Promise<void> {
  const { pageId, workspaceId } = Payload.parse(sent)
  const { db } = parts
  const mails = await takeDueMails(db, pageId, new Date(parts.now()), BATCH)
  const sendings = await Promise.allSettled(mails.map((mail) => sendOne(parts, mail)))
  const nextAt = await readNextMailAt(db, pageId)
  if (nextAt !== null) await addJob(db, mailsJobOf(pageId, workspaceId, nextAt.getTime()))
  // One that cannot be made, as a newer version wrote it, keeps neither those with it nor those after it.
  const failed = sendings.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

async function sendOne(parts: MailingParts, mail: DueMailRow): Promise<void> {
  const { email, unsubscribeToken, mailingPublicId, subscriberPublicId } = mail
  const pageUrl = `${parts.publicUrl}/status/${mail.slug}`
  const message = composeNewsMail(Message.parse(mail.message), { email, pageUrl, unsubscribeToken })
  const id = `${mailingPublicId}.${subscriberPublicId}`
  const outcome = await handInMail(message, { id, nowMs: parts.now() }, parts)
  if (outcome.kind !== 'trouble') return
  const nowMs = parts.now()
  const attempts = mail.attempts + 1
  const waitedMs = nowMs - mail.createdAt.getTime()
  const delayMs = retryDelayMs(attempts, waitedMs, outcome.retryAfterMs)
  if (delayMs === null || waitedMs + delayMs > GIVE_UP_MS) return
  const dueAt = new Date(nowMs + delayMs)
  // Nobody else has it: with the database away it would be lost.
  await outlast(GIVE_UP_MS, () => putMailBack(parts.db, { ...mail, attempts }, dueAt))
}
