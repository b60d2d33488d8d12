import { z } from 'zod'
import { pageOf } from './answers.ts'
import { idList } from '../../input/fields.ts'
import { CRAWL_FIELDS, CrawlCreation, CrawlSettings } from './crawl-job.ts'
import { TimeZone } from './time-zone.ts'
import { IsoTime, TimeField } from './time.ts'

const RECURRENCES = ['day', 'week', 'month'] as const

const alertFields = {
  memberIds: idList('People of the workspace.'),
  contactIds: idList('Alert contacts of the workspace.'),
  teamIds: idList('Alert teams of the workspace.'),
  scoreDrop: z.int().min(1).max(100).nullable().meta({
    description:
      'Tell when the average score of the pages fell by so many points since the run before; null: never. Default 5.',
    example: 5,
  }),
  newErrors: z.boolean().meta({
    description:
      'Tell when pages have critical issues or errors that they did not have. Default true.',
    example: true,
  }),
  indexability: z.boolean().meta({
    description:
      'Tell when search engines may not show pages any more, or may show others. Default true.',
    example: true,
  }),
}

const { url, region, ...settings } = CrawlCreation.shape

const fields = {
  url,
  region: region.unwrap().nullable().meta({
    description: 'Location to crawl from. null, the default: one that can when its time comes.',
    example: null,
  }),
  from: TimeField.meta({
    description:
      'The first run: ISO 8601 (without a zone: UTC) or UNIX seconds; the others are at the same time of the day. One that is past begins the count, and is not made up for.',
    example: '2026-02-02T03:00:00Z',
  }),
  recurrence: z.enum(RECURRENCES).meta({ description: 'How it repeats.', example: 'week' }),
  repeatEvery: z.int().min(1).max(100).meta({
    description: 'Days, weeks or months from one run to the next. Default 1.',
    example: 1,
  }),
  timezone: TimeZone.meta({
    description: 'IANA time zone whose clocks it follows. Default UTC.',
    example: 'Europe/Berlin',
  }),
  active: z.boolean().meta({ description: 'false: it does not run. Default true.', example: true }),
}

const alertsDescription =
  'Whom to tell what, by comparing each run with the one before. The owners are told where nobody is named.'

/** Body of POST /crawl/schedules. */
export const ScheduleCreation = z.strictObject({
  ...settings,
  url: fields.url,
  region: fields.region.default(null),
  from: fields.from,
  recurrence: fields.recurrence,
  repeatEvery: fields.repeatEvery.default(1),
  timezone: fields.timezone.default('UTC'),
  active: fields.active.default(true),
  alerts: z
    .strictObject({
      memberIds: alertFields.memberIds.default([]),
      contactIds: alertFields.contactIds.default([]),
      teamIds: alertFields.teamIds.default([]),
      scoreDrop: alertFields.scoreDrop.default(5),
      newErrors: alertFields.newErrors.default(true),
      indexability: alertFields.indexability.default(true),
    })
    .prefault({})
    .meta({ description: alertsDescription }),
})

/** Body of PATCH /crawl/schedules/{id}. */
export const ScheduleChangeBody = z
  .strictObject({
    ...CRAWL_FIELDS,
    ...fields,
    alerts: z
      .strictObject(alertFields)
      .partial()
      .meta({ description: `${alertsDescription} Only what changes.` }),
  })
  .partial()
  .meta({ description: 'Only the fields to change.' })

/** A crawl that repeats. */
export const CrawlSchedule = z
  .object({
    id: z.string().meta({ description: 'Id.', example: 'crs_4fTq1Zb7Kx0Pq2Lr9sWd' }),
    url: z
      .string()
      .meta({ description: 'Where each run begins.', example: 'https://example.com/' }),
    region: z.string().nullable().meta({
      description: 'Location to crawl from; null: one that can when its time comes.',
      example: null,
    }),
    from: IsoTime.meta({ description: 'The first run.', example: '2026-02-02T02:00:00.000Z' }),
    recurrence: fields.recurrence,
    repeatEvery: z.int().meta({ description: 'Days, weeks or months between runs.', example: 1 }),
    timezone: z.string().meta({
      description: 'IANA time zone whose clocks it follows.',
      example: 'Europe/Berlin',
    }),
    active: z.boolean().meta({ description: 'Whether it runs.', example: true }),
    nextAt: IsoTime.nullable().meta({
      description: 'The next run; null while it is not active.',
      example: '2026-02-09T02:00:00.000Z',
    }),
    lastJobId: z.string().nullable().meta({
      description: 'The crawl that its last run made; null before the first.',
      example: 'crw_4fTq1Zb7Kx0Pq2Lr9sWd',
    }),
    lastError: z.string().nullable().meta({
      description: 'Why the last run could not begin, a sentence; null when it did.',
      example: null,
    }),
    alerts: z
      .object({
        memberIds: z.array(z.string()).meta({ description: 'People of the workspace.' }),
        contactIds: z
          .array(z.string())
          .meta({ description: 'Alert contacts.', example: ['ctc_4fTq1Zb7Kx0Pq2Lr9sWd'] }),
        teamIds: z.array(z.string()).meta({ description: 'Alert teams.' }),
        scoreDrop: alertFields.scoreDrop,
        newErrors: alertFields.newErrors,
        indexability: alertFields.indexability,
      })
      .meta({ description: alertsDescription }),
    settings: CrawlSettings.meta({ description: 'How each run crawls, complete.' }),
    createdAt: IsoTime.meta({ description: 'When it was made.' }),
  })
  .meta({ id: 'CrawlSchedule' })

export const ScheduleList = z
  .object({
    ...pageOf('All there are.'),
    schedules: z.array(CrawlSchedule).meta({ description: 'The latest first.' }),
  })
  .meta({ id: 'CrawlScheduleList' })
