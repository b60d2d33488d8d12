import type { SettingGroup } from './fields.ts'
import { NETWORK } from './fields.ts'

const isTls = (at: (path: string) => unknown): boolean => at('tls.enabled') === true

export const TCP_SETTINGS: readonly SettingGroup[] = [
  {
    title: 'What is said',
    fields: [
      {
        path: 'steps',
        label: 'Conversation',
        hint: 'Each step sends something, expects something, or both. Without steps an open port is enough.',
        kind: 'rows',
        columns: [
          { path: 'send', label: 'Send', kind: 'text' },
          { path: 'expect', label: 'Expect', kind: 'text' },
        ],
        newRow: { send: '', expect: '' },
      },
    ],
  },
  {
    title: 'TLS',
    fields: [
      { path: 'tls.enabled', label: 'Speak TLS', kind: 'switch' },
      { path: 'tls.verify', label: 'The certificate must be valid', kind: 'switch', when: isTls },
      {
        path: 'tls.minDaysLeft',
        label: 'Down when it expires within',
        kind: 'number',
        unit: 'days',
        when: isTls,
      },
      { path: 'tls.sni', label: 'Name asked for (SNI)', kind: 'text', when: isTls },
    ],
  },
  NETWORK,
]
