import type { SettingGroup } from './fields.ts'
import { NETWORK } from './fields.ts'

const isSnmp = (at: (path: string) => unknown): boolean => at('preset') === 'snmp'
const isSnmp3 = (at: (path: string) => unknown): boolean => isSnmp(at) && at('snmp.version') === '3'

export const UDP_SETTINGS: readonly SettingGroup[] = [
  {
    title: 'What is sent',
    isOpen: true,
    fields: [
      { path: 'preset', label: 'Protocol', hint: 'Or a text of your own.', kind: 'choice' },
      {
        path: 'payload',
        label: 'Text',
        hint: String.raw`\r\n is the end of a line.`,
        kind: 'text',
        form: 'line',
        when: (at) => !at('preset'),
      },
      {
        path: 'payloadHex',
        label: 'Bytes, hexadecimal',
        kind: 'text',
        when: (at) => !at('preset'),
      },
      { path: 'snmp.version', label: 'SNMP version', kind: 'choice', when: isSnmp },
      {
        path: 'snmp.community',
        label: 'Community',
        kind: 'secret',
        when: (at) => isSnmp(at) && !isSnmp3(at),
      },
      { path: 'snmp.oid', label: 'OID', kind: 'text', when: isSnmp },
      { path: 'snmp.user', label: 'User', kind: 'text', when: isSnmp3 },
      { path: 'snmp.authProtocol', label: 'Authentication', kind: 'choice', when: isSnmp3 },
      {
        path: 'snmp.authPassword',
        label: 'Password of the authentication',
        kind: 'secret',
        when: (at) => isSnmp3(at) && at('snmp.authProtocol') !== 'none',
      },
      { path: 'snmp.privProtocol', label: 'Encryption', kind: 'choice', when: isSnmp3 },
      {
        path: 'snmp.privPassword',
        label: 'Password of the encryption',
        kind: 'secret',
        when: (at) => isSnmp3(at) && at('snmp.privProtocol') !== 'none',
      },
    ],
  },
  {
    title: 'What it must answer',
    fields: [
      { path: 'anyReply', label: 'Any reply will do', kind: 'switch' },
      { path: 'expectRegex', label: 'Reply matches (expression)', kind: 'text' },
      { path: 'expectHex', label: 'Reply contains bytes, hexadecimal', kind: 'text' },
      { path: 'attempts', label: 'Tries', kind: 'number' },
      {
        path: 'silenceIs',
        label: 'Silence means',
        hint: 'Down where a reply is expected, else unknown.',
        kind: 'choice',
      },
    ],
  },
  NETWORK,
]
