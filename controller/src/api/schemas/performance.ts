import { z } from 'zod'
import { PERFORMANCE_INTERVALS } from '../../reports/performance.ts'
import {
  AverageTimings,
  reportHead,
  reportTail,
  ResponseObject,
  UptimeByTime,
  UtcOffsetMinutes,
} from './report.ts'
import { IsoTime } from './time.ts'

const { avgMs, minMs, maxMs, p50Ms, p95Ms } = ResponseObject.shape

const PerformancePointObject = z
  .object({
    at: IsoTime.meta({
      description:
        'When the hour, day or week begins. The first may begin before from: only what lies in the window counts.',
    }),
    checks: z.int().meta({
      description: 'Checks that began in it: scheduled, confirming and late ones.',
      example: 864,
    }),
    up: z.int().meta({ description: 'Those that were up.', example: 860 }),
    down: z.int().meta({ description: 'Those that were down.', example: 1 }),
    uptime: UptimeByTime,
    avgResponseMs: avgMs,
    minMs,
    maxMs,
    p50Ms,
    p95Ms,
    timings: AverageTimings,
  })
  .meta({ id: 'PerformancePoint' })

/** Response times over time. Source: decisions, section 7 */
export const PerformanceAnswer = z.object({
  id: reportHead.id,
  interval: z
    .enum(PERFORMANCE_INTERVALS)
    .meta({ description: 'What a point stands for.', example: 'day' }),
  from: reportHead.from,
  to: reportHead.to,
  utcOffsetMinutes: UtcOffsetMinutes,
  points: z.array(PerformancePointObject).meta({
    description: 'One for each hour, day or week that the window touches, oldest first.',
  }),
  ...reportTail,
})
