import { z } from 'zod'

/** Source: decisions, section 7 */
export const TRACE_PROTOCOLS = ['icmp', 'udp', 'tcp'] as const
export type TraceProtocol = (typeof TRACE_PROTOCOLS)[number]

/** What a trace found. Loss at a middle hop alone is no fault. */
export const TRACE_VERDICTS = [
  'ok',
  'lossAtHop',
  'unreachable',
  'loop',
  'filtered',
  'timeout',
] as const
export type TraceVerdictCode = (typeof TRACE_VERDICTS)[number]

/** Ports of a trace that names none; icmp has none. */
export const TRACE_PORTS = { icmp: null, udp: 33_434, tcp: 443 } as const satisfies Record<
  TraceProtocol,
  number | null
>

/** What an agent is sent to trace a path. */
export const TracerouteInput = z.strictObject({
  host: z.string().trim().min(1).max(260),
  protocol: z.enum(TRACE_PROTOCOLS).default('icmp'),
  port: z.int().min(1).max(65_535).nullable().default(null),
  packets: z.int().min(1).max(10).default(3),
  maxHops: z.int().min(1).max(30).default(30),
})
export type TraceInput = z.output<typeof TracerouteInput>

const milliseconds = (what: string, example: number) =>
  z
    .number()
    .min(0)
    .nullable()
    .meta({ description: `${what} in ms; null without an answer.`, example })

const Hop = z.object({
  hop: z.int().min(1).max(30).meta({ description: 'Distance from the agent.', example: 1 }),
  ip: z.string().max(45).nullable().meta({
    description: 'Address that answered most often; null when none did.',
    example: '203.0.113.80',
  }),
  otherIps: z.array(z.string().max(45)).max(10).meta({
    description: 'Further addresses that answered at this distance (several paths).',
  }),
  hostname: z.string().max(260).nullable().meta({
    description: 'Name of `ip` by reverse lookup; null when it has none.',
    example: 'shop.example.com',
  }),
  sent: z.int().min(0).max(10).meta({ description: 'Packets sent this far.', example: 3 }),
  lossPercent: z.number().min(0).max(100).meta({
    description:
      'Packets without an answer. Many routers answer few of them: alone it is no fault.',
  }),
  minMs: milliseconds('Shortest round trip', 20.1),
  avgMs: milliseconds('Average round trip', 20.4),
  maxMs: milliseconds('Longest round trip', 20.9),
  stDevMs: milliseconds('Standard deviation of the round trips', 0.34),
})
export type TraceHop = z.output<typeof Hop>

const Verdict = z.object({
  code: z.enum(TRACE_VERDICTS).meta({
    description:
      'ok; lossAtHop: packets are lost from a hop on, up to the target; unreachable: a router said so; loop: the route runs in a circle; filtered: nothing answers behind a hop; timeout: nothing answered, or the trace ended (at `maxHops` or its time limit) before the target. A name that was not resolved has no hops: unreachable where its name server failed, timeout where none answered.',
  }),
  hop: z.int().min(1).max(31).nullable().meta({
    description: 'Hop the verdict is about; null when it is about none.',
  }),
  text: z.string().max(1_000).meta({
    description: 'One sentence.',
    example: 'The target answered at hop 1 without loss.',
  }),
})
export type TraceVerdict = z.output<typeof Verdict>

/** What an agent found; the controller adds the region. */
export const TracerouteOutput = z.object({
  host: z.string().max(260).meta({ description: 'Host as asked.', example: 'shop.example.com' }),
  resolvedIp: z.string().max(45).nullable().meta({
    description: 'Address the path was traced to; null where the name was not resolved.',
    example: '203.0.113.80',
  }),
  protocol: z.enum(TRACE_PROTOCOLS).meta({ description: 'What was sent.', example: 'tcp' }),
  port: z.int().min(1).max(65_535).nullable().meta({ description: 'null for icmp.', example: 443 }),
  startedAt: z.iso
    .datetime()
    .meta({ description: 'When the trace began.', example: '2026-01-31T12:03:00.000Z' }),
  durationMs: z.int().min(0).meta({ description: 'How long it took in ms.', example: 1038 }),
  reached: z.boolean().meta({ description: 'The target itself answered.', example: true }),
  hops: z
    .array(Hop)
    .max(30)
    .meta({ description: 'What answered at each distance, nearest first.' }),
  verdict: Verdict.meta({ description: 'What it comes to.' }),
})
export type TraceReport = z.output<typeof TracerouteOutput>
