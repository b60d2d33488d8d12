import type { Alert } from '../data/alerting.ts'

export const ALERT_KIND_WORDS: Readonly<Record<Alert['kind'], string>> = {
  down: 'Down',
  up: 'Up again',
  degraded: 'Degraded',
  tlsExpiry: 'Certificate expires',
  flapping: 'Flapping',
  stillDown: 'Still down',
  agentLost: 'Agent lost',
  siteChanged: 'Site changed',
  installation: 'Sightline itself',
}

export const ALERT_STATE_WORDS: Readonly<Record<Alert['state'], string>> = {
  queued: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  suppressed: 'Held back',
}

/** Why one was held back. */
export const SUPPRESSION_WORDS: Readonly<Record<NonNullable<Alert['suppressedBy']>, string>> = {
  preference: 'The monitor does not ask for it.',
  maintenance: 'It was in maintenance.',
  dependency: 'What it depends on is down.',
  flapping: 'It was flapping, and this went into the digest.',
  recovered: 'It was over before this was due.',
  recipientRemoved: 'The recipient was removed before it could be sent.',
  unconfirmed: 'The e-mail address is not confirmed yet.',
  monitorDeleted: 'The monitor was deleted before it could be sent.',
}
