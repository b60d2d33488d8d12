import type { MonitorType } from '@sightline/shared/check-words'
import { DNS_SETTINGS } from './dns.ts'
import type { SettingGroup } from './fields.ts'
import { MAIL_SETTINGS } from './mail.ts'
import { PING_SETTINGS } from './ping.ts'
import { TCP_SETTINGS } from './tcp.ts'
import { UDP_SETTINGS } from './udp.ts'
import { WEB_SETTINGS } from './web.ts'

/** What a form asks for of each type of monitor. */
export const SETTINGS: Readonly<Record<MonitorType, readonly SettingGroup[]>> = {
  web: WEB_SETTINGS,
  tcp: TCP_SETTINGS,
  udp: UDP_SETTINGS,
  ping: PING_SETTINGS,
  dns: DNS_SETTINGS,
  mail: MAIL_SETTINGS,
}

interface TypeWords {
  readonly title: string
  readonly means: string
  /** Of its addresses, the usual one first. */
  readonly schemes: readonly [string, ...string[]]
}

export const TYPE_WORDS: Readonly<Record<MonitorType, TypeWords>> = {
  web: { title: 'Web', means: 'A page or an interface over HTTP', schemes: ['https', 'http'] },
  tcp: { title: 'TCP', means: 'A port', schemes: ['tcp'] },
  udp: { title: 'UDP', means: 'DNS, NTP, SNMP, STUN or a packet of your own', schemes: ['udp'] },
  ping: { title: 'Ping', means: 'A host', schemes: ['ping', 'icmp'] },
  dns: { title: 'DNS', means: 'A name and its records', schemes: ['dns'] },
  mail: {
    title: 'Mail',
    means: 'SMTP, IMAP or POP3',
    schemes: ['smtp', 'smtps', 'imap', 'imaps', 'pop3', 'pop3s'],
  },
}

/** Types in the order people see them. The list that the API has comes with all that checks them: 90 kB of script. */
export const TYPE_ORDER = Object.keys(TYPE_WORDS) as readonly MonitorType[]
