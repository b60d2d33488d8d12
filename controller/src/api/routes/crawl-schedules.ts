import { AppError } from '@sightline/shared/errors'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ScheduleOwner, ScheduleService } from '../../crawl/schedules/schedule-service.ts'
import type { Api } from '../api-types.ts'
import { CRAWL_CONFIG, KeyQuery } from '../crawl-operation.ts'
import { callerOf } from '../request-context.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import { paging } from '../schemas/parameters.ts'
import {
  CrawlSchedule,
  ScheduleChangeBody,
  ScheduleCreation,
  ScheduleList,
} from '../schemas/crawl-schedule.ts'

const COMMON = { tags: ['Site crawl'], security: [{ apiKey: [] }, { apiKeyInQuery: [] }] }

const SchedulePath = z.object({
  id: z.string().meta({
    description: 'Id of the crawl schedule.',
    example: 'crs_4fTq1Zb7Kx0Pq2Lr9sWd',
  }),
})

const ListQuery = KeyQuery.extend(paging(200))

const Removed = z.object({
  deleted: z.literal(true).meta({ description: 'It is gone.' }),
  id: z.string().meta({ description: 'Its id.', example: 'crs_4fTq1Zb7Kx0Pq2Lr9sWd' }),
})

/** Recipients of alerts belong to workspaces. */
function ownerOf(request: FastifyRequest): ScheduleOwner {
  const { workspaceId, plan } = callerOf(request)
  if (workspaceId === null) {
    throw new AppError('forbidden', 'This API key is not linked to a workspace.')
  }
  return { workspaceId, plan }
}

/** Before anything of the request is judged. Source: decisions, section 2 */
async function requireWorkspace(request: FastifyRequest): Promise<void> {
  ownerOf(request)
}

/** Crawls that repeat. */
export function addCrawlScheduleRoutes(app: Api, schedules: ScheduleService): void {
  app.post(
    '/api/v1/crawl/schedules',
    {
      config: CRAWL_CONFIG,
      onRequest: requireWorkspace,
      schema: {
        ...COMMON,
        summary: 'Repeat a crawl',
        description:
          'Every day, week or month, at the same time of a zone. Each run is a crawl like any other, and is compared with the one before: whom you name is told when the score falls, new errors appear, or what search engines may show changes. None begins while the one before goes on (lastError says so).',
        operationId: 'createCrawlSchedule',
        querystring: KeyQuery,
        body: ScheduleCreation,
        response: { 201: CrawlSchedule, ...errors(400, 409), ...KEYED_ERRORS },
      },
    },
    async (request, reply) => {
      const { url, region, from, recurrence, repeatEvery, timezone, active, alerts, ...settings } =
        request.body
      const rule = { from, recurrence, repeatEvery, timezone }
      const input = { url, region, ...rule, active, alerts, settings }
      return reply.code(201).send(await schedules.create(ownerOf(request), input))
    },
  )

  app.get(
    '/api/v1/crawl/schedules',
    {
      config: CRAWL_CONFIG,
      onRequest: requireWorkspace,
      schema: {
        ...COMMON,
        summary: 'List crawls that repeat',
        operationId: 'listCrawlSchedules',
        querystring: ListQuery,
        response: { 200: ScheduleList, ...errors(400), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { page, per } = request.query
      const found = await schedules.list(ownerOf(request), { limit: per, offset: (page - 1) * per })
      return { ...found, page, per }
    },
  )

  app.get(
    '/api/v1/crawl/schedules/:id',
    {
      config: CRAWL_CONFIG,
      onRequest: requireWorkspace,
      schema: {
        ...COMMON,
        summary: 'Read a crawl that repeats',
        operationId: 'readCrawlSchedule',
        params: SchedulePath,
        querystring: KeyQuery,
        response: { 200: CrawlSchedule, ...errors(404), ...KEYED_ERRORS },
      },
    },
    async (request) => schedules.get(ownerOf(request), request.params.id),
  )

  app.patch(
    '/api/v1/crawl/schedules/:id',
    {
      config: CRAWL_CONFIG,
      onRequest: requireWorkspace,
      schema: {
        ...COMMON,
        summary: 'Change a crawl that repeats',
        description: 'Only what is sent changes; a run that is under way goes on as it is.',
        operationId: 'changeCrawlSchedule',
        params: SchedulePath,
        querystring: KeyQuery,
        body: ScheduleChangeBody,
        response: { 200: CrawlSchedule, ...errors(400, 404), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { url, region, from, recurrence, repeatEvery, timezone, active, alerts, ...settings } =
        request.body
      const rule = { from, recurrence, repeatEvery, timezone }
      const change = { url, region, ...rule, active, alerts, settings }
      return schedules.change(ownerOf(request), request.params.id, change)
    },
  )

  app.delete(
    '/api/v1/crawl/schedules/:id',
    {
      config: CRAWL_CONFIG,
      onRequest: requireWorkspace,
      schema: {
        ...COMMON,
        summary: 'Stop repeating a crawl',
        description: 'What its runs found stays.',
        operationId: 'deleteCrawlSchedule',
        params: SchedulePath,
        querystring: KeyQuery,
        response: { 200: Removed, ...errors(404), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      await schedules.remove(ownerOf(request), request.params.id)
      return { deleted: true as const, id: request.params.id }
    },
  )
}
