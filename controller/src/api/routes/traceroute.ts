import { clampedInteger } from '@sightline/shared/clamped-integer'
import { RegionCode } from '@sightline/shared/regions'
import { TracerouteOutput } from '@sightline/shared/traceroute'
import { z } from 'zod'
import type { Traceroute } from '../../on-demand/traceroute.ts'
import { sharerOfKey } from '../../limits/sharer.ts'
import type { Api } from '../api-types.ts'
import type { ContinentOf } from '../caller-continent.ts'
import { clientGone } from '../client-gone.ts'
import { callerOf, usage } from '../request-context.ts'
import { errors, KEYED_ERRORS, UsageObject } from '../schemas/answers.ts'

const PROTOCOLS = ['icmp', 'udp', 'tcp'] as const

const TracerouteQuery = z.object({
  host: z.string().trim().min(1).max(260).meta({
    description: 'Host name or address to trace the path to.',
    example: 'example.com',
  }),
  region: RegionCode.optional().meta({
    description: 'Location to trace from. Default: the nearest that can, as for one-URL analyses.',
  }),
  protocol: z
    .enum(PROTOCOLS, `must be one of ${PROTOCOLS.join(', ')}`)
    .default('icmp')
    .meta({ description: 'What is sent: tcp passes where firewalls drop the others.' }),
  port: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port from 1 to 65535')
    .transform(Number)
    .refine((port) => port >= 1 && port <= 65_535, 'must be a port from 1 to 65535')
    .optional()
    .meta({
      description: 'Port for udp and tcp; default 33434 for udp and 443 for tcp.',
      type: 'integer',
      pattern: undefined,
      example: 443,
    }),
  packets: clampedInteger({ min: 1, max: 10, default: 3, description: 'Packets to each hop.' }),
  maxHops: clampedInteger({ min: 1, max: 30, default: 30, description: 'Farthest hop.' }),
})

/** The answer of GET /traceroute. */
export const TracerouteReport = TracerouteOutput.extend({
  region: z.string().meta({ description: 'Where it was traced from.', example: 'eu-west' }),
  usage: UsageObject,
}).meta({ id: 'Traceroute' })

/** Source: contract, "Monitoring API endpoints"; decisions, section 7 */
export function addTracerouteRoute(
  app: Api,
  traceroute: Traceroute,
  continentOf: ContinentOf,
): void {
  app.get(
    '/api/v1/traceroute',
    {
      config: { access: { area: 'monitoring', permission: 'view' } },
      schema: {
        tags: ['Monitors'],
        security: [{ apiKey: [] }],
        summary: 'Trace the path to a host',
        description:
          'An agent of the region sends packets that reach one hop farther each. Loss at a middle hop alone is no fault: many routers answer few of these packets. Takes up to 25 seconds.',
        operationId: 'traceroute',
        querystring: TracerouteQuery,
        response: { 200: TracerouteReport, ...errors(400), ...KEYED_ERRORS },
      },
    },
    async (request, reply) => {
      const { host, region, protocol, port, packets, maxHops } = request.query
      const caller = callerOf(request)
      const who = { sharer: sharerOfKey(caller), workspaceId: caller.workspaceId }
      const traced = await traceroute(
        {
          host,
          region: region ?? null,
          continent: continentOf(request),
          protocol,
          port: port ?? null,
          packets,
          maxHops,
          ...who,
        },
        clientGone(reply),
      )
      return { ...traced, usage: usage(request) }
    },
  )
}
