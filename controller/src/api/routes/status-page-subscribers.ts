import { z } from 'zod'
import type { SubscriberService } from '../../status-pages/subscribers/subscriber-service.ts'
import type { Api } from '../api-types.ts'
import { actorOf, usage } from '../request-context.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import { Deleted } from '../schemas/monitor.ts'
import { paging } from '../schemas/parameters.ts'
import { SubscriberList } from '../schemas/status-page.ts'

/** Addresses of people outside: only those read them who decide over the page. */
const MANAGE = { access: { area: 'monitoring', permission: 'manage' } } as const
const COMMON = { tags: ['Status pages'], security: [{ apiKey: [] }] }

const MAX_PER = 200

const PagePath = z.object({
  id: z
    .string()
    .meta({ description: 'Id of the status page.', example: 'stp_4fTq1Zb7Kx0Pq2Lr9sWd' }),
})
const SubscriberPath = PagePath.extend({
  subscriberId: z
    .string()
    .meta({ description: 'Id of the subscriber.', example: 'sub_7cMn5Rw2Xp8Yt4Zk1QvB' }),
})

/** Whoever gets mails about a status page. They subscribe on the page itself. */
export function addSubscriberRoutes(app: Api, subscribers: SubscriberService): void {
  app.get(
    '/api/v1/status-pages/:id/subscribers',
    {
      config: MANAGE,
      schema: {
        ...COMMON,
        summary: 'List subscribers of a status page',
        description:
          'Readers subscribe on the page itself, where this installation sends mail, and confirm that by a mailed link. They are told when an outage of a component begins and ends, of public notes on it, and of maintenance that is planned, at most 12 times an hour; each mail has a link that ends them. At most 5,000 on a page.',
        operationId: 'listStatusPageSubscribers',
        params: PagePath,
        querystring: z.object(paging(MAX_PER)),
        response: { 200: SubscriberList, ...errors(400, 404), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { page, per } = request.query
      const found = await subscribers.list(actorOf(request).workspaceId, request.params.id, {
        limit: per,
        offset: (page - 1) * per,
      })
      return { ...found, page, per, usage: usage(request) }
    },
  )

  app.delete(
    '/api/v1/status-pages/:id/subscribers/:subscriberId',
    {
      config: MANAGE,
      schema: {
        ...COMMON,
        summary: 'Remove a subscriber',
        description: 'The address gets no more mails about the page, unless it subscribes again.',
        operationId: 'deleteStatusPageSubscriber',
        params: SubscriberPath,
        response: { 200: Deleted, ...errors(404), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { id, subscriberId } = request.params
      await subscribers.remove(actorOf(request).workspaceId, id, subscriberId)
      return { deleted: true as const, id: subscriberId, usage: usage(request) }
    },
  )
}
