import { z } from 'zod'
import { addJob } from '../../db/jobs.ts'
import type { Queryable } from '../../db/pool.ts'
import type { UpkeepParts } from '../../jobs/task.ts'
import type { SendingParts } from '../channels/channel.ts'
import { retryDelayMs } from '../outbox/retry-delay.ts'
import { sendConfirmation } from './send-confirmation.ts'

const Payload = z.object({
  workspaceId: z.int(),
  contactId: z.string(),
  attempts: z.int(),
  /** When it was asked for, UNIX ms. */
  sinceMs: z.number(),
})
type Payload = z.output<typeof Payload>

/** Has a link mailed to a contact by which it confirms its address, should that be asked for. */
export async function addConfirmation(
  tx: Queryable,
  workspaceId: number,
  contactId: string,
  nowMs: number,
): Promise<void> {
  await addAttempt(tx, { workspaceId, contactId, attempts: 0, sinceMs: nowMs })
}

async function addAttempt(tx: Queryable, payload: Payload, runAtMs?: number): Promise<void> {
  await addJob(tx, {
    name: 'confirmContact',
    payload,
    sharer: { workspaceId: payload.workspaceId },
    key: `confirm ${payload.contactId}`,
    ...(runAtMs === undefined ? {} : { runAtMs }),
  })
}

/** Has a link mailed later, where as many as may be mailed were. */
export async function addDelayedConfirmation(
  tx: Queryable,
  workspaceId: number,
  contactId: string,
  runAtMs: number,
): Promise<void> {
  const payload = { workspaceId, contactId, attempts: 0, sinceMs: runAtMs }
  await addAttempt(tx, payload, runAtMs)
}

/** Mails the link: as soon as the limit of mails allows; where the mail server cannot take it, again later,
 *  for a day. */
export async function confirmContact(
  parts: UpkeepParts &
    SendingParts & { readonly publicUrl: string; readonly confirmsOwnContacts: boolean },
  sent: unknown,
): Promise<void> {
  const payload = Payload.parse(sent)
  const nowMs = parts.now()
  const { db, publicUrl, confirmsOwnContacts: confirmsOwn } = parts
  const outcome = await sendConfirmation(
    { db, sending: parts, nowMs, publicUrl, confirmsOwn },
    payload.workspaceId,
    payload.contactId,
  )
  if (outcome.kind === 'limited') {
    await addDelayedConfirmation(db, payload.workspaceId, payload.contactId, nowMs + outcome.waitMs)
    return
  }
  if (outcome.kind !== 'trouble') return
  const attempts = payload.attempts + 1
  const delayMs = retryDelayMs(attempts, nowMs - payload.sinceMs, outcome.retryAfterMs)
  if (delayMs !== null) await addAttempt(db, { ...payload, attempts }, nowMs + delayMs)
}
