import type { ChannelName } from '../../../src/alerting/channels/index.ts'

interface ChannelChoice {
  readonly value: string
  readonly text: string
}

interface ChannelField {
  /** As the API names it, such as "telegram.chatId". */
  readonly path: string
  readonly label: string
  readonly hint?: string
  readonly placeholder?: string
  /** Shown as dots once it is kept, and kept unless something else is typed. */
  readonly isSecret?: boolean
  /** Of a secret that can be done without, what taking it away is called and what comes of it. */
  readonly taking?: { readonly action: string; readonly after: string }
  /** One of these, the first unless another is chosen; left out: it is typed. */
  readonly choices?: readonly [ChannelChoice, ...ChannelChoice[]]
}

export interface ChannelWords {
  readonly title: string
  readonly fields: readonly ChannelField[]
}

/** What people fill in for each way an alert can go. */
export const CHANNEL_WORDS: Readonly<Record<ChannelName, ChannelWords>> = {
  email: {
    title: 'E-mail',
    fields: [{ path: 'email', label: 'E-mail address', placeholder: 'oncall@example.com' }],
  },
  slack: {
    title: 'Slack',
    fields: [
      {
        path: 'slackUrl',
        label: 'Incoming webhook',
        hint: 'In Slack: Apps, Incoming Webhooks, Add to a channel.',
        placeholder: 'https://hooks.slack.com/services/…',
        isSecret: true,
      },
    ],
  },
  teams: {
    title: 'Microsoft Teams',
    fields: [
      {
        path: 'teamsUrl',
        label: 'Address of a workflow',
        hint: 'A workflow that begins with "When a Teams webhook request is received".',
        isSecret: true,
      },
    ],
  },
  discord: {
    title: 'Discord',
    fields: [
      {
        path: 'discordUrl',
        label: 'Webhook of a channel',
        hint: 'In Discord: settings of the channel, Integrations, Webhooks.',
        placeholder: 'https://discord.com/api/webhooks/…',
        isSecret: true,
      },
    ],
  },
  telegram: {
    title: 'Telegram',
    fields: [
      {
        path: 'telegram.botToken',
        label: 'Token of a bot',
        hint: '@BotFather gives one to each bot.',
        isSecret: true,
      },
      { path: 'telegram.chatId', label: 'Chat', placeholder: '-1001234567890 or @alerts' },
    ],
  },
  ntfy: {
    title: 'ntfy',
    fields: [
      { path: 'ntfyUrl', label: 'Topic', placeholder: 'https://ntfy.sh/my-alerts' },
      {
        path: 'ntfyToken',
        label: 'Access token',
        hint: 'Where the topic needs one.',
        isSecret: true,
        taking: { action: 'Take it away', after: 'It is taken away when you save.' },
      },
    ],
  },
  pagerduty: {
    title: 'PagerDuty',
    fields: [
      {
        path: 'pagerdutyKey',
        label: 'Integration key',
        hint: 'Of an Events API v2 integration.',
        isSecret: true,
      },
      {
        path: 'pagerdutyRegion',
        label: 'Service region',
        hint: 'EU where you sign in at an address that ends in eu.pagerduty.com.',
        choices: [
          { value: 'us', text: 'US' },
          { value: 'eu', text: 'EU' },
        ],
      },
    ],
  },
  // Filled in by the browser itself (parts/alerting/notify-form.tsx).
  push: { title: 'Notifications', fields: [] },
  webhook: {
    title: 'Webhook',
    fields: [
      {
        path: 'webhookUrl',
        label: 'Address',
        hint: 'Gets a signed POST of JSON.',
        placeholder: 'https://example.com/alerts',
      },
      {
        path: 'webhookSecret',
        label: 'Key of the signature',
        hint: 'Left empty, one is made and shown once.',
        isSecret: true,
        taking: {
          action: 'Have another made',
          after: 'Another is made when you save, and shown once.',
        },
      },
    ],
  },
}

/** Those that people fill in, in the order that most look for them. */
export const CHANNEL_ORDER = (Object.keys(CHANNEL_WORDS) as readonly ChannelName[]).filter(
  (name) => CHANNEL_WORDS[name].fields.length > 0,
)
