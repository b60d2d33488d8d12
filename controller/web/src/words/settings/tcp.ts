import type { SettingField, SettingGroup } from './fields.ts'
import { NETWORK } from './fields.ts'

const isTls = (at: (path: string) => unknown): boolean => at('tls.enabled') === true

/** What stands in the place of a text, for who asked for it over the API: shown where it is there. */
const ofApi = (path: string, label: string): SettingField => ({
  path,
  label,
  kind: 'text',
  form: 'line',
  when: (at) => Boolean(at(path)),
})
const isFree =
  (...others: readonly string[]) =>
  (at: (path: string) => unknown): boolean =>
    !others.some((path) => Boolean(at(path)))

export const TCP_SETTINGS: readonly SettingGroup[] = [
  {
    title: 'What is said',
    fields: [
      {
        path: 'steps',
        label: 'Conversation',
        hint: String.raw`Each step sends something, expects something, or both; \r\n is the end of a line. Without steps an open port is enough.`,
        kind: 'rows',
        columns: [
          { path: 'send', label: 'Send', kind: 'text', form: 'line', when: isFree('sendHex') },
          ofApi('sendHex', 'Send bytes, hexadecimal'),
          {
            path: 'expect',
            label: 'Expect',
            kind: 'text',
            form: 'line',
            when: isFree('expectHex', 'expectRegex'),
          },
          ofApi('expectHex', 'Expect bytes, hexadecimal'),
          ofApi('expectRegex', 'Expect a match (expression)'),
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
