import type { FieldCategory, FieldData, FieldMetric } from '@sightline/shared/analyses/lighthouse'
import { FIELD_CATEGORIES, FIELD_METRICS } from '@sightline/shared/analyses/lighthouse'
import { z } from 'zod'

type Data = z.output<typeof FieldData>
export type Level = 'url' | 'origin'
export type LevelData<L extends Level> = NonNullable<Data[L]>

interface Known {
  /** What the Chrome UX Report calls it. */
  readonly name: string
  /** Up to this FAST, up to that AVERAGE; in ms, of the layout shift without unit. */
  readonly fast: number
  readonly average: number
  /** One of the three Core Web Vitals, which decide about the whole. */
  readonly isVital: boolean
}

/** Source: web.dev, "Web Vitals" (thresholds at the 75th percentile); Chrome UX Report API, "Metrics" */
const METRICS: Readonly<Record<FieldMetric, Known>> = {
  largestContentfulPaint: {
    name: 'largest_contentful_paint',
    fast: 2_500,
    average: 4_000,
    isVital: true,
  },
  interactionToNextPaint: {
    name: 'interaction_to_next_paint',
    fast: 200,
    average: 500,
    isVital: true,
  },
  cumulativeLayoutShift: {
    name: 'cumulative_layout_shift',
    fast: 0.1,
    average: 0.25,
    isVital: true,
  },
  firstContentfulPaint: {
    name: 'first_contentful_paint',
    fast: 1_800,
    average: 3_000,
    isVital: false,
  },
  timeToFirstByte: {
    name: 'experimental_time_to_first_byte',
    fast: 800,
    average: 1_800,
    isVital: false,
  },
}

/** What is asked for. */
export const REPORT_METRICS = Object.values(METRICS).map(({ name }) => name)

/** The layout shift comes as a string. */
const P75 = z.union([
  z.number().min(0),
  z
    .string()
    .regex(/^\d{1,9}(?:\.\d{1,9})?$/)
    .transform(Number),
])

/** An answer of the report, as far as it is read. */
export const ReportRecord = z.object({
  record: z.object({
    metrics: z.record(
      z.string().max(100),
      z.object({ percentiles: z.object({ p75: P75.optional() }).optional() }),
    ),
  }),
})

function categoryOf(p75: number, { fast, average }: Known): FieldCategory {
  if (p75 <= fast) return 'FAST'
  return p75 <= average ? 'AVERAGE' : 'SLOW'
}

const worst = (categories: readonly FieldCategory[]): FieldCategory | null =>
  FIELD_CATEGORIES.findLast((category) => categories.includes(category)) ?? null

/** What a record says of a page or an origin; null where it knows none of the Core Web Vitals. */
export function levelData<L extends Level>(
  level: L,
  { record }: z.output<typeof ReportRecord>,
): LevelData<L> | null {
  const measured = FIELD_METRICS.map((metric) => {
    const known = METRICS[metric]
    const p75 = record.metrics[known.name]?.percentiles?.p75
    return [metric, p75 === undefined ? null : { p75, category: categoryOf(p75, known) }] as const
  })
  const vitals = measured.flatMap(([metric, figure]) =>
    figure !== null && METRICS[metric].isVital ? [figure.category] : [],
  )
  const overall = worst(vitals)
  if (overall === null) return null
  return { level, overall, ...Object.fromEntries(measured) } as unknown as LevelData<L>
}
