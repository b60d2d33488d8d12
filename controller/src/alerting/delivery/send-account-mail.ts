import type { Logger } from '@sightline/shared/logger'
import type { AccountMail } from '../../accounts/account-mail.ts'
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
  sending: SendingParts
  log: Logger
  now: () => Date
}): AccountMail {
  const { sending, log, now } = parts

  async function send(to: string, message: AlertMessage): Promise<boolean> {
    const delivery = { id: newPublicId('alr'), nowMs: now().getTime() }
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
    sendInvitation: ({ to, role, link, expiresAt }) =>
      send(to, composeInvitation({ role, link, ...times(expiresAt) })),
    sendPasswordReset: ({ to, link, expiresAt }) =>
      send(to, composePasswordReset({ link, ...times(expiresAt) })),
    sendEmailChange: ({ to, link, expiresAt }) =>
      send(to, composeEmailChange({ link, ...times(expiresAt) })),
    sendAddressTaken: ({ to, host }) =>
      send(to, composeAddressTaken({ host, nowMs: now().getTime() })),
    tellEmailChanged: ({ to, email, host, at }) =>
      send(to, composeEmailChanged({ email, host, nowMs: at.getTime() })),
  }
}
