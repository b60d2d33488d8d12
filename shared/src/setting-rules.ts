import type { z } from 'zod'
import type { MonitorType } from './check-words.ts'
import { dnsRules } from './setting-rules/dns.ts'
import { mailRules } from './setting-rules/mail.ts'
import { pingRules } from './setting-rules/ping.ts'
import { tcpRules } from './setting-rules/tcp.ts'
import { udpRules } from './setting-rules/udp.ts'
import { webRules } from './setting-rules/web.ts'
import type { SettingsOf } from './setting-shapes.ts'

/** What the fields of each type's settings must be to each other. */
export const SETTING_RULES: { readonly [T in MonitorType]: z.core.CheckFn<SettingsOf<T>> } = {
  web: webRules,
  tcp: tcpRules,
  udp: udpRules,
  ping: pingRules,
  dns: dnsRules,
  mail: mailRules,
}
