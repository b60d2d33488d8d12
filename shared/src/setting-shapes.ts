import { z } from 'zod'
import type { MonitorType } from './check-words.ts'
import { parseResolver } from './monitor-endpoint.ts'

/** Marks a setting that is write-only: stored encrypted, read as "***". */
const secret = (max: number) => z.string().max(max).meta({ secret: true })

/** Maps of which some entries are write-only in the same way: those whose name holds one of these
 *  words, in any case. */
export const PARTLY_SECRET = z.registry<{ readonly words: readonly string[] }>()

/** What names of request headers that carry credentials hold. */
const SECRET_HEADER_WORDS = ['auth', 'cookie', 'key', 'token', 'secret', 'password'] as const

const text = (max: number) => z.string().max(max)
const headerName = z
  .string()
  .max(256)
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'must be an HTTP header name')
/** Headers that frame a message or end a connection: the client's own, on every request. */
const FRAMING_HEADERS = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
const requestHeaderName = headerName.refine(
  (name) => !FRAMING_HEADERS.has(name.toLowerCase()),
  'must not be a header that frames the request, such as Content-Length or Transfer-Encoding',
)
const headerValue = z
  .string()
  .max(4096)
  .regex(/^[\t\u0020-\u007e\u0080-\u00ff]*$/, 'must be an HTTP header value without line breaks')
const milliseconds = (min: number, max: number) => z.int().min(min).max(max)
const portNumber = z.int().min(1).max(65535)
const ipFamily = z.enum(['any', 'ipv4', 'ipv6']).default('any')
const maxResponseMs = milliseconds(1, 300_000).nullable().default(null)
const hexBytes = z
  .string()
  .max(8192)
  .regex(/^(?:[0-9a-fA-F]{2})*$/, 'must be bytes as pairs of hexadecimal digits')
const operator = z.enum(['equals', 'notEquals', 'contains', 'matches', 'gt', 'lt', 'exists'])
const minDaysLeft = z.int().min(0).max(365).nullable().default(null)
const sni = text(253).nullable().default(null)

const expectedStatusEntry = z
  .string()
  .regex(/^[1-5]\d\d(?:-[1-5]\d\d)?$/, 'must be a status or a range such as "200-299"')
  .refine((entry) => {
    const [from, to] = entry.split('-').map(Number)
    return to === undefined || (from ?? 0) <= to
  }, 'must be a range from low to high')

const web = z.strictObject({
  method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']).default('GET'),
  headers: z
    .record(requestHeaderName, headerValue)
    .register(PARTLY_SECRET, { words: SECRET_HEADER_WORDS })
    .default({}),
  body: text(32_768).nullable().default(null),
  bodyType: z.enum(['none', 'json', 'form', 'xml', 'text']).default('none'),
  auth: z
    .strictObject({
      kind: z.enum(['none', 'basic', 'bearer', 'digest']).default('none'),
      username: text(256).nullable().default(null),
      password: secret(1024).nullable().default(null),
      token: secret(8192).nullable().default(null),
    })
    .prefault({}),
  expectedStatus: z.array(expectedStatusEntry).min(1).max(50).default(['200-299']),
  keyword: z
    .strictObject({
      value: text(1024).min(1),
      mode: z.enum(['contains', 'absent', 'regex']).default('contains'),
      caseSensitive: z.boolean().default(false),
    })
    .nullable()
    .default(null),
  jsonChecks: z
    .array(z.strictObject({ path: text(512).min(1), operator, value: z.json().optional() }))
    .max(20)
    .default([]),
  headerChecks: z
    .array(
      z.strictObject({
        name: headerName,
        operator,
        value: z.union([z.string().max(4096), z.number(), z.boolean()]).optional(),
      }),
    )
    .max(20)
    .default([]),
  redirects: z
    .strictObject({ follow: z.boolean().default(true), max: z.int().min(0).max(20).default(10) })
    .prefault({}),
  tls: z
    .strictObject({
      verify: z.boolean().default(true),
      minDaysLeft,
      minVersion: z.enum(['1.0', '1.1', '1.2', '1.3']).default('1.2'),
      sni,
    })
    .prefault({}),
  ipFamily,
  httpVersion: z.enum(['auto', '1.1', '2']).default('auto'),
  maxBodyBytes: z
    .int()
    .min(0)
    .max(10 * 1024 * 1024)
    .default(1024 * 1024),
  maxResponseMs,
  userAgent: headerValue.nullable().default(null),
  cacheBust: z.boolean().default(false),
  render: z
    .strictObject({
      enabled: z.boolean().default(false),
      waitFor: z.enum(['load', 'networkIdle', 'selector']).default('load'),
      selector: text(512).nullable().default(null),
      failOnConsoleError: z.boolean().default(false),
    })
    .prefault({}),
})

const tcp = z.strictObject({
  port: portNumber.nullable().default(null),
  tls: z
    .strictObject({
      enabled: z.boolean().default(false),
      verify: z.boolean().default(true),
      minDaysLeft,
      sni,
    })
    .prefault({}),
  steps: z
    .array(
      z.strictObject({
        send: text(8192).min(1).optional(),
        sendHex: hexBytes.min(1).optional(),
        expect: text(8192).min(1).optional(),
        expectRegex: text(1024).min(1).optional(),
        expectHex: hexBytes.min(1).optional(),
      }),
    )
    .max(20)
    .default([]),
  ipFamily,
  maxResponseMs,
})

const snmp = z.strictObject({
  version: z.enum(['1', '2c', '3']).default('2c'),
  community: secret(256).default('public'),
  oid: z
    .string()
    .regex(/^\.?\d+(?:\.\d+)+$/, 'must be an object identifier such as "1.3.6.1.2.1.1.3.0"')
    .default('1.3.6.1.2.1.1.3.0'),
  user: text(256).nullable().default(null),
  authProtocol: z
    .enum(['none', 'md5', 'sha', 'sha224', 'sha256', 'sha384', 'sha512'])
    .default('none'),
  authPassword: secret(256).nullable().default(null),
  privProtocol: z.enum(['none', 'des', 'aes', 'aes256b', 'aes256r']).default('none'),
  privPassword: secret(256).nullable().default(null),
})

const udp = z.strictObject({
  port: portNumber.nullable().default(null),
  payload: text(8192).nullable().default(null),
  payloadHex: hexBytes.nullable().default(null),
  preset: z.enum(['dns', 'ntp', 'snmp', 'stun']).nullable().default(null),
  snmp: snmp.prefault({}),
  expectRegex: text(1024).min(1).nullable().default(null),
  expectHex: hexBytes.min(1).nullable().default(null),
  anyReply: z.boolean().default(false),
  attempts: z.int().min(1).max(5).default(2),
  /** null: down when a reply is expected, else unknown. */
  silenceIs: z.enum(['down', 'unknown']).nullable().default(null),
  ipFamily,
  maxResponseMs,
})

const percent = z.number().min(0).max(100)

const ping = z.strictObject({
  packets: z.int().min(1).max(16).default(4),
  packetIntervalMs: milliseconds(10, 5000).default(250),
  packetSize: z.int().min(0).max(1400).default(56),
  maxLossPercent: percent.default(50),
  degradedLossPercent: percent.nullable().default(null),
  maxAvgMs: milliseconds(1, 60_000).nullable().default(null),
  ipFamily,
})

/** Record types a dns monitor can ask for. Source: decisions, section 6. */
const RECORD_TYPES = [
  'A',
  'AAAA',
  'CNAME',
  'MX',
  'NS',
  'TXT',
  'SOA',
  'SRV',
  'PTR',
  'CAA',
  'DS',
  'DNSKEY',
  'SVCB',
  'HTTPS',
  'TLSA',
] as const

const dns = z.strictObject({
  recordType: z.enum(RECORD_TYPES).default('A'),
  /** "system", "authoritative", or host[:port]. */
  resolver: text(260)
    .min(1)
    .refine(
      (value) => parseResolver(value) !== null,
      'must be "system", "authoritative" or a name server as host[:port]',
    )
    .default('system'),
  protocol: z.enum(['udp', 'tcp', 'tls', 'https']).default('udp'),
  expected: z
    .strictObject({
      match: z.enum(['exactSet', 'contains', 'regex', 'any', 'count']).default('any'),
      values: z.array(text(4096)).max(100).default([]),
      minCount: z.int().min(0).max(1000).nullable().default(null),
    })
    .prefault({}),
  expectedRcode: z
    .enum(['NOERROR', 'FORMERR', 'SERVFAIL', 'NXDOMAIN', 'NOTIMP', 'REFUSED'])
    .default('NOERROR'),
  dnssec: z.enum(['ignore', 'require']).default('ignore'),
  maxResponseMs,
})

const mailAddress = z
  .string()
  .max(320)
  .regex(/^[^\s<>@\p{Cc}]+@[^\s<>@\p{Cc}]+$/u, 'must be a mail address')

/** What a mail client calls itself. Source: RFC 5321, section 4.1.3 */
const ehloName = z
  .string()
  .max(253)
  .regex(
    /^(?:[\p{L}\p{N}_](?:[\p{L}\p{N}\p{M}._-]*[\p{L}\p{N}\p{M}_])?|\[(?:IPv6:)?[0-9A-Fa-f.:]+\])$/u,
    'must be a host name or an address in brackets such as "[192.0.2.1]"',
  )
/** Text that goes into one line of a dialogue. */
const line = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^\P{Cc}*$/u, 'must not hold control characters or line breaks')

const mail = z.strictObject({
  protocol: z.enum(['smtp', 'imap', 'pop3']).nullable().default(null),
  port: portNumber.nullable().default(null),
  /** null: by port, as decisions section 6 says. */
  security: z.enum(['none', 'starttls', 'tls']).nullable().default(null),
  ehloName: ehloName.nullable().default(null),
  expectBannerRegex: text(1024).min(1).nullable().default(null),
  expectCapabilities: z.array(line(64)).max(50).default([]),
  auth: z
    .strictObject({ username: line(256), password: secret(1024) })
    .nullable()
    .default(null),
  mailFromTest: z.strictObject({ from: mailAddress, to: mailAddress }).nullable().default(null),
  resolveMx: z.boolean().default(false),
  tls: z.strictObject({ verify: z.boolean().default(true), minDaysLeft }).prefault({}),
  maxResponseMs,
})

/** Shapes and defaults of each type's settings, field by field; `SETTINGS` adds the rules between
 *  fields. What is stored may be read by these alone: secrets are hidden by then, and rules may have
 *  come later than the monitor. Source: decisions, section 6. */
export const SETTING_SHAPES = { web, tcp, udp, ping, dns, mail } as const satisfies Record<
  MonitorType,
  z.ZodObject
>

/** Complete settings of a monitor of type T, defaults filled in. */
export type SettingsOf<T extends MonitorType> = z.output<(typeof SETTING_SHAPES)[T]>
