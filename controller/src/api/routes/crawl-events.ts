import { z } from 'zod'
import type { CrawlWatch } from '../../crawl/read/watch.ts'
import type { Queryable } from '../../db/pool.ts'
import type { LiveHub } from '../../live/live-hub.ts'
import type { Api } from '../api-types.ts'
import { CRAWL_CONFIG, KeyQuery, OF_CRAWL } from '../crawl-operation.ts'
import { createEventStream, sendEvents } from '../event-stream.ts'
import { callerOf } from '../request-context.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import { streamTimeMs } from '../stream-time.ts'

/** Nobody follows for ever: a client that is still there connects again. */
const LONGEST_MS = 3_600_000

/** How a crawl goes on, as it happens. Source: decisions, section 5 */
export function addCrawlEventsRoute(
  app: Api,
  watch: CrawlWatch,
  live: Pick<LiveHub, 'endWith'>,
  { db, now }: { db: Queryable; now: () => Date },
): void {
  // A connection that is never done would hold up the end of the program.
  app.addHook('preClose', () => watch.stop())

  app.get(
    '/api/v1/crawl/:jobId/events',
    {
      config: CRAWL_CONFIG,
      // It has no end to wait for.
      exposeHeadRoute: false,
      schema: {
        ...OF_CRAWL,
        summary: 'Follow a crawl',
        description:
          'Server-sent events: progress with the header of the crawl, at once and then whenever it changes, every second at most; done with the same when it is over, and then the connection ends (an EventSource has to be closed on it, or it connects again). A comment comes every 15 seconds. After an hour the connection ends too, and when the key expires, and whenever keys are made or revoked or whom one acts for leaves or gets another role: connect again. At most 20 for one workspace at a time; where all places of the controller are taken, who has most of them loses the oldest to who has fewer, without a done.',
        operationId: 'followCrawl',
        querystring: KeyQuery,
        response: {
          200: { content: { 'text/event-stream': { schema: z.string() } } },
          ...errors(404),
          ...KEYED_ERRORS,
        },
      },
    },
    async (request, reply) => {
      const events = createEventStream()
      const caller = callerOf(request)
      const timeMs = await streamTimeMs(db, caller, LONGEST_MS, now())
      const leave = await watch.follow(caller, request.params.jobId, {
        changed: (header) => events.tell('progress', header),
        over(header) {
          if (header !== null) events.tell('done', header)
          events.end()
        },
      })
      const forget = live.endWith(caller.sessionId, events.end)
      return sendEvents(reply, events, timeMs, () => {
        leave()
        forget()
      })
    },
  )
}
