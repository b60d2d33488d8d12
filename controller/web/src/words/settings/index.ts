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

export const TYPE_WORDS: Readonly<Record<MonitorType, { title: string; means: string }>> = {
  web: { title: 'Web', means: 'A page or an interface over HTTP' },
  tcp: { title: 'TCP', means: 'A port' },
  udp: { title: 'UDP', means: 'DNS, NTP, SNMP, STUN or a packet of your own' },
  ping: { title: 'Ping', means: 'A host' },
  dns: { title: 'DNS', means: 'A name and its records' },
  mail: { title: 'Mail', means: 'SMTP, IMAP or POP3' },
}

/** Types in the order people see them. The list that the API has comes with all that checks them: 90 kB of script. */
export const TYPE_ORDER = Object.keys(TYPE_WORDS) as readonly MonitorType[]
