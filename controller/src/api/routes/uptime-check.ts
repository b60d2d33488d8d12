import { CAUSES } from '@sightline/shared/causes'
import { MONITOR_TYPES, RESULT_STATUSES } from '@sightline/shared/check-words'
import { RegionCode } from '@sightline/shared/regions'
import { z } from 'zod'
import { MAX_REGIONS } from '../../regions/region-choice.ts'
import type { CheckUptime } from '../../on-demand/uptime-check.ts'
import { sharerOfKey } from '../../limits/sharer.ts'
import type { Api } from '../api-types.ts'
import type { ContinentOf } from '../caller-continent.ts'
import { clientGone } from '../client-gone.ts'
import { callerOf } from '../request-context.ts'
import { errors, ONE_URL_ERRORS } from '../schemas/answers.ts'
import { ResultRecord } from '../schemas/result.ts'
import { IsoTime } from '../schemas/time.ts'

const UptimeCheckQuery = z.object({
  url: z.string().trim().min(1).max(2048).meta({
    description:
      'What to check: http(s)://, tcp://host:port, udp://host:port, ping://host, dns://name, smtp(s)://host, or a bare host (https, then http if https cannot be reached).',
    example: 'https://example.com/',
  }),
  regions: z
    .string()
    .transform((text) => [...new Set(text.split(',').map((code) => code.trim()))])
    .pipe(z.array(RegionCode).min(1).max(MAX_REGIONS))
    .optional()
    .meta({
      description:
        'Locations to check from, separated by commas. Default: the nearest three that can do it now.',
      type: 'string',
      items: undefined,
      example: 'eu-west,us-east',
    }),
  key: z.string().optional().meta({ description: 'The API key, if the header is not used.' }),
})

const responseMs = z
  .int()
  .nullable()
  .meta({ description: 'Response time in ms; null without a response.', example: 183 })
const statusCode = z
  .int()
  .nullable()
  .meta({ description: 'HTTP or SMTP status; null without one.', example: 200 })
const cause = z
  .string()
  .nullable()
  .meta({ description: `Why it is not up: ${Object.keys(CAUSES).join(', ')}.`, example: null })

/** The answer of GET /uptime-check. */
export const UptimeCheckReport = z
  .object({
    url: z
      .string()
      .meta({ description: 'As checked, normalised.', example: 'https://shop.example.com/' }),
    type: z.enum(MONITOR_TYPES).meta({ description: 'Kind of check.', example: 'web' }),
    status: z.enum(RESULT_STATUSES).meta({
      description:
        'down when the majority of the regions that could tell says so (at least two where several were asked, else unknown), degraded when a minority does.',
      example: 'up',
    }),
    statusCode,
    responseMs,
    checkedAt: IsoTime.meta({
      description: 'When the checks were asked for.',
      example: '2026-01-31T12:03:00.000Z',
    }),
    regions: z
      .array(
        z.object({
          region: z.string().meta({ description: 'Where it ran.', example: 'eu-west' }),
          status: z.enum(RESULT_STATUSES).meta({ description: 'What it found.', example: 'up' }),
          statusCode,
          responseMs,
          timings: ResultRecord.shape.timings,
          error: z.string().nullable().meta({ description: 'What was wrong.', example: null }),
          cause,
        }),
      )
      .meta({ description: 'What each region found.' }),
    cause,
    explanation: z.string().meta({
      description: 'The verdict in a sentence.',
      example: 'It is up from eu-west, answering in 183 ms.',
    }),
  })
  .meta({ id: 'UptimeCheck' })

const rounded = (ms: number | null): number | null => (ms === null ? null : Math.round(ms))

/** Source: contract, "Remaining endpoints"; decisions, section 4 */
export function addUptimeCheckRoute(
  app: Api,
  checkUptime: CheckUptime,
  continentOf: ContinentOf,
): void {
  app.get(
    '/api/v1/uptime-check',
    {
      config: { access: { area: 'analysis' } },
      schema: {
        tags: ['One-URL analysis'],
        security: [{ apiKey: [] }, { apiKeyInQuery: [] }],
        summary: 'Check a target once, from several regions',
        description:
          'Runs at once and stores nothing. A target that is down is an answer (200), not an error.',
        operationId: 'checkUptime',
        querystring: UptimeCheckQuery,
        response: { 200: UptimeCheckReport, ...ONE_URL_ERRORS, ...errors(502) },
      },
    },
    async (request, reply) => {
      const { url, regions } = request.query
      const sharer = sharerOfKey(callerOf(request))
      const continent = continentOf(request)
      const { workspaceId } = callerOf(request)
      const asked = { url, regions: regions ?? null, continent, sharer, workspaceId }
      const report = await checkUptime(asked, clientGone(reply))
      reply.header('x-sightline-region', report.regions.map(({ region }) => region).join(', '))
      return {
        ...report,
        responseMs: rounded(report.responseMs),
        regions: report.regions.map((region) => ({
          ...region,
          responseMs: rounded(region.responseMs),
        })),
      }
    },
  )
}
