import { z } from 'zod'
import { DEVICE_NAMES, DEVICE_OPTION } from './device.ts'
import { FETCHED_PAGE } from './fetched-page.ts'

export const LighthouseOptions = z.object(DEVICE_OPTION)

/** The metrics of a result. Source: contract, "Lab performance result" */
export const LAB_METRICS = [
  'firstContentfulPaint',
  'largestContentfulPaint',
  'totalBlockingTime',
  'cumulativeLayoutShift',
  'speedIndex',
  'timeToInteractive',
] as const
export type LabMetric = (typeof LAB_METRICS)[number]

/** The figures beside the metrics. Source: contract, "Lab performance result" */
export const LAB_DIAGNOSTICS = [
  'totalByteWeight',
  'domSize',
  'serverResponseTime',
  'mainThreadWork',
  'bootupTime',
] as const
export type LabDiagnostic = (typeof LAB_DIAGNOSTICS)[number]

/** What real users' browsers measure. Source: contract, "Lab performance result" */
export const FIELD_METRICS = [
  'largestContentfulPaint',
  'interactionToNextPaint',
  'cumulativeLayoutShift',
  'firstContentfulPaint',
  'timeToFirstByte',
] as const
export type FieldMetric = (typeof FIELD_METRICS)[number]

/** Best first. */
export const FIELD_CATEGORIES = ['FAST', 'AVERAGE', 'SLOW'] as const
export type FieldCategory = (typeof FIELD_CATEGORIES)[number]

export const MAX_OPPORTUNITIES = 50
export const MAX_DISPLAY_LENGTH = 200
export const MAX_TITLE_LENGTH = 500

const Percent = z.int().min(0).max(100)
const Score = z.number().min(0).max(1)
const Display = z.string().max(MAX_DISPLAY_LENGTH + 1)

const figure = (description: string) =>
  z
    .object({
      value: z.number().min(0),
      display: Display.meta({ description: 'The value as people read it.' }),
      score: Score.meta({ description: 'From 0 (poor) to 1.' }),
    })
    .meta({ description })

/** An object that has all of these keys. */
function shapeOf<K extends string, S extends z.ZodType>(
  descriptions: Readonly<Record<K, string>>,
  schemaOf: (description: string) => S,
): Record<K, S> {
  const entries = Object.entries<string>(descriptions)
  return Object.fromEntries(entries.map(([key, text]) => [key, schemaOf(text)])) as Record<K, S>
}

const METRIC_WORDS: Readonly<Record<LabMetric, string>> = {
  firstContentfulPaint: 'When the first text or image is painted, in ms.',
  largestContentfulPaint: 'When the largest text or image is painted, in ms.',
  totalBlockingTime: 'How long the main thread was too busy to react, in ms.',
  cumulativeLayoutShift: 'How much the content moves while it loads; no unit.',
  speedIndex: 'How soon the content is filled in, in ms.',
  timeToInteractive: 'When the page reacts for good, in ms.',
}

const DIAGNOSTIC_WORDS: Readonly<Record<LabDiagnostic, string>> = {
  totalByteWeight: 'Bytes of all that was loaded, as they were sent.',
  domSize: 'How many elements the page has.',
  serverResponseTime: 'How long the server took to answer for the document, in ms.',
  mainThreadWork: 'Work of the main thread, in ms.',
  bootupTime: 'What of it scripts took, in ms.',
}

const fieldMetric = (description: string) =>
  z
    .object({
      p75: z.number().min(0).meta({
        description: '75th percentile: in ms, of the layout shift without unit.',
      }),
      category: z.enum(FIELD_CATEGORIES).meta({ description: 'By the thresholds of web.dev.' }),
    })
    .nullable()
    .meta({ description })

const FIELD_WORDS: Readonly<Record<FieldMetric, string>> = {
  largestContentfulPaint: 'FAST up to 2,500 ms, SLOW above 4,000; null when not known.',
  interactionToNextPaint: 'FAST up to 200 ms, SLOW above 500; null when not known.',
  cumulativeLayoutShift: 'FAST up to 0.1, SLOW above 0.25; null when not known.',
  firstContentfulPaint: 'FAST up to 1,800 ms, SLOW above 3,000; null when not known.',
  timeToFirstByte: 'FAST up to 800 ms, SLOW above 1,800; null when not known.',
}

const fieldLevel = <L extends 'url' | 'origin'>(level: L, description: string) =>
  z
    .object({
      level: z.literal(level),
      overall: z.enum(FIELD_CATEGORIES).meta({
        description:
          'The worst of the Core Web Vitals that are known (LCP, INP and CLS, the first three).',
      }),
      ...shapeOf(FIELD_WORDS, fieldMetric),
    })
    .nullable()
    .meta({ description })

/** What real users of a page, or of its origin, measure. */
export const FieldData = z.object({
  hasFieldData: z.boolean().meta({
    description: 'Whether there is data of this very page; false for pages few people visit.',
  }),
  url: fieldLevel('url', 'Of this page; null when `hasFieldData` is false.'),
  origin: fieldLevel(
    'origin',
    'Of all pages of the origin, to fall back on; null when there is none either.',
  ),
})

/** Source: contract, "Lab performance result"; analyses design, "lighthouse" */
export const LighthouseResult = z.object({
  ...FETCHED_PAGE,
  strategy: z.enum(DEVICE_NAMES).meta({ description: 'The device that was emulated.' }),
  lighthouseVersion: z.string().max(50).meta({ description: 'Of the engine.', example: '13.5.0' }),
  scores: z
    .object({
      performance: Percent,
      accessibility: Percent,
      bestPractices: Percent,
      seo: Percent,
    })
    .meta({ description: 'From 0 (poor) to 100.' }),
  metrics: z
    .object(shapeOf(METRIC_WORDS, figure))
    .meta({ description: 'Under a simulated network and processor of the device.' }),
  fieldData: FieldData.meta({
    description:
      'What Chrome measured for real users over the last 28 days (Chrome UX Report). Empty unless this installation has a key for it.',
  }),
  opportunities: z
    .array(
      z.object({
        id: z.string().max(100).meta({
          description: 'What Lighthouse calls the audit.',
          example: 'render-blocking-insight',
        }),
        title: z.string().max(MAX_TITLE_LENGTH + 1),
        display: Display.meta({ description: 'What can be saved, as people read it.' }),
        score: Score.meta({ description: 'From 0 (poor) to 1.' }),
        savingsMs: z.number().min(0).nullable().meta({
          description: 'How much sooner the page would be there; null where it is not known.',
        }),
        savingsBytes: z.int().min(0).nullable().meta({
          description: 'What would not have to be loaded; null where it is not known.',
        }),
      }),
    )
    .max(MAX_OPPORTUNITIES)
    .meta({ description: 'What would make the page faster, the highest impact first.' }),
  diagnostics: z
    .object({
      ...shapeOf(DIAGNOSTIC_WORDS, figure),
      thirdPartyCount: z.int().min(0).meta({
        description: 'How many other parties the page loads from.',
      }),
    })
    .meta({ description: 'Figures that explain the metrics.' }),
})
