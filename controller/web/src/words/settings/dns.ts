import type { SettingGroup } from './fields.ts'

const matches =
  (...words: readonly string[]) =>
  (at: (path: string) => unknown): boolean =>
    words.includes(String(at('expected.match')))

export const DNS_SETTINGS: readonly SettingGroup[] = [
  {
    title: 'What is asked and expected',
    isOpen: true,
    fields: [
      { path: 'recordType', label: 'Record', kind: 'choice' },
      { path: 'expected.match', label: 'The answer', kind: 'choice' },
      {
        path: 'expected.values',
        label: 'Values',
        hint: 'One on each line.',
        kind: 'lines',
        when: matches('exactSet', 'contains', 'regex'),
      },
      {
        path: 'expected.minCount',
        label: 'Records at least',
        kind: 'number',
        when: matches('count'),
      },
      { path: 'expectedRcode', label: 'Answer code', kind: 'choice' },
      { path: 'dnssec', label: 'DNSSEC', kind: 'choice' },
    ],
  },
  {
    title: 'Whom it asks',
    fields: [
      {
        path: 'resolver',
        label: 'Server',
        hint: 'system, authoritative, or host:port.',
        kind: 'text',
      },
      { path: 'protocol', label: 'By', kind: 'choice' },
      { path: 'maxResponseMs', label: 'Degraded when slower than', kind: 'number', unit: 'ms' },
    ],
  },
]
