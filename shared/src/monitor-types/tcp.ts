import { z } from 'zod'
import { MonitorType } from '../gen/probe/v1/check_pb.ts'
import type { TargetUrl } from './description.ts'
import { describeType } from './description.ts'
import {
  EXPRESSION,
  hexBytes,
  ipFamily,
  maxResponseMs,
  PORT,
  portField,
  text,
  tlsFields,
} from './fields.ts'
import { expressionJudge, judgeServerName, refuseMoreThanOne, rule } from './rule.ts'
import { hostAndPort, noPortProblem, twoPortsProblem } from './target-text.ts'

const { verify, minDaysLeft, sni } = tlsFields
const tls = z.strictObject({
  enabled: z.boolean().default(false).describe('Whether TLS is spoken from the first byte.'),
  verify,
  minDaysLeft,
  sni,
})

const stepShape = z.strictObject({
  send: text(8192)
    .min(1)
    .optional()
    .describe('Text to send, as it is: line ends are written \\r\\n in JSON.'),
  sendHex: hexBytes.min(1).optional().describe('Bytes to send, as pairs of hexadecimal digits.'),
  expect: text(8192).min(1).optional().describe('Text that the answer must contain.'),
  expectRegex: text(1024)
    .min(1)
    .optional()
    .describe(`Regular expression that must match the answer, but no empty text. ${EXPRESSION}`),
  expectHex: hexBytes
    .min(1)
    .optional()
    .describe('Bytes that the answer must contain, as pairs of hexadecimal digits.'),
})

const shape = z.strictObject({
  port: portField.describe(`${PORT}. One of them is needed.`),
  tls: tls.prefault({}).describe('Whether TLS is spoken, and what it must be.'),
  steps: z
    .array(stepShape)
    .max(20)
    .default([])
    .describe(
      'What is sent and what must come back, in order. Each step sends at most one thing, then waits for at most one. Without steps a connection is enough.',
    ),
  ipFamily,
  maxResponseMs,
})

type Settings = z.output<typeof shape>

const rules = rule<Settings>((settings, refuse) => {
  judgeServerName(settings, refuse)
  const expression = expressionJudge(refuse, { mustSay: true })
  for (const [index, step] of settings.steps.entries()) {
    const at = ['steps', index]
    const { send, sendHex, expect, expectRegex, expectHex } = step
    refuseMoreThanOne(refuse, at, { send, sendHex })
    refuseMoreThanOne(refuse, at, { expect, expectRegex, expectHex })
    if (Object.values(step).every((value) => value === undefined)) {
      refuse(at, step, 'must send or expect something')
    }
    if (expectRegex !== undefined) expression([...at, 'expectRegex'], expectRegex)
  }
})

const portOf = (target: TargetUrl, settings: Settings): number | null =>
  target.port ?? settings.port

const PORT_WORDS = { examplePort: 443, orElse: ' or settings.port' }

/** A service that is spoken to over a TCP connection, with TLS or without. */
export const tcp = describeType({
  number: MonitorType.TCP,
  does: 'check TCP ports',
  schemes: { tcp: { port: null } },
  form: 'tcp://host:port',
  shape,
  rules,
  timeoutMs: 10_000,
  portOf,
  identityOf: (target) => `tcp://${hostAndPort(target)}`,
  nameOf: hostAndPort,
  targetProblem: (target, settings) =>
    twoPortsProblem(target, settings) ??
    noPortProblem(target, portOf(target, settings), PORT_WORDS),
  changeProblem: (sent, settings) => {
    const asked = (sent['tls'] ?? {}) as Readonly<Record<string, unknown>>
    if (settings.tls.enabled || typeof asked['enabled'] === 'boolean') return null
    const isUsual = (asked['verify'] ?? true) === true
    if (isUsual && (asked['minDaysLeft'] ?? asked['sni'] ?? null) === null) return null
    return 'The field "settings.tls.enabled" is missing: send true, as without TLS the other fields of tls have no effect, or false to keep them for later.'
  },
  spelledOut: (settings) => {
    const kept = settings['tls']
    return kept === undefined
      ? settings
      : { ...settings, tls: { enabled: false, ...(kept as object) } }
  },
  bareTargetProblem: ({ host, port }) =>
    port === null ? `a port is missing: use tcp://${host}:PORT` : null,
  example: {
    url: 'tcp://cache.example.com:6379',
    name: 'Cache',
    settings: { steps: [{ send: 'PING\r\n', expect: '+PONG' }] },
  },
})
