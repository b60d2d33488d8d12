import { hashSecret } from '../../secrets/secret-tokens.ts'
import {
  insertConfirmation,
  noteConfirmationSent,
  readConfirmations,
} from '../../db/contact-confirmations.ts'
import { deleteSending } from '../../db/contact-sendings.ts'
import type { Database } from '../../db/pool.ts'
import { newPublicId, randomBase62 } from '../../secrets/random-id.ts'
import type { Outcome, SendingParts } from '../channels/channel.ts'
import { sendOnChannel } from '../channels/send-on-channel.ts'
import { composeConfirmation } from '../message/compose.ts'
import { admitSending } from './sending-limits.ts'

/** How long a mailed link works. */
const LINK_MS = 7 * 86_400_000

/** What became of a link that was to be mailed; `limited`: too many were, `notNeeded`: the address is
 *  confirmed, need not be, or is gone. */
export type ConfirmationSending =
  | Outcome
  | { readonly kind: 'limited'; readonly waitMs: number }
  | { readonly kind: 'notNeeded' }

/** What mailing a link takes. */
export interface ConfirmationParts {
  readonly db: Database
  readonly sending: SendingParts
  readonly nowMs: number
  /** Where people reach this installation; never what a request says of itself. */
  readonly publicUrl: string
  /** Contacts of the operator's workspace are asked too. */
  readonly confirmsOwn: boolean
}

/** Mails a link by which a contact confirms its address, where one is asked for. Only the hash of the link
 *  is kept; every link that was sent works until it is over or the address is another. */
export async function sendConfirmation(
  parts: ConfirmationParts,
  workspaceId: number,
  contactId: string,
): Promise<ConfirmationSending> {
  const { db, nowMs } = parts
  const [row] = await readConfirmations(db, workspaceId, [contactId], parts.confirmsOwn)
  if (row?.confirmation !== 'waiting') return { kind: 'notNeeded' }
  const { email } = row
  const subject = email.toLowerCase()
  const verdict = await admitSending(db, { workspaceId, kind: 'confirmation', subject }, nowMs)
  if (verdict.kind === 'limited') return verdict
  const token = randomBase62(32)
  const expiresAt = new Date(nowMs + LINK_MS)
  const tokenHash = hashSecret(token)
  const isKept = await insertConfirmation(db, { tokenHash, contactId, email, expiresAt })
  if (!isKept) return { kind: 'notNeeded' }
  const link = `${parts.publicUrl}/confirm-contact?token=${token}`
  const message = composeConfirmation({ email, link, expiresAtMs: expiresAt.getTime(), nowMs })
  const delivery = { id: newPublicId('alr'), nowMs }
  const outcome = await sendOnChannel(
    'email',
    { email: { email } },
    message,
    delivery,
    parts.sending,
  )
  if (outcome?.kind === 'sent') await noteConfirmationSent(db, contactId, new Date(nowMs))
  // What did not go out floods nobody.
  else await deleteSending(db, verdict.sendingId)
  return outcome ?? { kind: 'notNeeded' }
}
