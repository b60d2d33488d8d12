import { z } from 'zod'
import { CHECK_MODES } from '../../monitors/monitor-fields.ts'
import type { MonitorService } from '../../monitors/monitor-service.ts'
import { QUORUM_WORDS } from '../../verdicts/rule-settings.ts'
import { CONFIRMING_REGIONS } from '../../votes/confirming-regions.ts'
import type { Api } from '../api-types.ts'
import { callerOf, usage } from '../request-context.ts'
import { KEYED_ERRORS, UsageObject } from '../schemas/answers.ts'

const words = (description: string, example: readonly string[] = []) =>
  z.array(z.string()).meta({ description, example })

/** The answer of GET /monitors/options. */
export const Options = z
  .object({
    types: words('Types of monitor that can be created.', ['ping']),
    intervalsMinutes: z
      .array(z.int())
      .meta({ description: 'Intervals on the present plan.', example: [1, 2, 3, 4, 5] }),
    timeouts: z
      .record(
        z.string(),
        z.object({
          defaultMs: z.int().meta({ description: 'What a monitor gets that names none.' }),
          minMs: z.int().meta({ description: 'The shortest.' }),
          maxMs: z.int().meta({ description: 'The longest.' }),
        }),
      )
      .meta({
        description: 'Time limit of one check by type; always below the interval too.',
        example: { ping: { defaultMs: 5000, minMs: 500, maxMs: 120_000 } },
      }),
    methods: words('HTTP methods of web monitors.', ['GET', 'HEAD', 'POST']),
    checkModes: words('How regions share the checks.', CHECK_MODES),
    quorums: words('Words for confirmation.quorum; a number does as well.', QUORUM_WORDS),
    confirmingRegions: words('Words for confirmation.regions.', CONFIRMING_REGIONS),
    recordTypes: words('Record types of dns monitors.', ['A', 'AAAA', 'MX']),
    presets: words('Payload presets of udp monitors.', ['dns', 'ntp']),
    settings: z.record(z.string(), z.record(z.string(), z.array(z.string()))).meta({
      description:
        'Words that settings choose from, by type and path, such as web, "tls.minVersion". Entries of lists have the path of the list.',
      example: { ping: { ipFamily: ['any', 'ipv4', 'ipv6'] } },
    }),
    regions: z
      .array(
        z.object({
          code: z.string().meta({ description: 'What a monitor names.', example: 'eu-west' }),
          name: z.string().meta({ description: 'For people.', example: 'Western Europe' }),
          country: z
            .string()
            .nullable()
            .meta({ description: 'ISO 3166-1 code, null if unknown.', example: 'IE' }),
          continent: z
            .string()
            .nullable()
            .meta({ description: 'Null if unknown.', example: 'Europe' }),
          available: z
            .boolean()
            .meta({ description: 'An agent is connected there now.', example: true }),
          capabilities: words(
            'What its agents can do: types of monitor, browser for web monitors with render, traceroute, and the engines they ping and trace with.',
            ['browser', 'dns', 'ping', 'web'],
          ),
          missingScripts: words(
            'Scripts whose texts come as boxes on screenshots from there, as no font has them: latin, cyrillic, greek, chinese, japanese, korean, arabic, hebrew, emoji.',
          ),
          missing: z
            .array(
              z.object({
                capability: z
                  .string()
                  .meta({ description: 'A type of monitor, browser, or traceroute.' }),
                reason: z.string().meta({ description: 'Why, and what would change that.' }),
              }),
            )
            .meta({
              description:
                'What none of its agents can do now: a monitor of such a type, or one with render, is unknown there. Empty while no agent is connected.',
              example: [],
            }),
        }),
      )
      .meta({ description: 'Locations checks can run in.' }),
    statuses: words('Statuses of a monitor.', ['pending', 'up', 'down']),
    resultStatuses: words('Statuses of a check result.', ['up', 'down']),
    causes: z
      .array(
        z.object({
          code: z
            .string()
            .meta({ description: 'What results and outages name.', example: 'connectionRefused' }),
          category: z.string().meta({ description: 'The layer that failed.', example: 'tcp' }),
          title: z
            .string()
            .meta({ description: 'For people.', example: 'The connection is refused' }),
        }),
      )
      .meta({ description: 'Why a check can fail.' }),
    limits: z
      .object({
        maxMonitors: z
          .int()
          .nullable()
          .meta({ description: 'Of the plan; null: no limit.', example: 50 }),
        minIntervalMinutes: z.int().meta({ description: 'Of the plan.', example: 1 }),
        maxRegions: z.int().meta({ description: 'Most regions of a monitor.', example: 20 }),
        maxWindows: z
          .int()
          .meta({ description: 'Most maintenance windows of a workspace.', example: 500 }),
      })
      .meta({ description: 'How much of each there can be.' }),
    defaults: z
      .record(z.string(), z.record(z.string(), z.unknown()))
      .meta({ description: 'What a monitor of each type gets that names nothing else.' }),
    usage: UsageObject,
  })
  .meta({ id: 'MonitorOptions' })

/** Every value a client may send. Source: decisions, section 7 */
export function addOptionsRoute(app: Api, monitors: MonitorService): void {
  app.get(
    '/api/v1/monitors/options',
    {
      config: { access: { area: 'monitoring', permission: 'view' } },
      schema: {
        tags: ['Monitors'],
        security: [{ apiKey: [] }],
        summary: 'Allowed values for every setting',
        operationId: 'readMonitorOptions',
        response: { 200: Options, ...KEYED_ERRORS },
      },
    },
    async (request) => ({
      ...(await monitors.options(callerOf(request).plan)),
      usage: usage(request),
    }),
  )
}
