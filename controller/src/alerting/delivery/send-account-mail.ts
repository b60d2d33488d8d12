import type { Logger } from '@sightline/shared/logger'
import type { AccountMail } from '../../accounts/account-mail.ts'
import { findPersonZone } from '../../db/alert-mails.ts'
import type { Queryable } from '../../db/pool.ts'
import { isDatabaseUnavailable } from '../../db/pool.ts'
import { newPublicId } from '../../secrets/random-id.ts'
import type { SendingParts } from '../channels/channel.ts'
import { sendOnChannel } from '../channels/send-on-channel.ts'
import type { AlertMessage } from '../message/alert-message.ts'
import {
  composeAddressTaken,
  composeEmailChange,
  composeEmailChanged,
  composeInvitation,
  composePasswordReset,
} from '../message/compose-account-mail.ts'

/** Mails about accounts, by the way that alerts are mailed. Who waits for one asks again: none is kept. */
export function createAccountMail(parts: {
  db: Queryable
  sending: SendingParts
  log: Logger
  now: () => Date
}): AccountMail {
  const { db, sending, log, now } = parts

  /** @param personId by whose clocks times are told where nobody has the address, or has said by which */
  async function send(
    to: string,
    message: AlertMessage,
    personId: number | null = null,
  ): Promise<boolean> {
    const delivery = {
      id: newPublicId('alr'),
      nowMs: now().getTime(),
      zone: await zoneOf(db, to, personId),
    }
    const outcome = await sendOnChannel(
      'email',
      { email: { email: to } },
      message,
      delivery,
      sending,
    )
    if (outcome?.kind === 'sent') return true
    log.warn({ reason: outcome?.error }, `a mail was not sent: ${message.title}`)
    return false
  }

  const times = (expiresAt: Date) => ({
    expiresAtMs: expiresAt.getTime(),
    nowMs: now().getTime(),
  })
  return {
    canMail: sending.smtpUrl !== null,
    sendInvitation: ({ to, role, link, expiresAt, invitedBy }) =>
      send(to, composeInvitation({ role, link, ...times(expiresAt) }), invitedBy),
    sendPasswordReset: ({ to, link, expiresAt }) =>
      send(to, composePasswordReset({ link, ...times(expiresAt) })),
    sendEmailChange: ({ to, link, expiresAt, personId }) =>
      send(to, composeEmailChange({ link, ...times(expiresAt) }), personId),
    sendAddressTaken: ({ to, host }) =>
      send(to, composeAddressTaken({ host, nowMs: now().getTime() })),
    tellEmailChanged: ({ to, email, host, at, personId }) =>
      send(to, composeEmailChanged({ email, host, nowMs: at.getTime() }), personId),
  }
}

/** A mail tells times in UTC while the database is away. */
async function zoneOf(db: Queryable, email: string, personId: number | null) {
  try {
    return await findPersonZone(db, email, personId)
  } catch (error: unknown) {
    if (isDatabaseUnavailable(error)) return null
    throw error
  }
}
