import { z } from 'zod'
import type { Queryable } from '../../db/pool.ts'
import type { LiveHub } from '../../live/live-hub.ts'
import type { Api } from '../api-types.ts'
import { sendEvents } from '../event-stream.ts'
import { createLiveStream } from '../live-stream.ts'
import { actorOf, callerOf } from '../request-context.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import { streamTimeMs } from '../stream-time.ts'

/** Nobody follows for ever: who may read is asked again when a client comes back. What becomes of a key, or of a
 *  session, ends it at once. */
const LONGEST_MS = { key: 1_800_000, session: 300_000 } as const

const MAX_PLACE_CHARACTERS = 40

const EventsQuery = z.object({
  lastEventId: z.string().max(MAX_PLACE_CHARACTERS).optional().meta({
    description: 'Where to go on, for clients that cannot send the header Last-Event-ID.',
    example: '81643',
  }),
})

/** What happens in a workspace, as it happens. Source: app design, section 4 */
export function addEventsRoute(
  app: Api,
  live: LiveHub,
  { db, now }: { db: Queryable; now: () => Date },
): void {
  // A connection that is never done would hold up the end of the program.
  app.addHook('preClose', async () => live.letGo())

  app.get(
    '/api/v1/events',
    {
      config: { access: { area: 'monitoring', permission: 'view' } },
      // It has no end to wait for.
      exposeHeadRoute: false,
      schema: {
        tags: ['Monitors'],
        security: [{ apiKey: [] }],
        summary: 'Follow a workspace',
        description:
          'Server-sent events, each with how something is now: `monitor` (fields of the monitor, to be laid over those of a list, and lastRegion and lastStatus of its latest check), `monitorGone`, `outage` (change: opened, closed or changed), `alert` (sent, or failed for good), `maintenance` (id of the window; change: began, ended, changed or removed) and `agents` (how many are live in each region). `hello` comes first, then `agents`. A monitor is told once a second at most; of mere results some 200 monitors a second are told, by turns of the workspaces that are followed and of each those that wait longest first. After a lost connection a client goes on where it was by Last-Event-ID, at whichever controller, for 5 minutes; `reset` says that it missed something, or reads too slowly, or that very much changed at once: what it shows has to be read anew. A comment comes every 15 seconds. After half an hour (5 minutes with a session) the connection ends, and when the key expires, and whenever keys are made or revoked or whom one acts for leaves or gets another role: connect again. At most 50 for one workspace at a time; where all are taken, there or of the controller, who has most of them loses the oldest to who has fewer.',
        operationId: 'followWorkspace',
        querystring: EventsQuery,
        response: {
          200: {
            content: {
              'text/event-stream': {
                schema: z.string().meta({
                  example:
                    'event: monitorGone\ndata: {"id":"mon_4fTq1Zb7Kx0Pq2Lr9sWd"}\n\nid: 81643\n\n',
                }),
              },
            },
          },
          ...errors(400),
          ...KEYED_ERRORS,
        },
      },
    },
    async (request, reply) => {
      const header = request.headers['last-event-id']
      const since = typeof header === 'string' ? header : (request.query.lastEventId ?? null)
      const events = createLiveStream(() => [{ event: 'reset', data: { at: now().toISOString() } }])
      const caller = callerOf(request)
      const { sessionId } = caller
      const { workspaceId, personId } = actorOf(request)
      const longestMs = LONGEST_MS[sessionId === null ? 'key' : 'session']
      const timeMs = await streamTimeMs(db, caller, longestMs, now())
      const leave = live.follow(workspaceId, since === '' ? null : since, {
        tell: events.tell,
        personId,
        sessionId,
        over: events.end,
      })
      return sendEvents(reply, events, timeMs, leave)
    },
  )
}
