import { z } from 'zod'
import { MonitorType } from '../gen/probe/v1/check_pb.ts'
import type { RawSettings, TargetUrl } from './description.ts'
import { describeType } from './description.ts'
import { EXPRESSION, hexBytes, ipFamily, maxResponseMs, PORT, portField, text } from './fields.ts'
import { expressionJudge, refuseMoreThanOne, rule } from './rule.ts'
import { hostAndPort, noPortProblem, twoPortsProblem } from './target-text.ts'
import { judgeSnmpObject, judgeSnmpUser, snmp } from './udp/snmp.ts'

const PRESETS = ['dns', 'ntp', 'snmp', 'stun'] as const

/** Port a preset's protocol has when neither url nor settings name one. */
const PRESET_PORTS = {
  dns: 53,
  ntp: 123,
  snmp: 161,
  stun: 3478,
} as const satisfies Record<(typeof PRESETS)[number], number>

const shape = z.strictObject({
  port: portField.describe(`${PORT}, or of the preset (dns 53, ntp 123, snmp 161, stun 3478).`),
  payload: text(8192)
    .nullable()
    .default(null)
    .describe('Text to send. Without payload, payloadHex and preset an empty datagram is sent.'),
  payloadHex: hexBytes
    .nullable()
    .default(null)
    .describe('Bytes to send, as pairs of hexadecimal digits; in place of payload.'),
  preset: z
    .enum(PRESETS)
    .nullable()
    .default(null)
    .describe('A request of a known protocol, whose answer is checked; in place of a payload.'),
  snmp: snmp.prefault({}).describe('What the preset snmp asks for, and as whom.'),
  expectRegex: text(1024)
    .min(1)
    .nullable()
    .default(null)
    .describe(`Regular expression that must match a reply. ${EXPRESSION}`),
  expectHex: hexBytes
    .min(1)
    .nullable()
    .default(null)
    .describe('Bytes that a reply must contain, as pairs of hexadecimal digits.'),
  anyReply: z.boolean().default(false).describe('Whether a reply of any content is expected.'),
  attempts: z
    .int()
    .min(1)
    .max(5)
    .default(2)
    .describe('How many datagrams are sent, spread over the time limit, until a reply comes.'),
  silenceIs: z
    .enum(['down', 'unknown'])
    .nullable()
    .default(null)
    .describe(
      'What it means when nothing comes back; null: down when a reply is expected, else unknown. A port that answers "unreachable" is always down.',
    ),
  ipFamily,
  maxResponseMs,
})

type Settings = z.output<typeof shape>

const rules = rule<Settings>((settings, refuse) => {
  const { payload, payloadHex, preset, expectRegex, expectHex } = settings
  refuseMoreThanOne(refuse, [], { payload, payloadHex, preset })
  refuseMoreThanOne(refuse, [], { expectRegex, expectHex })
  if (expectRegex !== null) expressionJudge(refuse)(['expectRegex'], expectRegex)
  judgeSnmpObject(settings.snmp, refuse)
  const { version, community } = settings.snmp
  if (version === '3') judgeSnmpUser(settings.snmp, refuse)
  else if (preset === 'snmp' && community === '') {
    refuse(['snmp', 'community'], undefined, `must be sent with the version "${version}"`)
  }
})

const USUAL_SNMP: RawSettings = snmp.parse({})

function portOf(target: TargetUrl, { port, preset }: Settings): number | null {
  return target.port ?? port ?? (preset === null ? null : PRESET_PORTS[preset])
}

const PORT_WORDS = { examplePort: 53, orElse: ', settings.port or a settings.preset' }

/** A service that answers datagrams. */
export const udp = describeType({
  number: MonitorType.UDP,
  does: 'check UDP ports',
  schemes: { udp: { port: null } },
  form: 'udp://host:port',
  shape,
  rules,
  timeoutMs: 10_000,
  portOf,
  identityOf: (target) => `udp://${hostAndPort(target)}`,
  nameOf: hostAndPort,
  targetProblem: (target, settings) =>
    twoPortsProblem(target, settings) ??
    noPortProblem(target, portOf(target, settings), PORT_WORDS),
  changeProblem: (sent, { preset }) => {
    if (preset === 'snmp' || Object.hasOwn(sent, 'preset')) return null
    const wanted = Object.entries((sent['snmp'] ?? {}) as RawSettings)
    const isUsual = wanted.every(([name, value]) => value === null || value === USUAL_SNMP[name])
    if (isUsual) return null
    return 'The field "settings.preset" is missing: send "snmp", as nothing else makes use of settings.snmp, or null to keep it for later.'
  },
  spelledOut: (settings) =>
    settings['snmp'] === undefined ? settings : { preset: null, ...settings },
  bareTargetProblem: ({ host, port }) =>
    port === null ? `a port is missing: use udp://${host}:PORT` : null,
  example: {
    url: 'udp://time.example.com',
    name: 'Time server',
    settings: { preset: 'ntp' },
  },
})
