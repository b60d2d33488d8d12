/** What became of an alert to one recipient on one channel. Source: decisions, section 7 */
export const ALERT_STATES = ['queued', 'sent', 'failed', 'suppressed'] as const
export type AlertState = (typeof ALERT_STATES)[number]

/** Why an alert was not sent, with what people read about it. */
export const SUPPRESSIONS = {
  preference: "the monitor's alerts settings do not ask for it",
  maintenance: 'a maintenance window covered the monitor',
  dependency:
    'a monitor it depends on is down (dependencyId); it is queued after all when that one is up again and this one stays down',
  flapping: 'the monitor is flapping, and it went into the digest',
  recovered: 'it was over before the alert was due',
  recipientRemoved: 'the recipient, or its channel, was removed before it could be sent',
  unconfirmed:
    'the mail address of the contact is not confirmed yet: it gets a link by mail, as soon as the limits of such mails allow, and testing the contact has another mailed',
  monitorDeleted: 'the monitor was deleted before it could be sent',
} as const
export type Suppression = keyof typeof SUPPRESSIONS

export const SUPPRESSION_WORDS = Object.keys(SUPPRESSIONS) as readonly Suppression[]

/** Who gets an alert. */
export const RECIPIENT_TYPES = ['member', 'contact'] as const
export type RecipientType = (typeof RECIPIENT_TYPES)[number]
