import { z } from 'zod'
import type { ResultStatus } from '@sightline/shared/check-words'
import type { ChannelName } from '../../alerting/channels/index.ts'
import { isChannel } from '../../alerting/channels/index.ts'
import type { AlertKind } from '../../alerting/outbox/alert-event.ts'
import { ALERT_KINDS } from '../../alerting/outbox/alert-event.ts'
import type { AlertState, RecipientType, Suppression } from '../../alerting/outbox/alert-words.ts'
import type { OutageToldRow } from '../../db/workspace-outages.ts'
import type { OutageService } from '../../outages/outage-service.ts'
import type { OutageNoteRow } from '../../db/outage-notes.ts'
import type { Api } from '../api-types.ts'
import { actorOf, usage } from '../request-context.ts'
import { errors, KEYED_ERRORS } from '../schemas/answers.ts'
import { Deleted } from '../schemas/monitor.ts'
import { NoBody } from '../schemas/no-body.ts'
import { paging } from '../schemas/parameters.ts'
import { TimeParameter } from '../schemas/time.ts'
import {
  OutageNoteAnswer,
  MuteBody,
  OutageNoteBody,
  OutageStoryAnswer,
  OverviewAnswer,
  WorkspaceOutageAnswer,
  WorkspaceOutageList,
} from '../schemas/workspace-outage.ts'
import { windowOf } from '../time-window.ts'

const VIEW = { access: { area: 'monitoring', permission: 'view' } } as const
const MANAGE = { access: { area: 'monitoring', permission: 'manage' } } as const
const COMMON = { tags: ['Monitors'], security: [{ apiKey: [] }] }

/** Three years. */
const MAX_WINDOW_DAYS = 1_096
const DEFAULT_WINDOW_DAYS = 30
const MAX_PER = 200

const ListQuery = z.object({
  status: z
    .enum(['open', 'closed'], 'must be open or closed')
    .optional()
    .meta({ description: 'Only those that go on, or those that are over.' }),
  monitorId: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'Only those of a monitor.', example: 'mon_4fTq1Zb7Kx0Pq2Lr9sWd' }),
  from: TimeParameter.optional().meta({
    description: `Default: ${DEFAULT_WINDOW_DAYS} days before to; at most ${MAX_WINDOW_DAYS} days before it.`,
  }),
  to: TimeParameter.optional().meta({ description: 'Default: now.' }),
  ...paging(MAX_PER),
})

const OutagePath = z.object({
  id: z.string().meta({ description: 'Id of the outage.', example: 'out_9sLq2Xn4Vb7Kd1Rm5TzC' }),
})

const NotePath = OutagePath.extend({
  noteId: z.string().meta({ description: 'Id of the note.', example: 'nte_2Lr9sWdT8Hq2Zb7Kx0Pq' }),
})

const noteOf = ({ authorId, authorName, ...note }: OutageNoteRow) => ({
  ...note,
  author: { id: authorId, name: authorName },
})

/** A workspace at a glance, and its outages. Source: app design, sections 3 and 4 */
export function addWorkspaceOutageRoutes(app: Api, outages: OutageService, now: () => Date): void {
  app.get(
    '/api/v1/overview',
    {
      config: VIEW,
      schema: {
        ...COMMON,
        summary: 'Read a workspace at a glance',
        description:
          'How many monitors are what, which are not well and why, uptime of all together with the period before, recent outages, agents by region, and maintenance of the next 24 hours.',
        operationId: 'readOverview',
        response: { 200: OverviewAnswer, ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const found = await outages.overview(actorOf(request).workspaceId)
      return { ...found, uptime: [...found.uptime], usage: usage(request) }
    },
  )

  app.get(
    '/api/v1/outages',
    {
      config: VIEW,
      schema: {
        ...COMMON,
        summary: 'List the outages of all monitors',
        description: `Outages that were going on at some time in the window, newest first. Without from and to, the last ${DEFAULT_WINDOW_DAYS} days; a window can be up to ${MAX_WINDOW_DAYS} days.`,
        operationId: 'listOutages',
        querystring: ListQuery,
        response: { 200: WorkspaceOutageList, ...errors(400), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { page, per, status, monitorId = null } = request.query
      const { from, to } = windowOf(request.query, now(), MAX_WINDOW_DAYS, DEFAULT_WINDOW_DAYS)
      const isOpen = status === undefined ? null : status === 'open'
      const found = await outages.list(
        actorOf(request).workspaceId,
        { isOpen, monitorId, from, to },
        { limit: per, offset: (page - 1) * per },
      )
      return { from, to, page, per, ...found, usage: usage(request) }
    },
  )

  app.get(
    '/api/v1/outages/:id',
    {
      config: VIEW,
      schema: {
        ...COMMON,
        summary: 'Read an outage as a story',
        description:
          'The outage, what locations found until it was certain, why it went down with the evidence (analysis.firstBad is its first failing check, analysis.lastGood the last good one), who was told when, and what people wrote on it.',
        operationId: 'readOutage',
        params: OutagePath,
        response: { 200: OutageStoryAnswer, ...errors(404), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { told, notes, ...story } = await outages.get(
        actorOf(request).workspaceId,
        request.params.id,
      )
      return {
        ...story,
        votes: story.votes.map((vote) => ({ ...vote, status: vote.status as ResultStatus })),
        // Words that only a newer version knows are passed over, as in GET /alerts.
        alerts: told.filter(isKnownAlert).map(alertOf),
        notes: notes.map(noteOf),
        usage: usage(request),
      }
    },
  )

  app.post(
    '/api/v1/outages/:id/acknowledge',
    {
      config: MANAGE,
      schema: {
        ...COMMON,
        summary: 'Acknowledge an outage',
        description:
          'Says that you have it in hand: nobody is told again that it lasts, and no further step of an escalation comes; its end is told as ever. One that was acknowledged before stays as it is.',
        operationId: 'acknowledgeOutage',
        params: OutagePath,
        body: NoBody,
        response: { 200: WorkspaceOutageAnswer, ...errors(400, 404, 409), ...KEYED_ERRORS },
      },
    },
    async (request) => ({
      outage: await outages.acknowledge(actorOf(request), request.params.id),
      usage: usage(request),
    }),
  )

  app.put(
    '/api/v1/outages/:id/mute',
    {
      config: MANAGE,
      schema: {
        ...COMMON,
        summary: 'Mute an outage for a time',
        description:
          'Until then nobody is told again that it lasts, and no further step of an escalation comes; its end is told as ever. What was due meanwhile comes once when the time is over.',
        operationId: 'muteOutage',
        params: OutagePath,
        body: MuteBody,
        response: { 200: WorkspaceOutageAnswer, ...errors(400, 404, 409), ...KEYED_ERRORS },
      },
    },
    async (request) => ({
      outage: await outages.mute(actorOf(request), request.params.id, request.body.minutes),
      usage: usage(request),
    }),
  )

  app.delete(
    '/api/v1/outages/:id/mute',
    {
      config: MANAGE,
      schema: {
        ...COMMON,
        summary: 'Mute an outage no longer',
        operationId: 'unmuteOutage',
        params: OutagePath,
        response: { 200: WorkspaceOutageAnswer, ...errors(404, 409), ...KEYED_ERRORS },
      },
    },
    async (request) => ({
      outage: await outages.mute(actorOf(request), request.params.id, null),
      usage: usage(request),
    }),
  )

  app.post(
    '/api/v1/outages/:id/notes',
    {
      config: MANAGE,
      schema: {
        ...COMMON,
        summary: 'Write a note on an outage',
        description: 'Also on one that is over. At most 200 on one outage.',
        operationId: 'createOutageNote',
        params: OutagePath,
        body: OutageNoteBody,
        response: { 201: OutageNoteAnswer, ...errors(400, 404, 409), ...KEYED_ERRORS },
      },
    },
    async (request, reply) => {
      const note = await outages.addNote(actorOf(request), request.params.id, request.body)
      return reply.code(201).send({ note: noteOf(note), usage: usage(request) })
    },
  )

  app.delete(
    '/api/v1/outages/:id/notes/:noteId',
    {
      config: MANAGE,
      schema: {
        ...COMMON,
        summary: 'Delete a note on an outage',
        operationId: 'deleteOutageNote',
        params: NotePath,
        response: { 200: Deleted, ...errors(404), ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const { id, noteId } = request.params
      await outages.removeNote(actorOf(request), id, noteId)
      return { deleted: true as const, id: noteId, usage: usage(request) }
    },
  )
}

const isKnownAlert = ({ kind, channel }: OutageToldRow): boolean =>
  (ALERT_KINDS as readonly string[]).includes(kind) && isChannel(channel)

function alertOf({ recipientType, recipientId, recipientName, ...alert }: OutageToldRow) {
  return {
    ...alert,
    kind: alert.kind as AlertKind,
    channel: alert.channel as ChannelName,
    state: alert.state as AlertState,
    suppressedBy: alert.suppressedBy as Suppression | null,
    recipient: { type: recipientType as RecipientType, id: recipientId, name: recipientName },
  }
}
