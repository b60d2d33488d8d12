import { MONITOR_TYPES } from '@sightline/shared/check-words'
import { z } from 'zod'
import type { Propose } from '../../monitors/propose/propose.ts'
import type { Api } from '../api-types.ts'
import type { ContinentOf } from '../caller-continent.ts'
import { clientGone } from '../client-gone.ts'
import { actorOf, usage } from '../request-context.ts'
import { errors, KEYED_ERRORS, UsageObject } from '../schemas/answers.ts'

const ProposeQuery = z.object({
  address: z.string().trim().min(1).max(2_048).meta({
    description:
      'Anything that may be watched: an address of a page, a bare host, host:port, a mail address, or what a monitor has as its url.',
    example: 'example.com',
  }),
})

/** GET /monitors/propose */
export const ProposalList = z.object({
  address: z.string().meta({ description: 'As it was asked for.', example: 'example.com' }),
  proposals: z
    .array(
      z
        .object({
          what: z
            .enum(['web', 'certificate', 'dns', 'mail', 'port', 'ping', 'service'])
            .meta({ description: 'What is watched of it.', example: 'web' }),
          reason: z.string().meta({
            description: 'Why, in a sentence.',
            example: 'The page at example.com. It is up from 3 of 3 regions, answering in 132 ms.',
          }),
          monitor: z
            .object({
              type: z.enum(MONITOR_TYPES).meta({ description: 'Kind of check.', example: 'web' }),
              url: z.string().meta({ description: 'Its url.', example: 'https://example.com/' }),
              name: z.string().meta({ description: 'Its name.', example: 'example.com' }),
              settings: z
                .record(z.string(), z.unknown())
                .meta({ description: 'Settings of the type.', example: {} }),
            })
            .meta({ description: 'A body of POST /monitors.' }),
          monitorId: z.string().nullable().meta({
            description: 'The monitor that watches the same already; null: none does.',
            example: null,
          }),
        })
        .meta({ id: 'MonitorProposal' }),
    )
    .meta({ description: 'The most telling first.' }),
  usage: UsageObject,
})

/** What can be watched of an address. Source: app design, section 3, "First run" */
export function addProposeRoute(app: Api, propose: Propose, continentOf: ContinentOf): void {
  app.get(
    '/api/v1/monitors/propose',
    {
      config: { access: { area: 'monitoring', permission: 'manage' } },
      schema: {
        tags: ['Monitors'],
        security: [{ apiKey: [] }],
        summary: 'Propose monitors for an address',
        description:
          'Tries the address from the nearest locations, looks up its name and the mail servers of its domain, and answers with what can be watched of it, each as a body of POST /monitors. What is not found out within 8 seconds is left out. Nothing is stored.',
        operationId: 'proposeMonitors',
        querystring: ProposeQuery,
        response: { 200: ProposalList, ...errors(400), ...KEYED_ERRORS },
      },
    },
    async (request, reply) => {
      const { address } = request.query
      const { workspaceId } = actorOf(request)
      const asked = { address, workspaceId, continent: continentOf(request) }
      const proposals = await propose(asked, clientGone(reply))
      return {
        address,
        proposals: proposals.map(({ monitor, ...proposal }) => ({
          ...proposal,
          monitor: { ...monitor, settings: { ...monitor.settings } },
        })),
        usage: usage(request),
      }
    },
  )
}
