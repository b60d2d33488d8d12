import type { AlertMessage } from './alert-message.ts'
import { composeTest } from './compose.ts'
import { utcWords } from './time-words.ts'

interface MailedLink {
  readonly link: string
  readonly expiresAtMs: number
  readonly nowMs: number
}

/** Asks somebody into a workspace. Nothing in it was typed by people: it goes to somebody who may never have
 *  heard of them. */
export function composeInvitation(facts: MailedLink & { role: string }): AlertMessage {
  const { link, role, nowMs } = facts
  return {
    ...accountMail(facts),
    incidentKey: `invitation:${nowMs}`,
    title: 'You are invited',
    summary: `Somebody invited you to the monitoring at ${new URL(link).host}, with the role ${role}. Open the link to join. Otherwise ignore this mail.`,
    link: { label: 'See the invitation', url: link },
  }
}

/** Lets somebody choose another password who has an account. */
export function composePasswordReset(facts: MailedLink): AlertMessage {
  const { link, nowMs } = facts
  return {
    ...accountMail(facts),
    incidentKey: `password:${nowMs}`,
    title: 'Choose a new password',
    summary: `Somebody asked for a new password of your account at ${new URL(link).host}. Open the link to choose one: it works once, and ends every session of yours. Otherwise ignore this mail: nothing changes.`,
    link: { label: 'Choose a password', url: link },
  }
}

function accountMail({ link, expiresAtMs, nowMs }: MailedLink): AlertMessage {
  return {
    ...composeTest('', nowMs, link),
    facts: [{ label: 'The link works until', value: utcWords(expiresAtMs) }],
  }
}
