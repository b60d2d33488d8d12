import type { SettingField, SettingGroup } from './fields.ts'
import { NETWORK, wayOf } from './fields.ts'

const isTls = (at: (path: string) => unknown): boolean => at('tls.enabled') === true

/** Texts, of which the ends of lines are written out. */
const LINES: ReadonlySet<string> = new Set(['send', 'expect'])

/** What a step sends or expects, in one of several ways: which one, and then that.
 *  @param ways fields of a step, the usual one first, with what each is called */
function inWays(
  path: string,
  label: string,
  ways: Readonly<Record<string, string>>,
): SettingField[] {
  return [
    { path, label, kind: 'choice', ways },
    ...Object.entries(ways).map(([way, called]): SettingField => ({
      path: way,
      label: `${label}: ${called.toLowerCase()}`,
      kind: 'text',
      form: LINES.has(way) ? 'line' : 'any',
      when: (at) => wayOf(path, ways, at) === way,
    })),
  ]
}

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
          ...inWays('sendWay', 'Send', { send: 'Text', sendHex: 'Bytes, hexadecimal' }),
          ...inWays('expectWay', 'Expect', {
            expect: 'Text',
            expectHex: 'Bytes, hexadecimal',
            expectRegex: 'Match of an expression',
          }),
        ],
        newRow: { sendWay: 'send', send: '', expectWay: 'expect', expect: '' },
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
