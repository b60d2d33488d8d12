import { CAUSES } from '@sightline/shared/causes'
import { PHASES, RESULT_STATUSES } from '@sightline/shared/check-words'
import { TRACE_VERDICTS } from '@sightline/shared/traceroute'
import { z } from 'zod'
import { UsageObject } from './answers.ts'
import { IsoTime } from './time.ts'

const cause = z.string().meta({
  description: `One of ${Object.keys(CAUSES).join(', ')}.`,
  example: 'connectionRefused',
})
const causeOrNull = cause.nullable().meta({ description: 'Why it failed; null when it passed.' })
const region = z.string().meta({ description: 'Code of the location.', example: 'eu-west' })
const time = (description: string, example = '2026-01-31T12:00:00.216Z') =>
  z.string().meta({ description, format: 'date-time', example })
const status = z
  .enum(RESULT_STATUSES)
  .meta({ description: 'What the check found.', example: 'down' })
const error = z.string().nullable().meta({
  description: 'What was wrong; null when nothing was.',
  example: 'The connection to shop.example.com:443 was refused.',
})
const responseMs = z
  .number()
  .nullable()
  .meta({ description: 'Response time in ms; null without a response.' })
const ip = z
  .string()
  .nullable()
  .meta({ description: 'Address it connected to.', example: '203.0.113.80' })

const Verdict = z
  .object({
    cause,
    category: z.string().meta({
      description:
        'Layer of the cause: ours, dns, network, tcp, tls, http, content, performance, mail or partial.',
      example: 'tcp',
    }),
    scope: z.enum(['global', 'regional']).meta({
      description: 'Whether the monitor is down, or fails from a minority of its locations.',
    }),
    confidence: z.number().meta({
      description:
        '0 to 1: the share of voting locations that agree, times what the kinds of evidence are worth (one 0.6, two 0.8, three 0.9); half of that for an alternative.',
      example: 0.8,
    }),
    title: z
      .string()
      .meta({ description: 'The cause in a few words.', example: 'The connection is refused' }),
    explanation: z.string().meta({
      description: 'One plain sentence, with what decided it.',
      example:
        'Connections to shop.example.com:443 are refused from eu-west and us-east: ports 80 and 22 are open, so the host is up and only this service is not running.',
    }),
    advice: z.array(z.string()).meta({
      description: 'What the owner of the site can do, the most useful first.',
      example: ['Start the service that should listen at shop.example.com:443.'],
    }),
  })
  .meta({ id: 'OutageVerdict' })

const AnalysedCheck = z
  .object({
    region,
    at: time('When it began.'),
    status,
    statusCode: z
      .int()
      .nullable()
      .meta({ description: 'HTTP status; null without a response.', example: 200 }),
    responseMs,
    cause: causeOrNull,
    error,
    ip,
  })
  .meta({ id: 'AnalysedCheck' })

const TracedPath = z
  .object({
    target: z.string().nullable().meta({
      description: 'Address the path was traced to; null where the name was not resolved.',
      example: '192.0.2.80',
    }),
    reached: z.boolean().meta({ description: 'The target itself answered.', example: true }),
    verdict: z.enum(TRACE_VERDICTS).meta({
      description: 'What the trace found, as of GET /traceroute.',
      example: 'filtered',
    }),
    text: z.string().meta({
      description: 'The same in a sentence.',
      example: 'Nothing answers behind hop 5.',
    }),
    hops: z
      .array(
        z.object({
          hop: z.int().meta({ description: 'Distance from the agent.', example: 3 }),
          ip: z.string().nullable().meta({
            description: 'Address that answered; null when none did.',
            example: '192.0.2.1',
          }),
          hostname: z.string().nullable().meta({
            description: 'Its name; null when it has none.',
            example: 'core1.example.net',
          }),
          avgMs: z.number().nullable().meta({ description: 'Average time in ms.', example: 12.4 }),
          lossPercent: z.number().meta({ description: 'Packets without an answer.', example: 0 }),
        }),
      )
      .meta({ description: 'The nearest first.' }),
  })
  .meta({ id: 'TracedPath' })

/** Why a monitor went down. Source: decisions, section 7 */
export const AnalysisAnswer = z.object({
  id: z.string().meta({ description: 'Id of the monitor.', example: 'mon_4fTq1Zb7Kx0Pq2Lr9sWd' }),
  outageId: z.string().nullable().meta({
    description: 'Outage this is about; null when the monitor never went down.',
    example: 'out_8Hq2Zb7Kx0Pq2Lr9sWdT',
  }),
  from: IsoTime.nullable().meta({
    description: 'When the outage began; null without one.',
    example: '2026-01-31T12:00:00.216Z',
  }),
  to: IsoTime.nullable().meta({
    description: 'When it ended; null while it lasts, and without one.',
    example: null,
  }),
  verdict: Verdict.nullable().meta({ description: 'Null when the monitor never went down.' }),
  alternatives: z.array(Verdict).meta({
    description: 'What else it may be, the likeliest first.',
    example: [],
  }),
  regions: z
    .array(
      z.object({
        region,
        status,
        cause: causeOrNull,
        phase: z.enum(PHASES).nullable().meta({
          description: 'Where in the check it failed; null when it passed.',
          example: 'connect',
        }),
        error,
        responseMs,
        ip,
      }),
    )
    .meta({ description: 'What each location found when the outage was confirmed.' }),
  evidence: z
    .array(
      z.object({
        kind: z.string().meta({
          description:
            'check, timing, agent, dependency, related, history, or what agents gathered: addresses, trace, resolver, authorities, tls, connect, ports, plainHttp, page.',
          example: 'ports',
        }),
        region: region.nullable().meta({ description: 'Null when it is of no location.' }),
        at: time('When it was seen.', '2026-01-31T12:00:01.541Z'),
        title: z.string().meta({ description: 'What it is.', example: 'Other ports of the host' }),
        observed: z
          .string()
          .meta({ description: 'What was seen.', example: '80: open, 22: open.' }),
        expected: z.string().nullable().meta({
          description: 'What would be there if all were well; null where that is not certain.',
        }),
        path: TracedPath.optional().meta({
          description:
            'Of a trace: the path, hop by hop. Absent from outages before this was kept.',
        }),
      }),
    )
    .meta({ description: 'Everything that was seen; what speaks for the verdict comes first.' }),
  lastGood: AnalysedCheck.nullable().meta({
    description: 'The last good check before the outage, of any location; null without one.',
  }),
  firstBad: AnalysedCheck.nullable().meta({
    description: 'The failing check the outage began with; null when it is not kept any more.',
  }),
  related: z
    .array(
      z.object({
        monitorId: z.string().meta({
          description: 'Another monitor of the workspace.',
          example: 'mon_9XbQ4mT1yKz8Lp7Hc2Vn',
        }),
        reason: z.string().meta({
          description: 'What it has to do with this one.',
          example: '"Shop API" is at the same address and went down at the same time.',
        }),
      }),
    )
    .meta({ description: 'Other monitors that went down at the same time.' }),
  generatedAt: time('When it was made.', '2026-01-31T12:00:02.178Z').nullable().meta({
    description: 'When it was made; null when the monitor never went down.',
  }),
  usage: UsageObject,
})
