import { z } from 'zod'
import { StatusPageChange, StatusPageCreation } from '../../status-pages/page-input.ts'
import type { StatusPageService } from '../../status-pages/status-page-service.ts'
import { MAX_STATUS_PAGES } from '../../status-pages/status-page-service.ts'
import type { Api } from '../api-types.ts'
import { actorOf, usage } from '../request-context.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import { Deleted } from '../schemas/monitor.ts'
import { paging } from '../schemas/parameters.ts'
import { StatusPageAnswer, StatusPageList } from '../schemas/status-page.ts'

const VIEW = { access: { area: 'monitoring', permission: 'view' } } as const
const MANAGE = { access: { area: 'monitoring', permission: 'manage' } } as const
const COMMON = { tags: ['Status pages'], security: [{ apiKey: [] }] }

const MAX_PER = 50

const StatusPagePath = z.object({
  id: z
    .string()
    .meta({ description: 'Id of the status page.', example: 'stp_4fTq1Zb7Kx0Pq2Lr9sWd' }),
})

/** Status pages, as their people decide them. Source: app design, section 3 */
export function addStatusPageRoutes(app: Api, pages: StatusPageService): void {
  app.get(
    '/api/v1/status-pages',
    {
      config: VIEW,
      schema: {
        ...COMMON,
        summary: 'List status pages',
        description: 'Newest first.',
        operationId: 'listStatusPages',
        querystring: z.object(paging(MAX_PER)),
        response: { 200: StatusPageList, ...errors(400), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { page, per } = request.query
      const found = await pages.list(actorOf(request).workspaceId, {
        limit: per,
        offset: (page - 1) * per,
      })
      return { ...found, page, per, usage: usage(request) }
    },
  )

  app.post(
    '/api/v1/status-pages',
    {
      config: MANAGE,
      schema: {
        ...COMMON,
        summary: 'Create a status page',
        description: `Everybody may read it at \`/status/{slug}\` once it is published: how its components are, their last 90 days, outages with the notes that are public, and planned maintenance with its description. No address, error or evidence of a monitor is shown. It can be had as \`status.json\`, \`feed.xml\` (RSS) and as badges, \`badge/status.svg\`, \`badge/uptime.svg\` (30 days) and \`badge/response-time.svg\`, also of one component with \`?component={id}\`. At most ${MAX_STATUS_PAGES} in a workspace.`,
        operationId: 'createStatusPage',
        body: StatusPageCreation,
        response: { 201: StatusPageAnswer, ...errors(400, 409), ...KEYED_ERRORS },
      },
    },
    async (request, reply) => {
      const statusPage = await pages.create(actorOf(request).workspaceId, request.body)
      return reply.code(201).send({ statusPage, usage: usage(request) })
    },
  )

  app.get(
    '/api/v1/status-pages/:id',
    {
      config: VIEW,
      schema: {
        ...COMMON,
        summary: 'Read one status page',
        operationId: 'readStatusPage',
        params: StatusPagePath,
        response: { 200: StatusPageAnswer, ...errors(404), ...KEYED_ERRORS },
      },
    },
    async (request) => ({
      statusPage: await pages.get(actorOf(request).workspaceId, request.params.id),
      usage: usage(request),
    }),
  )

  app.patch(
    '/api/v1/status-pages/:id',
    {
      config: MANAGE,
      schema: {
        ...COMMON,
        summary: 'Change a status page',
        description: 'Any subset of the fields; components are replaced as a whole.',
        operationId: 'changeStatusPage',
        params: StatusPagePath,
        body: StatusPageChange,
        response: { 200: StatusPageAnswer, ...errors(400, 404, 409), ...KEYED_ERRORS },
      },
    },
    async (request) => ({
      statusPage: await pages.change(actorOf(request).workspaceId, request.params.id, request.body),
      usage: usage(request),
    }),
  )

  app.delete(
    '/api/v1/status-pages/:id',
    {
      config: MANAGE,
      schema: {
        ...COMMON,
        summary: 'Delete a status page',
        description: 'Its address answers 404 from then on. Its monitors stay.',
        operationId: 'deleteStatusPage',
        params: StatusPagePath,
        response: { 200: Deleted, ...errors(404), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      await pages.remove(actorOf(request).workspaceId, request.params.id)
      return { deleted: true as const, id: request.params.id, usage: usage(request) }
    },
  )
}
