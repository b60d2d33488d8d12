import { z } from 'zod'
import { MonitorType } from '../gen/probe/v1/check_pb.ts'
import { describeType } from './description.ts'
import { ipFamily, milliseconds } from './fields.ts'
import { rule } from './rule.ts'

const percent = z.number().min(0).max(100)

const shape = z.strictObject({
  packets: z.int().min(1).max(16).default(4).describe('Packets of one check.'),
  packetIntervalMs: milliseconds(10, 5000)
    .default(250)
    .describe('Time from one packet to the next in ms; all must be sent within timeoutMs.'),
  packetSize: z
    .int()
    .min(0)
    .max(1400)
    .default(56)
    .describe('Bytes of data in a packet, without headers.'),
  maxLossPercent: percent.default(50).describe('Down when more packets are lost.'),
  degradedLossPercent: percent
    .nullable()
    .default(null)
    .describe('Degraded when more packets are lost; null: not watched.'),
  maxAvgMs: milliseconds(1, 60_000)
    .nullable()
    .default(null)
    .describe(
      'Degraded above this average round trip in ms, which must be below timeoutMs; null: not watched.',
    ),
  ipFamily,
})

const rules = rule<z.output<typeof shape>>((settings, refuse) => {
  const { degradedLossPercent, maxLossPercent } = settings
  if (degradedLossPercent === null || degradedLossPercent <= maxLossPercent) return
  const message = `must be at most maxLossPercent, which is ${maxLossPercent}: above that it is down`
  refuse(['degradedLossPercent'], degradedLossPercent, message)
})

/** A host that answers echo requests. */
export const ping = describeType({
  number: MonitorType.PING,
  does: 'ping',
  schemes: { ping: { port: null }, icmp: { port: null, shownAs: 'ping' } },
  form: 'ping://host',
  noPort: 'a ping has no port',
  neededPrograms:
    'its machine needs mtr-tiny (mtr-packet) or ping, and SIGHTLINE_ICMP must not be none',
  shape,
  rules,
  timeoutMs: 5_000,
  portOf: () => null,
  identityOf: ({ url }) => url,
  nameOf: ({ host }) => host,
  timeoutProblem: ({ packets, packetIntervalMs }, timeoutMs) => {
    const sendingMs = (packets - 1) * packetIntervalMs
    return sendingMs < timeoutMs
      ? null
      : `The field "settings.packetIntervalMs" is ${packetIntervalMs}: it must be such that ${packets} packets are sent within timeoutMs, which is ${timeoutMs}; they take ${sendingMs} ms.`
  },
  example: {
    url: 'ping://gateway.example.com',
    name: 'Gateway',
    settings: { packets: 5, maxLossPercent: 40, degradedLossPercent: 10 },
  },
})
