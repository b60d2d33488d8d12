import { AppError } from '@sightline/shared/errors'
import { z } from 'zod'
import { PLANS } from '../../accounts/plans.ts'
import { reportUsage } from '../../accounts/usage.ts'
import type { Queryable } from '../../db/pool.ts'
import type { Api } from '../api-types.ts'
import { callerOf } from '../request-context.ts'
import { errors, KEYED_ERRORS, UsageObject } from '../schemas/answers.ts'
import { IsoTime } from '../schemas/time.ts'

const OPEN = { access: { area: 'open' } } as const

/** The answer of GET /plans. */
export const Plans = z.object({
  plans: z
    .array(
      z
        .object({
          tier: z.string().meta({ description: 'Name of the plan.', example: 'free' }),
          dailyLimit: z
            .int()
            .nullable()
            .meta({ description: 'Calls a day; null: no limit.', example: 100 }),
          maxMonitors: z
            .int()
            .nullable()
            .meta({ description: 'Monitors; null: no limit.', example: 10 }),
          minIntervalMinutes: z
            .int()
            .meta({ description: 'Shortest interval of a monitor.', example: 1 }),
          maxCrawlPages: z.int().meta({ description: 'Most pages of one crawl.', example: 500 }),
          retentionDays: z
            .int()
            .meta({ description: 'Days single check results are kept.', example: 400 }),
        })
        .meta({ id: 'Plan' }),
    )
    .meta({ description: 'The smallest first.' }),
})

const count = z.int().meta({ description: 'Calls counted.', example: 12 })

/** The answer of GET /usage. */
export const UsageReport = z
  .object({
    ...UsageObject.shape,
    resetsInSeconds: z
      .int()
      .meta({ description: 'Seconds until the count starts anew.', example: 43_200 }),
    resetsAt: IsoTime.meta({ description: 'The next 00:00 UTC.' }),
    byDay: z
      .array(
        z.object({
          date: z.iso.date().meta({ description: 'UTC day.', example: '2026-01-31' }),
          used: count,
        }),
      )
      .meta({ description: 'Thirty days, today first.' }),
    byEndpoint: z
      .array(
        z.object({
          endpoint: z.string().meta({
            description: 'Method and path; "unknown" for paths and methods that do not exist.',
            example: 'GET /api/v1/monitors',
          }),
          used: count,
        }),
      )
      .meta({ description: "Today's calls, most used first." }),
  })
  .meta({ id: 'UsageReport' })

/** Plans and usage. Source: decisions, section 2 */
export function addAccountRoutes(
  app: Api,
  db: Queryable,
  options: { readonly retentionDays: number; readonly now: () => Date },
): void {
  const { retentionDays, now } = options
  app.get(
    '/api/v1/plans',
    {
      config: OPEN,
      schema: {
        tags: ['Account'],
        summary: 'What each plan allows',
        description: 'Needs no key. Every plan may call every endpoint.',
        operationId: 'readPlans',
        security: [],
        response: { 200: Plans, ...errors(429) },
      },
    },
    async () => ({ plans: PLANS.map((plan) => ({ ...plan, retentionDays })) }),
  )

  app.get(
    '/api/v1/usage',
    {
      config: { access: { area: 'account' } },
      schema: {
        tags: ['Account'],
        security: [{ apiKey: [] }],
        summary: 'Calls counted today and on the days before',
        description: 'Counts itself. A key without a workspace sees its own calls.',
        operationId: 'readUsage',
        response: { 200: UsageReport, ...KEYED_ERRORS },
      },
    },
    async (request) => {
      const report = await reportUsage(db, callerOf(request), now())
      return { ...report, byDay: [...report.byDay], byEndpoint: [...report.byEndpoint] }
    },
  )

  app.post(
    '/api/v1/key',
    {
      config: OPEN,
      schema: {
        tags: ['Account'],
        summary: 'Retired: anonymous creation of keys',
        description: 'Answers 403. Keys are created in the account.',
        operationId: 'createAnonymousKey',
        deprecated: true,
        security: [],
        response: errors(403),
      },
      // Before the body is read: whatever is sent, the answer is the same.
      onRequest: async () => {
        throw new AppError(
          'forbidden',
          'Keys are no longer made here: sign in and create one in the API keys area of your account.',
        )
      },
    },
    async () => undefined,
  )
}
