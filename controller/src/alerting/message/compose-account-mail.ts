import type { AlertMessage } from './alert-message.ts'
import { composeTest } from './compose.ts'
import { timeFact } from './time-words.ts'

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

/** Asks whoever reads an address whether an account is to have it. Nothing in it was typed by people. */
export function composeEmailChange(facts: MailedLink): AlertMessage {
  const { link, nowMs } = facts
  return {
    ...accountMail(facts),
    incidentKey: `email:${nowMs}`,
    title: 'Confirm your new address',
    summary: `Somebody wants their account at ${new URL(link).host} to have this address, to sign in with and to be told of outages at. If that was you, open the link in a browser where you are signed in. Otherwise ignore this mail: nothing changes.`,
    link: { label: 'Confirm the address', url: link },
  }
}

/** The same where there is an account of that address: only who reads it is told. */
export function composeAddressTaken({
  host,
  nowMs,
}: {
  readonly host: string
  readonly nowMs: number
}): AlertMessage {
  return {
    ...composeTest('', nowMs, ''),
    incidentKey: `email:${nowMs}`,
    title: 'This address has an account already',
    summary: `Somebody wants another account at ${host} to have this address. That cannot be: there is an account of it already. If that was you, sign in with this address, or give that account another one first. Otherwise ignore this mail: nothing changes.`,
    facts: [],
    link: null,
  }
}

/** Tells whoever reads the address that an account had that it has another one now. */
export function composeEmailChanged({
  email,
  host,
  nowMs,
}: {
  readonly email: string
  readonly host: string
  readonly nowMs: number
}): AlertMessage {
  return {
    ...composeTest('', nowMs, ''),
    incidentKey: `email:${nowMs}`,
    title: 'Your account has another address',
    summary: `The account at ${host} that had this address now has ${email}: it signs in and is told of outages there. If that was not you, tell an owner of your workspace at once, or whoever runs ${host}: they can take the account out, or give it back to you.`,
    facts: [timeFact('Changed at', nowMs)],
    link: null,
  }
}

function accountMail({ link, expiresAtMs, nowMs }: MailedLink): AlertMessage {
  return {
    ...composeTest('', nowMs, link),
    facts: [timeFact('The link works until', expiresAtMs)],
  }
}
