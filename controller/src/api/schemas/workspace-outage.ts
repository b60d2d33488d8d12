import { MONITOR_STATUSES, MONITOR_TYPES, RESULT_STATUSES } from '@sightline/shared/check-words'
import { z } from 'zod'
import { AlertObject } from './alert.ts'
import { AnalysisAnswer } from './analysis.ts'
import { UsageObject, pageOf } from './answers.ts'
import { OccurrenceObject, WindowObject } from './maintenance.ts'
import { monitorCounts } from './monitor.ts'
import { OutageObject } from './outage.ts'
import { IsoTime } from './time.ts'

const time = (description: string) => IsoTime.meta({ description })

const monitorFields = {
  id: z.string().meta({ description: 'Id of the monitor.', example: 'mon_4fTq1Zb7Kx0Pq2Lr9sWd' }),
  name: z.string().meta({ description: 'Its name.', example: 'Shop' }),
  type: z.enum(MONITOR_TYPES).meta({ description: 'Kind of check.', example: 'web' }),
  url: z.string().meta({ description: 'What it checks.', example: 'https://shop.example.com/' }),
}

const personFields = {
  id: z.string().meta({ description: 'Id of the person.', example: 'psn_7Hc2Vn9XbQ4mT1yKz8Lp' }),
  name: z.string().meta({ description: 'Their name at the time.', example: 'Ada' }),
}

/** An outage in a list of a whole workspace. */
export const WorkspaceOutage = z
  .object({
    ...OutageObject.shape,
    monitor: z.object(monitorFields).meta({ description: 'The monitor it is of.' }),
    acknowledged: z
      .object({
        at: time('When.'),
        by: z.object(personFields).meta({ description: 'Who.' }),
      })
      .nullable()
      .meta({
        description:
          'Who has taken it in hand; null: nobody has. From then on nobody is told again that it lasts.',
      }),
    mutedUntil: IsoTime.nullable().meta({
      description: 'Until then nobody is told again that it lasts; null: it is not muted.',
      example: null,
    }),
  })
  .meta({ id: 'WorkspaceOutage' })

/** A week: what is broken for longer is acknowledged, or paused. */
const MAX_MUTE_MINUTES = 10_080

/** PUT /outages/{id}/mute */
export const MuteBody = z.strictObject({
  minutes: z
    .int()
    .min(1)
    .max(MAX_MUTE_MINUTES)
    .meta({ description: 'For so long, from now on.', example: 60 }),
})

/** GET /outages */
export const WorkspaceOutageList = z.object({
  from: time('Beginning of the window.'),
  to: time('End of the window.'),
  ...pageOf('Outages that match, on all pages.'),
  outages: z.array(WorkspaceOutage).meta({ description: 'Newest first.' }),
  usage: UsageObject,
})

/** A note on an outage. */
export const OutageNote = z
  .object({
    id: z.string().meta({ description: 'Id of the note.', example: 'nte_2Lr9sWdT8Hq2Zb7Kx0Pq' }),
    author: z.object(personFields).meta({ description: 'Who wrote it.' }),
    text: z.string().meta({ description: 'Plain text.', example: 'The disk was full.' }),
    public: z.boolean().meta({ description: 'It is shown on status pages.', example: false }),
    createdAt: time('When it was written.'),
  })
  .meta({ id: 'OutageNote' })

const OutageVote = z
  .object({
    region: z.string().meta({ description: 'Where it ran.', example: 'eu-west' }),
    checkedAt: time('When the check began.'),
    status: z.enum(RESULT_STATUSES).meta({ description: 'What it found.', example: 'down' }),
    statusCode: z
      .int()
      .nullable()
      .meta({ description: 'HTTP status; null without one.', example: 503 }),
    responseMs: z
      .number()
      .nullable()
      .meta({ description: 'Response time in ms; null without a response.', example: 96 }),
    cause: z
      .string()
      .nullable()
      .meta({ description: 'Why it failed.', example: 'serviceUnavailable' }),
    error: z.string().nullable().meta({
      description: 'The same in a sentence.',
      example: 'The server answered 503 where 200 was expected.',
    }),
    confirmation: z.boolean().meta({
      description: 'It was asked for to confirm, or refute, an earlier one.',
      example: false,
    }),
    counted: z.boolean().meta({ description: 'It had a say.', example: true }),
  })
  .meta({ id: 'OutageVote' })

const OutageAlert = z
  .object({
    id: AlertObject.shape.id,
    kind: AlertObject.shape.kind,
    channel: AlertObject.shape.channel,
    recipient: AlertObject.shape.recipient,
    state: AlertObject.shape.state,
    suppressedBy: AlertObject.shape.suppressedBy,
    error: AlertObject.shape.error,
    createdAt: AlertObject.shape.createdAt,
    sentAt: AlertObject.shape.sentAt,
  })
  .meta({ id: 'OutageAlert' })

const {
  id: _id,
  outageId: _outageId,
  from: _from,
  to: _to,
  usage: _usage,
  ...analysis
} = AnalysisAnswer.shape

const OutageScreenshot = z
  .object({
    askedAt: time('When a browser was asked for it.'),
    takenAt: IsoTime.nullable().meta({
      description: 'When it was taken, or could not be; null: it is on its way.',
    }),
    region: z
      .string()
      .nullable()
      .meta({ description: 'Location of the browser.', example: 'eu-west' }),
    shownUrl: z.string().nullable().meta({
      description: 'The page on it, where redirects end.',
      example: 'https://shop.example.com/',
    }),
    statusCode: z
      .int()
      .nullable()
      .meta({ description: 'HTTP status of that page then.', example: 500 }),
    width: z.int().nullable().meta({ description: 'Pixels.', example: 1350 }),
    height: z.int().nullable().meta({ description: 'Pixels.', example: 940 }),
    error: z.string().nullable().meta({ description: 'Why there is none.', example: null }),
  })
  .meta({ id: 'OutageScreenshot' })

/** GET /outages/{id} */
export const OutageStoryAnswer = z.object({
  outage: WorkspaceOutage,
  votes: z.array(OutageVote).meta({
    description:
      'What locations found from its first failing check until it was certain, in the order their checks ended; up to 200. Empty when raw results of then are not kept any more.',
  }),
  analysis: z
    .object(analysis)
    .meta({ id: 'OutageAnalysis', description: 'As of GET /monitors/{id}/analysis.' }),
  alerts: z
    .array(OutageAlert)
    .meta({ description: 'Who was told, or was not, in the order it was planned.' }),
  notes: z.array(OutageNote).meta({ description: 'The earliest first.' }),
  screenshot: OutageScreenshot.nullable().meta({
    description:
      'What the page showed to a browser when the outage began, at GET /outages/{id}/screenshot; null: there was no page to be seen, or it is older than 90 days.',
  }),
  usage: UsageObject,
})

/** What acknowledging answers. */
export const WorkspaceOutageAnswer = z.object({ outage: WorkspaceOutage, usage: UsageObject })

/** POST /outages/{id}/notes */
export const OutageNoteBody = z
  .strictObject({
    text: z.string().trim().min(1).max(5_000).meta({
      description: 'Plain text, up to 5,000 characters.',
      example: 'The disk was full.',
    }),
    public: z.boolean().default(false).meta({ description: 'Show it on status pages.' }),
  })
  .meta({ id: 'OutageNoteBody' })

export const OutageNoteAnswer = z.object({ note: OutageNote, usage: UsageObject })

const percentage = (description: string) =>
  z.number().nullable().meta({ description, example: 99.95 })

/** GET /overview */
export const OverviewAnswer = z.object({
  at: time('When it was so.'),
  monitors: z.object(monitorCounts).meta({ description: 'How many there are.' }),
  reachingNobody: z.int().meta({
    description:
      'How many of them alert nobody who can be told (reachesNobody of their alerts); 1,000 stands for more, too.',
    example: 0,
  }),
  troubled: z
    .array(
      z.object({
        ...monitorFields,
        status: z
          .enum(MONITOR_STATUSES)
          .meta({ description: 'down or degraded.', example: 'down' }),
        since: time('Since when.'),
        reason: z.string().nullable().meta({
          description: 'Why.',
          example: 'The server answered 503 where 200 was expected.',
        }),
        outageId: z
          .string()
          .nullable()
          .meta({ description: 'Its open outage.', example: 'out_9sLq2Xn4Vb7Kd1Rm5TzC' }),
        acknowledgedAt: IsoTime.nullable().meta({
          description: 'When somebody took that in hand.',
          example: null,
        }),
        acknowledgedByName: z.string().nullable().meta({ description: 'Who.', example: null }),
      }),
    )
    .meta({ description: 'The first 50 that are not well: down first, of each the latest first.' }),
  uptime: z
    .array(
      z.object({
        days: z.int().meta({ description: 'Of so many last days: 1, 7 or 30.', example: 1 }),
        uptime: percentage(
          'Percentage of the time of all monitors together that they were up or degraded; null when none of it counts.',
        ),
        previous: percentage('The same of as many days before.'),
      }),
    )
    .meta({
      description: 'A minute old at most while they are asked for, ten after a quiet time.',
    }),
  outages: z.array(WorkspaceOutage).meta({ description: 'The latest 20, however long ago.' }),
  regions: z
    .array(
      z.object({
        region: z.string().meta({ description: 'Code.', example: 'eu-west' }),
        name: z.string().meta({ description: 'For people.', example: 'Western Europe' }),
        live: z.int().meta({ description: 'Agents that are connected.', example: 2 }),
        total: z.int().meta({
          description: 'Those too that were within the last day and did not leave in good order.',
          example: 2,
        }),
      }),
    )
    .meta({ description: 'Every location.' }),
  maintenance: z
    .array(
      z
        .object({
          ...OccurrenceObject.shape,
          description: WindowObject.shape.description,
          timezone: WindowObject.shape.timezone,
          allMonitors: WindowObject.shape.allMonitors,
        })
        .meta({ id: 'ComingMaintenance' }),
    )
    .meta({
      description: 'What is under way, and what begins within 24 hours, in the order it begins.',
    }),
  usage: UsageObject,
})
