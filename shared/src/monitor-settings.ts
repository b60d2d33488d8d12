import { z } from 'zod'
import type { MonitorType } from './check-words.ts'
import { SETTING_RULES } from './setting-rules.ts'
import { PARTLY_SECRET, SETTING_SHAPES } from './setting-shapes.ts'

export type { SettingsOf } from './setting-shapes.ts'

const { web, tcp, udp, ping, dns, mail } = SETTING_SHAPES

/** Settings of each type: the one source of what the API accepts, of the defaults, of what is
 *  secret, and of what an agent is sent. Source: decisions, section 6. */
export const SETTINGS = {
  web: web.check(SETTING_RULES.web),
  tcp: tcp.check(SETTING_RULES.tcp),
  udp: udp.check(SETTING_RULES.udp),
  ping: ping.check(SETTING_RULES.ping),
  dns: dns.check(SETTING_RULES.dns),
  mail: mail.check(SETTING_RULES.mail),
} as const satisfies Record<MonitorType, z.ZodObject>

/** Time limit of one check when the monitor names none, in ms. */
export const DEFAULT_TIMEOUT_MS = {
  web: 10_000,
  tcp: 10_000,
  udp: 10_000,
  ping: 5_000,
  dns: 5_000,
  mail: 10_000,
} as const satisfies Record<MonitorType, number>

function inner(schema: z.ZodType): z.ZodType {
  let current = schema
  while (
    current instanceof z.ZodDefault ||
    current instanceof z.ZodPrefault ||
    current instanceof z.ZodNullable ||
    current instanceof z.ZodOptional
  ) {
    current = current.def.innerType as z.ZodType
  }
  return current
}

/** Where secrets are within the settings of a type: names one within another, such as "auth" and
 *  "password". An expression stands for every name it matches. */
export type SecretPath = readonly (string | RegExp)[]

function collectSecrets(schema: z.ZodType, path: SecretPath): readonly SecretPath[] {
  const core = inner(schema)
  if (core instanceof z.ZodObject) {
    return Object.entries(core.shape).flatMap(([key, field]) =>
      collectSecrets(field as z.ZodType, [...path, key]),
    )
  }
  const partly = PARTLY_SECRET.get(core)
  if (partly !== undefined) return [[...path, new RegExp(partly.words.join('|'), 'i')]]
  return core.meta()?.['secret'] === true ? [path] : []
}

/** The secret settings of each type. */
export const SECRET_PATHS: Readonly<Record<MonitorType, readonly SecretPath[]>> = {
  web: collectSecrets(web, []),
  tcp: collectSecrets(tcp, []),
  udp: collectSecrets(udp, []),
  ping: collectSecrets(ping, []),
  dns: collectSecrets(dns, []),
  mail: collectSecrets(mail, []),
}
