import { reason } from '../wording.ts'
import type { CausesOf, CauseText } from './cause-text.ts'

/** The dialogue with a mail server. */
export const MAIL_TEXTS = {
  bannerTimeout: {
    sentence: ({ peer, from, limit }) =>
      `${peer} takes connections, but does not greet within ${limit} ${from}`,
    advice: () => [
      'Check whether the mail service hangs or has reached its limit of sessions.',
      'Reverse lookups and block lists that answer slowly hold the greeting up.',
    ],
  },
  bannerRejected: {
    sentence: ({ peer, from, error }) =>
      `${peer} turns visitors away ${from}${error === '' ? '' : ` (${error})`}`,
    advice: () => [
      'Read the reply: it often names a block list, a limit or the reason for a stop.',
      'Allow the addresses of the monitoring agents on the mail server.',
    ],
  },
  greylisted: {
    sentence: ({ peer, from }) => `${peer} asks unknown senders to come back later ${from}`,
    advice: () => [
      'Exempt the addresses of the monitoring agents from greylisting.',
      'Or take the test of the recipient out of the monitor.',
    ],
  },
  starttlsMissing: {
    sentence: (story) =>
      `${story.peer} does not go over to TLS by STARTTLS ${story.from}${reason(story)}`,
    advice: () => [
      'Switch STARTTLS on, and check that the mail service can read its certificate and key.',
      'Some firewalls take STARTTLS out of the dialogue: switch their inspection of SMTP off.',
    ],
  },
  mxMissing: {
    sentence: (story) =>
      `The domain ${story.host} names no mail server as seen ${story.from}${reason(story)}`,
    advice: ({ host }) => [
      `Add an MX record to ${host}, in place of a null one if it has that: until then mail to it is returned.`,
      'If the domain is not meant to take mail, remove this monitor.',
    ],
  },
  mailAuthFailed: {
    sentence: (story) =>
      `${story.peer} refuses the monitor's sign-in ${story.from}${reason(story)}`,
    advice: () => [
      'Check the user name and password in the monitor; the password may have been changed or expired.',
      'Check whether the account was locked, or its way of signing in switched off.',
      'If the server refuses for now only, the directory or database that it asks about accounts may be away.',
    ],
  },
  recipientRejected: {
    sentence: ({ peer, from, error }) =>
      `${peer} would not take the mail that is tried ${from}${error === '' ? '' : ` (${error})`}`,
    advice: () => [
      'Check that the mailbox or alias exists and is not full.',
      'If it is the sender that is refused, the server may ask for a sign-in or TLS first, or not take the sender from the agents (SPF).',
      'Check that the server still takes mail for this domain.',
    ],
  },
} as const satisfies Record<CausesOf<'mail'>, CauseText>
