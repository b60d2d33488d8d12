const STATES: Readonly<Record<string, string>> = {
  sent: 'was told',
  failed: 'could not be told',
}

/** The end of an outage, or that it lasts, is told to those who were told of it before. */
const KINDS: Readonly<Record<string, string>> = {
  stillDown: ' again',
  up: ' that it is up again',
}

/** Names; the others are called as they are. */
const CHANNELS: Readonly<Record<string, string>> = {
  email: 'e-mail',
  push: 'browser',
  pagerduty: 'PagerDuty',
  slack: 'Slack',
  discord: 'Discord',
  teams: 'Microsoft Teams',
  telegram: 'Telegram',
}

/** What became of an alert, after the name of whom it is for: "was told again by e-mail". */
export function toldWords(alert: { state: string; kind: string; channel: string }): string {
  const { state, kind, channel } = alert
  return `${STATES[state] ?? 'is being told'}${KINDS[kind] ?? ''} by ${CHANNELS[channel] ?? channel}`
}
