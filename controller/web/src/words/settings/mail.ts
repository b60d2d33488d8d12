import type { SettingGroup } from './fields.ts'

export const MAIL_SETTINGS: readonly SettingGroup[] = [
  {
    title: 'Server',
    isOpen: true,
    fields: [
      { path: 'security', label: 'Encryption', hint: 'By the port unless chosen.', kind: 'choice' },
      {
        path: 'resolveMx',
        label: 'The host is a domain: check its mail server (MX)',
        kind: 'switch',
      },
      { path: 'maxResponseMs', label: 'Degraded when slower than', kind: 'number', unit: 'ms' },
    ],
  },
  {
    title: 'What it must answer',
    fields: [
      { path: 'expectBannerRegex', label: 'Banner matches (expression)', kind: 'text' },
      {
        path: 'expectCapabilities',
        label: 'Capabilities',
        hint: 'One on each line, such as STARTTLS.',
        kind: 'lines',
      },
      { path: 'ehloName', label: 'Name said in EHLO', kind: 'text' },
    ],
  },
  {
    title: 'Sign-in and delivery',
    fields: [
      { path: 'auth.username', label: 'User', kind: 'text', isNeeded: true },
      { path: 'auth.password', label: 'Password', kind: 'secret', isNeeded: true },
      {
        path: 'mailFromTest.from',
        label: 'Sender of a trial',
        hint: 'It stops before any mail is sent.',
        kind: 'text',
        isNeeded: true,
      },
      { path: 'mailFromTest.to', label: 'Recipient of it', kind: 'text', isNeeded: true },
    ],
  },
  {
    title: 'TLS',
    fields: [
      { path: 'tls.verify', label: 'The certificate must be valid', kind: 'switch' },
      {
        path: 'tls.minDaysLeft',
        label: 'Down when it expires within',
        kind: 'number',
        unit: 'days',
      },
    ],
  },
]
